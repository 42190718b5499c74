/** Gives up on an upstream that takes no connection. How long an answer takes is not looked at here. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { clearRealTimeout, setRealTimeout } from '../real-time.js';

/** Milliseconds. */
const PATIENCE = 10_000;

export function limitConnecting(
  outgoing: ClientRequest,
  onConnected: () => void,
  onLate: (detail: string) => void,
): void {
  outgoing.once('socket', (socket: Socket) => {
    if (outgoing.reusedSocket) return onConnected();
    const timer = setRealTimeout(() => onLate(`it took no connection in ${PATIENCE / 1000} s`), PATIENCE);
    socket.once('close', () => clearRealTimeout(timer));
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      clearRealTimeout(timer);
      onConnected();
    });
  });
}
