/** What a person can ask about the clients of a workspace, and the same as the judge reads it. */
import { parseDuration } from '../scenario/duration.js';
import { UserError } from '../base/user-error.js';

export interface ConductOptions {
  /** Polls of one job at shorter intervals than this are a tight loop (4.5). `500ms`, or milliseconds. Default: `1s`. */
  readonly tightLoop?: string | number;
  /**
   * Whether the timers of the clients run by the workspace's clock. Intervals then count even when the clock was changed:
   * set it to true in a test that advances both together. Default: `false`.
   */
  readonly sharedClock?: boolean;
  /**
   * Whether all requests come from one client in one tab. Then a poll after the end of a job, or a loop, is never excused as
   * that of another tab. Default: `true` in the sandbox of one test, otherwise `false`.
   */
  readonly strict?: boolean;
}

/** The options as numbers. @throws UserError when `tightLoop` is not a valid time */
export function conductQuery({ tightLoop, sharedClock, strict }: ConductOptions): {
  tightLoop?: number;
  sharedClock?: boolean;
  strict?: boolean;
} {
  const bound = typeof tightLoop === 'string' ? (parseDuration(tightLoop) ?? NaN) : tightLoop;
  if (bound !== undefined && !(bound >= 1 && bound <= LONGEST))
    throw new UserError('bad-option', `tightLoop cannot be ${JSON.stringify(tightLoop)}.`, {
      hint: 'Give a time such as 500ms or 2s, or milliseconds.',
    });
  return {
    ...(bound !== undefined && { tightLoop: bound }),
    ...(sharedClock !== undefined && { sharedClock }),
    ...(strict !== undefined && { strict }),
  };
}

/** One day, in milliseconds. */
const LONGEST = 86_400_000;
