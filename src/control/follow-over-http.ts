/**
 * Streams the events of a workspace from the server. If the connection breaks, it connects again and resumes after the last
 * event, so the caller gets every event that the server still has. It uses `fetch`, because `EventSource` cannot send a token.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/control-api.js';
import { UserError } from '../base/user-error.js';
import { clearRealTimeout, setRealTimeout } from '../base/real-time.js';
import type { ControlEvent, FollowOptions } from './line.js';

/** How a caller sees that connections break and come back. */
export interface Reconnecting {
  /** @param resumed whether the stream continues after the last event of the previous connection */
  readonly onOpen?: (resumed: boolean) => void;
  /**
   * Called when a connection breaks, and after each failed attempt, with an error if there was one.
   * @returns whether it connects again. Default: ten times, if the first connection was accepted
   */
  readonly onLost?: (error: unknown) => boolean;
  /** Milliseconds before each attempt to connect again. The last value repeats. */
  readonly pauses?: readonly number[];
  /** Its event `wake` ends a pause early, for example when the network is back. */
  readonly wake?: EventTarget;
}

const MOST_FAILED = 10;
const PAUSES = [100, 200, 500, 1_000, 2_000, 5_000];

export async function* followOverHttp(
  client: Client<paths>,
  workspace: string,
  {
    after,
    signal = new AbortController().signal,
    onOpen = () => {},
    onLost,
    pauses = PAUSES,
    wake = new EventTarget(),
  }: FollowOptions & Reconnecting = {},
): AsyncGenerator<ControlEvent, void, void> {
  let last = after;
  let isGreeted = false;
  let failed = 0;
  const isLasting = (error: unknown): boolean =>
    !isGreeted || failed >= MOST_FAILED || (error instanceof UserError && error.code !== 'unreachable');
  const isWorthIt = onLost ?? ((error: unknown) => error === undefined || !isLasting(error));
  while (!signal.aborted) {
    let lost: unknown;
    try {
      for await (const event of connection(client, workspace, last, signal, onOpen)) {
        last = event.id;
        failed = 0;
        // The caller does not see the new connection, so it gets only the first `hello`.
        if (event.event !== 'hello' || !isGreeted) yield event;
        isGreeted = true;
        if (event.event === 'closed') return;
      }
    } catch (error) {
      lost = error;
    }
    if (isOver(signal)) return;
    if (!isWorthIt(lost)) throw lost;
    await pause(pauses[Math.min(failed, pauses.length - 1)] ?? 0, signal, wake);
    failed += 1;
  }
}

async function* connection(
  client: Client<paths>,
  workspace: string,
  last: string | undefined,
  signal: AbortSignal,
  onOpen: (resumed: boolean) => void,
): AsyncGenerator<ControlEvent, void, void> {
  const { data } = await client.GET('/workspaces/{workspace}/events', {
    params: { path: { workspace } },
    headers: { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
    parseAs: 'stream',
    signal,
  });
  if (!data) return;
  onOpen(last !== undefined);
  const reader = data
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  // The signal of a request may not hear the caller's signal any more, once Node has collected what links the two.
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const { id, event } = value;
      if (id !== undefined && event !== undefined)
        yield { id, event: event as ControlEvent['event'], data: JSON.parse(value.data) as unknown };
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** A function, because the type checker assumes that `signal.aborted` does not change during an `await`. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

function pause(milliseconds: number, signal: AbortSignal, wake: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearRealTimeout(timer);
      signal.removeEventListener('abort', finish);
      wake.removeEventListener('wake', finish);
      resolve();
    };
    const timer = setRealTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    wake.addEventListener('wake', finish);
    if (signal.aborted) finish();
  });
}
