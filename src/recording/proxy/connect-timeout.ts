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
): void {
  outgoing.once('socket', (socket: Socket) => {
    if (outgoing.reusedSocket) return onConnect();
    const expire = (): void => onTimeout(`it accepted no connection in ${CONNECT_TIMEOUT / 1000} s`);
    const timer = setRealTimeout(expire, CONNECT_TIMEOUT);
    socket.once('close', () => clearRealTimeout(timer));
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      clearRealTimeout(timer);
      onConnect();
    });
  });
}
