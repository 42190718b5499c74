/** Reports how the clients of a workspace behaved, according to its journal. */
import type { ClientReport } from '../../judge/report/report.js';
import { parseDuration } from '../../scenario/duration.js';
import { inputError, toQuery } from './validate-input.js';
import { getExchanges, sortBySequence } from './journals.js';
import type { ControlContext, WorkspaceContext } from './workspace-context.js';

export interface ClientReportOptions {
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
  readonly unassignedRequests?: boolean;
}

/** The options as the query of a URL. */
export function toClientReportQuery({
  tightLoop,
  ...rest
}: ClientReportOptions): Readonly<Record<string, string>> {
  return toQuery({ ...rest, tightLoop: typeof tightLoop === 'number' ? `${tightLoop}ms` : tightLoop });
}

/** @throws UserError (`bad-input`) when a time is wrong */
export function getClientReport(
  { clientReport }: ControlContext,
  workspace: WorkspaceContext,
  query: Readonly<Record<string, string>>,
): Promise<ClientReport> {
  const { tight_loop: loop, shared_clock: shared, strict, client, unassigned } = query;
  return clientReport(sortBySequence(getExchanges(workspace, unassigned === 'true')), {
    dropped: workspace.state.journal.evicted,
    ...(loop !== undefined && { tightLoop: parsePollInterval(loop) }),
    ...(shared !== undefined && { sharedClock: shared === 'true' }),
    ...(client !== undefined && { client }),
    ...(strict !== undefined && { strict: strict === 'true' }),
  });
}

/** One day, in milliseconds. */
const MAX_POLL_INTERVAL_MS = 86_400_000;

function parsePollInterval(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds >= 1 && milliseconds <= MAX_POLL_INTERVAL_MS)
    return milliseconds;
  throw inputError([{ pointer: '/tight_loop', detail: 'must be a time from 1ms to 24h, such as 500ms' }]);
}
