/** Sends a body piece by piece through Node's HTTP server, and cuts connections. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireFailure } from '../journal/exchange.js';
import type { ApiResponse } from '../service/response.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { bodyChunks, waitForAbort } from './deliver.js';
import { setRealTimeout } from '../base/real-time.js';

/**
 * Sends the body of a response piece by piece, after its head. Resolves when this is over.
 * @returns the failure, if there is one
 */
export async function sendChunks(
  outgoing: ServerResponse,
  response: ApiResponse,
  state: WorkspaceState,
  gone: AbortSignal,
): Promise<WireFailure | undefined> {
  const { socket } = outgoing.req;
  // A slow body starts later than its head.
  outgoing.flushHeaders();
  const pieces = bodyChunks(response, state, gone);
  let next = await pieces.next();
  let sent = Promise.resolve();
  for (; !next.done; next = await pieces.next()) {
    const piece = next.value;
    sent = new Promise((resolve) => outgoing.write(piece, () => resolve()));
  }
  const end = next.value;
  if (end === undefined) outgoing.end();
  if (end !== 'truncated' && end !== 'reset') return end;
  // The connection ends after the last piece was sent.
  await sent;
  if (end === 'truncated') socket.destroy();
  else {
    // A reset discards what the client has not read yet.
    await new Promise((resolve) => setRealTimeout(resolve, RESET_DELAY_MS));
    resetConnection(socket);
  }
  await waitForAbort(gone);
  return end;
}

/** Real milliseconds that a client has to read a response before its connection is reset. */
const RESET_DELAY_MS = 50;

/** Resets a connection, or closes it if it cannot be reset, such as with TLS or a pipe. */
export function resetConnection(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // Node can reset only plain TCP connections, and has done nothing to this one yet.
    socket.destroy();
  }
}
