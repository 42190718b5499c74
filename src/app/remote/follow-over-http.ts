/**
 * Streams the events of a workspace from the server. If the connection breaks, it connects again and resumes after the last
 * event, so the caller gets every event that the server still has.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Client } from 'openapi-fetch';
import type { paths } from '../../generated/control-api.js';
import { UserError } from '../../base/user-error.js';
import type { ControlEvent, FollowOptions } from '../follow.js';
import { clearRealTimeout, setRealTimeout } from '../../base/real-time.js';

/** Milliseconds before each attempt to connect again. After the last attempt it stops with an error. */
const PAUSES = [100, 200, 500, 1_000, 2_000, 5_000, 5_000, 5_000, 5_000, 5_000];

export async function* followOverHttp(
  client: Client<paths>,
  workspace: string,
  { after, signal = new AbortController().signal }: FollowOptions = {},
): AsyncGenerator<ControlEvent, void, void> {
  let last = after;
  let isGreeted = false;
  let attempt = 0;
  while (!signal.aborted) {
    try {
      for await (const event of connection(client, workspace, last, signal)) {
        last = event.id;
        attempt = 0;
        // The caller does not see the new connection, so it gets only the first `hello`.
        if (event.event !== 'hello' || !isGreeted) yield event;
        isGreeted = true;
        if (event.event === 'closed') return;
      }
    } catch (error) {
      if (isOver(signal)) return;
      if (
        !isGreeted ||
        attempt >= PAUSES.length ||
        (error instanceof UserError && error.code !== 'unreachable')
      )
        throw error;
    }
    await pause(PAUSES[attempt] ?? 5_000, signal);
    attempt += 1;
  }
}

async function* connection(
  client: Client<paths>,
  workspace: string,
  last: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ControlEvent, void, void> {
  const { data } = await client.GET('/workspaces/{workspace}/events', {
    params: { path: { workspace } },
    headers: { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
    parseAs: 'stream',
    signal,
  });
  if (!data) return;
  const reader = data
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const { id, event } = value;
      if (id !== undefined && event !== undefined)
        yield { id, event: event as ControlEvent['event'], data: JSON.parse(value.data) as unknown };
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** A function, because the type checker assumes that `signal.aborted` does not change during an `await`. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearRealTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setRealTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
