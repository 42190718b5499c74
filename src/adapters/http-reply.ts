/** Sends an answer through Node's HTTP server, in whatever way its scenario has it arrive. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireFailure } from '../journal/exchange.js';
import type { Answer } from '../service/api.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { waitForAbort, waitUntil } from './wait.js';

/** How many pieces a slow body arrives in. */
const DRIPS = 10;

export interface Reply {
  readonly answer: Answer;
  /** Names and values in turn, as Node takes them. */
  readonly headers: string[];
  /** The size of the body, in bytes. */
  readonly bytes: number;
  /** Whether the method asks for the head alone. */
  readonly isHead: boolean;
}

/** Sends the answer at once. */
export function sendPlainly(response: ServerResponse, { answer, headers, isHead }: Reply): void {
  response.writeHead(answer.status, headers);
  response.end(isHead ? undefined : answer.body);
}

/** Sends, holds back, breaks off or withholds the answer; resolves when that is over. Says how it failed, if it did. */
export async function sendWithFault(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  state: WorkspaceState,
): Promise<WireFailure | undefined> {
  const { answer, headers, bytes, isHead } = reply;
  const { delivery, body } = answer;
  const gone = new AbortController();
  response.once('close', () => gone.abort());

  if (
    delivery?.holdUntil !== undefined &&
    (await waitUntil(state, delivery.holdUntil, gone.signal)) === 'aborted'
  )
    return 'aborted';
  if (delivery?.connection === 'stall') {
    await waitForAbort(gone.signal);
    return 'aborted';
  }
  if (delivery?.connection === 'reset') {
    reset(request.socket);
    return 'reset';
  }
  if (delivery?.truncate && bytes > 1 && !isHead) {
    response.writeHead(answer.status, headers);
    response.write(Buffer.from(body).subarray(0, Math.floor(bytes / 2)), () => request.socket.destroy());
    await waitForAbort(gone.signal);
    return 'truncated';
  }
  if (delivery?.drip !== undefined && !isHead) {
    response.writeHead(answer.status, headers);
    return drip(
      response,
      Buffer.from(body),
      delivery.drip,
      delivery.holdUntil ?? answer.startedAt,
      state,
      gone.signal,
    );
  }
  sendPlainly(response, reply);
  return undefined;
}

/** Resets a connection; one that cannot be reset, as under TLS or through a pipe, ends without a word. */
function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // Node refuses every kind but plain TCP, and has done nothing yet.
    socket.destroy();
  }
}

async function drip(
  response: ServerResponse,
  body: Buffer,
  duration: number,
  start: number,
  state: WorkspaceState,
  gone: AbortSignal,
): Promise<WireFailure | undefined> {
  for (let piece = 1; piece <= DRIPS; piece += 1) {
    if ((await waitUntil(state, start + (duration * piece) / DRIPS, gone)) === 'aborted') return 'aborted';
    response.write(
      body.subarray(
        Math.floor(((piece - 1) * body.length) / DRIPS),
        Math.floor((piece * body.length) / DRIPS),
      ),
    );
  }
  response.end();
  return undefined;
}
