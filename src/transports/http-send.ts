/** Sends a response through Node's HTTP server, immediately or with its delivery. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireFailure } from '../journal/exchange.js';
import type { ApiResponse } from '../service/response.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { isInPieces, piecesOf, untilHead } from './deliver.js';
import { waitForAbort } from './wait.js';

/**
 * Sends the whole response immediately.
 * @param headers names and values in turn
 */
export function send(outgoing: ServerResponse, response: ApiResponse, headers: string[]): void {
  outgoing.writeHead(response.status, headers);
  // Node omits the body after HEAD, and for statuses without a body.
  outgoing.end(response.body);
}

/**
 * Sends a response with its delivery: delayed, in pieces, cut, or never. Resolves when this is over.
 * @returns the failure, if there is one
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
  if (failure === 'reset') resetConnection(socket);
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
  // The connection is cut after the piece was sent.
  if (breakOff) await waitForAbort(gone.signal);
  else if (next.value === undefined) outgoing.end();
  return next.value;
}

/** Resets a connection, or closes it if it cannot be reset, such as with TLS or a pipe. */
export function resetConnection(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // Node can reset only plain TCP connections, and has done nothing to this one yet.
    socket.destroy();
  }
}
