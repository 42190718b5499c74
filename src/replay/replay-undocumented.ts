/** Replays requests that the interface does not document, by their method and path. */
import {
  toReplayedCall,
  type PlaybackContext,
  type ReplayedCall,
  type UnrecordedCall,
} from './playback-state.js';
import { createCursor, nextRead } from './read-cursor.js';
import type { RecordedCall } from './recorded-call.js';
import { advanceWriteCursor, INITIAL_WRITE_CURSOR, matchWrite } from './recorded-writes.js';

const UNRECORDED = 'a path or a method that the interface does not document';

/**
 * @param target the method and the path
 * @param body the canonical body
 */
export function replayUndocumented(
  { recorded, state }: PlaybackContext,
  target: string,
  body: string,
  now: number,
): ReplayedCall | UnrecordedCall {
  const others = recorded.others.get(target);
  if (!others) return { reason: UNRECORDED };
  const { segment, writes } = others;
  const anchor = { recorded: recorded.startsAt, played: state.startedAt ?? now };
  const progress = state.others.get(target) ?? {
    reads: createCursor(0, anchor),
    writes: INITIAL_WRITE_CURSOR,
  };
  if (target.startsWith('GET ')) {
    const read = nextRead(segment, progress.reads, now);
    if (!read) return { reason: `the recording has no more of ${target}` };
    return toReplayedCall(
      segment,
      read.index,
      () => void state.others.set(target, { ...progress, reads: read.position }),
    );
  }
  const index = matchWrite(writes, progress.writes, body, now);
  if (index === undefined) return { reason: `the recording has no more of ${target}` };
  const advance = (): void =>
    void state.others.set(target, {
      ...progress,
      writes: advanceWriteCursor(writes, progress.writes, index, now),
    });
  return { call: writes.calls[index] as RecordedCall, fullResponse: undefined, advance };
}
