/** Streams a body through Node's HTTP server, and closes or resets its connection. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireFailure } from '../journal/exchange.js';
import type { ApiResponse } from '../service/response.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { bodyChunks, waitForAbort } from './deliver.js';
import { setRealTimeout } from '../base/real-time.js';

/** The real time that a client has to read a response before its connection is reset. */
const RESET_DELAY_MS = 50;

/**
 * Sends the body of a response in chunks. Resolves when the response has ended.
 * @returns the failure, if there is one
 */
export async function sendChunks(
  outgoing: ServerResponse,
  response: ApiResponse,
  state: WorkspaceState,
  disconnected: AbortSignal,
): Promise<WireFailure | undefined> {
  const { socket } = outgoing.req;
  // A slow body starts later than its headers.
  outgoing.flushHeaders();
  const chunks = bodyChunks(response, state, disconnected);
  let next = await chunks.next();
  let sent = Promise.resolve();
  for (; !next.done; next = await chunks.next()) {
    const chunk = next.value;
    sent = new Promise((resolve) => outgoing.write(chunk, () => resolve()));
  }
  const end = next.value;
  if (end === undefined) outgoing.end();
  if (end !== 'truncated' && end !== 'reset') return end;
  // The connection is closed after the last chunk was sent.
  await sent;
  if (end === 'truncated') socket.destroy();
  else {
    // A reset discards data that the client has not read yet.
    await new Promise((resolve) => setRealTimeout(resolve, RESET_DELAY_MS));
    resetConnection(socket);
  }
  await waitForAbort(disconnected);
  return end;
}

/** Resets a connection, or closes it if it cannot be reset, such as with TLS or a pipe. */
export function resetConnection(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // Node can reset only plain TCP connections; others are still open.
    socket.destroy();
  }
}
