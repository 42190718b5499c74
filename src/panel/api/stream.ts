/**
 * Follows the events of a workspace. If the connection breaks, it connects again and resumes after the last event. It uses
 * `fetch`, because `EventSource` cannot send a token.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { api, ApiError } from './client.js';

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface StreamListener {
  /** @param resumed whether the stream continues after the last event of the previous connection */
  onOpen(resumed: boolean): void;
  onEvent(event: StreamEvent): void;
  /** Called when the connection breaks, and after each failed attempt. */
  onLost(error: ApiError): void;
  /** Called when the server refuses the connection. There is no further attempt. */
  onRefused(error: ApiError): void;
}

/** Milliseconds before each attempt to connect again. The last value repeats. */
const RETRY_DELAYS = [200, 500, 1_000, 2_000, 5_000];

/** Follows until the signal is aborted, the workspace is closed, or the server refuses. */
export async function follow(
  workspace: string,
  listener: StreamListener,
  signal: AbortSignal,
  /** Its event `wake` ends a pause early, for example when the network is back. */
  wake: EventTarget,
): Promise<void> {
  let last: string | undefined;
  let attempt = 0;
  while (!signal.aborted) {
    let cause = new ApiError('unreachable', 'The connection to Deckhand broke.');
    try {
      const events = await open(workspace, last, signal);
      listener.onOpen(last !== undefined);
      const reader = events.getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        attempt = 0;
        last = value.id ?? last;
        const event = { event: value.event ?? '', data: JSON.parse(value.data) as unknown };
        listener.onEvent(event);
        if (event.event === 'closed') return;
      }
    } catch (error) {
      if (isOver(signal)) return;
      if (error instanceof ApiError && error.code !== 'unreachable') return listener.onRefused(error);
      if (error instanceof ApiError) cause = error;
    }
    if (isOver(signal)) return;
    const delay = RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 0;
    attempt += 1;
    listener.onLost(cause);
    await pause(delay, signal, wake);
  }
}

async function open(workspace: string, last: string | undefined, signal: AbortSignal) {
  const { data } = await api.GET('/workspaces/{workspace}/events', {
    params: { path: { workspace } },
    headers: { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
    parseAs: 'stream',
    signal,
  });
  if (!data) throw new ApiError('unreachable', 'Deckhand sent no events.');
  return data.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}

/** A function, because the type checker assumes that `signal.aborted` does not change during an `await`. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

function pause(milliseconds: number, signal: AbortSignal, wake: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      wake.removeEventListener('wake', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    wake.addEventListener('wake', finish);
  });
}
