/**
 * The events of a workspace, over one connection that is opened again when it breaks, from the last event on. `fetch`, as an
 * `EventSource` sends no token.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { api, Trouble } from './client.js';

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface StreamListener {
  /** @param resumed whether nothing was missed since the connection before, as far as is known */
  onOpen(resumed: boolean): void;
  onEvent(event: StreamEvent): void;
  /** Is told of each break, and of each attempt that failed. */
  onLost(trouble: Trouble): void;
  /** Trying again would not help. */
  onRefused(trouble: Trouble): void;
}

/** Milliseconds before each attempt to connect again; the last one stays. */
const PAUSES = [200, 500, 1_000, 2_000, 5_000];

/** Follows until the signal is aborted, or the stand-in refuses. */
export async function follow(
  workspace: string,
  listener: StreamListener,
  signal: AbortSignal,
  /** Ends a pause early, such as when the network is there again. */
  wake: EventTarget,
): Promise<void> {
  let last: string | undefined;
  let attempt = 0;
  while (!signal.aborted) {
    let trouble = new Trouble('unreachable', 'The connection to Deckhand broke.');
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
      if (error instanceof Trouble && error.code !== 'unreachable') return listener.onRefused(error);
      if (error instanceof Trouble) trouble = error;
    }
    if (isOver(signal)) return;
    const pause = PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0;
    attempt += 1;
    listener.onLost(trouble);
    await rest(pause, signal, wake);
  }
}

async function open(workspace: string, last: string | undefined, signal: AbortSignal) {
  const { data } = await api.GET('/workspaces/{workspace}/events', {
    params: { path: { workspace } },
    headers: { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
    parseAs: 'stream',
    signal,
  });
  if (!data) throw new Trouble('unreachable', 'Deckhand sent no events.');
  return data.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}

/** A function of its own, as the type checker believes that nothing happens while one waits. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

function rest(milliseconds: number, signal: AbortSignal, wake: EventTarget): Promise<void> {
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
