/** Has the judge look at a journal's clients. It is loaded when somebody asks: a stand-in starts and answers without it. */
import { basePath } from '../generated/routes.js';
import { parseDuration } from '../scenario/duration.js';
import type { ControlContext } from '../service/control/scene.js';
import { UserError } from '../base/user-error.js';

export interface ConductAsked {
  /** Polls of one job faster than this are a tight loop (4.5): `500ms`, or milliseconds. `1s` when left out. */
  readonly tightLoop?: string | number;
  /**
   * Whether the clients' own timers run by the workspace's clock, so that intervals count though it is steered: a test that
   * puts both forward together says true. `false` when left out.
   */
  readonly sharedClock?: boolean;
  /**
   * Whether all requests come from one client in one tab. Then no poll after the end of a job, and no loop, is excused as that of
   * another tab. In the sandbox of one test, `true` when left out; elsewhere `false`.
   */
  readonly strict?: boolean;
}

export const judgeClients: ControlContext['judgeClients'] = async (exchanges, { dropped, ...options }) => {
  const { conductReport, judgeConduct } = await import('../contract/index.js');
  // Whatever is in a journal of the stand-in was sent to it.
  const verdicts = judgeConduct(exchanges, { baseUrl: basePath, ...options });
  return conductReport(verdicts, { exchanges: exchanges.length, dropped });
};

/** What was asked, in figures. @throws UserError when the bound is no time */
export function conductQuestion({ tightLoop, sharedClock, strict }: ConductAsked): {
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

/** Ms: a day. */
const LONGEST = 86_400_000;
