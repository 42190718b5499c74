/** Limits the time until the connection to the upstream is open. It does not limit the response. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { clearRealTimeout, setRealTimeout } from '../../base/real-time.js';

/** Milliseconds. */
const CONNECT_TIMEOUT = 10_000;

export function setConnectTimeout(
  outgoing: ClientRequest,
  onConnect: () => void,
  onTimeout: (detail: string) => void,
  proxy?: string,
): void {
  const start = () =>
    setRealTimeout(() => {
      const who = proxy === undefined ? 'it' : `the proxy ${proxy}`;
      onTimeout(`${who} accepted no connection in ${CONNECT_TIMEOUT / 1000} s`);
    }, CONNECT_TIMEOUT);
  // The request gets the socket of a tunnel when the tunnel is open.
  const early = proxy === undefined ? undefined : start();
  if (early) outgoing.once('close', () => clearRealTimeout(early));
  outgoing.once('socket', (socket: Socket) => {
    if (early) clearRealTimeout(early);
    if (outgoing.reusedSocket) return onConnect();
    const timer = start();
    socket.once('close', () => clearRealTimeout(timer));
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      clearRealTimeout(timer);
      onConnect();
    });
  });
}
