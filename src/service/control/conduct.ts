/** Reports how the clients of a workspace behaved, according to its journal. */
import type { ClientReport } from '../../contract/report/model.js';
import { parseDuration } from '../../scenario/duration.js';
import { badInput, queryOf } from './check-input.js';
import { exchangesOf, inOrder } from './journals.js';
import type { ControlContext, WorkspaceNow } from './verb-context.js';

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
  /** Only the exchanges of this client, as the report names it. */
  readonly client?: string;
  /** Whether requests that belong to no workspace are included. Default: `false`. */
  readonly unassigned?: boolean;
}

/** The options as the query of a URL. */
export function conductQuery({ tightLoop, ...rest }: ConductOptions): Readonly<Record<string, string>> {
  return queryOf({ ...rest, tightLoop: typeof tightLoop === 'number' ? `${tightLoop}ms` : tightLoop });
}

/** @throws UserError (`bad-input`) when a time is wrong */
export function conductOf(
  { clientReport }: ControlContext,
  workspace: WorkspaceNow,
  query: Readonly<Record<string, string>>,
): Promise<ClientReport> {
  const { tight_loop: loop, shared_clock: shared, strict, client, unassigned } = query;
  return clientReport(inOrder(exchangesOf(workspace, unassigned === 'true')), {
    dropped: workspace.state.journal.dropped,
    ...(loop !== undefined && { tightLoop: needTime(loop) }),
    ...(shared !== undefined && { sharedClock: shared === 'true' }),
    ...(client !== undefined && { client }),
    ...(strict !== undefined && { strict: strict === 'true' }),
  });
}

/** One day, in milliseconds. */
const LONGEST = 86_400_000;

function needTime(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds >= 1 && milliseconds <= LONGEST) return milliseconds;
  throw badInput([{ pointer: '/tight_loop', detail: 'must be a time from 1ms to 24h, such as 500ms' }]);
}
