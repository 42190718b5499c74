/** Sends a response through Node's HTTP server, at once or as its delivery says. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireFailure } from '../journal/exchange.js';
import type { ApiResponse } from '../service/response.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { isInPieces, piecesOf, untilHead } from './deliver.js';
import { waitForAbort } from './wait.js';

/**
 * Sends the whole response at once.
 * @param headers names and values in turn
 */
export function send(outgoing: ServerResponse, response: ApiResponse, headers: string[]): void {
  outgoing.writeHead(response.status, headers);
  // Node leaves the body out after HEAD, and where the status allows none.
  outgoing.end(response.body);
}

/**
 * Sends, holds back, breaks off or withholds the response; resolves when that is over.
 * @returns how it failed, if it did
 */
export async function sendDelivered(
  outgoing: ServerResponse,
  response: ApiResponse,
  headers: string[],
  state: WorkspaceState,
): Promise<WireFailure | undefined> {
  const { socket, method } = outgoing.req;
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());

  const failure = await untilHead(response, state, gone.signal);
  if (failure === 'reset') reset(socket);
  if (failure) return failure;
  if (method === 'HEAD' || !isInPieces(response)) {
    send(outgoing, response, headers);
    return undefined;
  }
  outgoing.writeHead(response.status, headers);
  const pieces = piecesOf(response, state, gone.signal);
  const breakOff = response.delivery?.truncate ? () => socket.destroy() : undefined;
  let next = await pieces.next();
  for (; !next.done; next = await pieces.next()) outgoing.write(next.value, breakOff);
  // The connection breaks once the piece is out.
  if (breakOff) await waitForAbort(gone.signal);
  else if (next.value === undefined) outgoing.end();
  return next.value;
}

/** Resets a connection, or closes it where it cannot be reset, as under TLS or through a pipe. */
function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // Node resets plain TCP only, and has done nothing yet.
    socket.destroy();
  }
}
