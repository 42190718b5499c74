/** Checks the clients in the journal against the client rules. */
import type { ClientReport } from '../../judge/report/report.js';
import { parseDuration } from '../../scenario/duration.js';
import { inputError, toQuery } from './validate-input.js';
import { getExchanges, sortBySequence } from './journals.js';
import type { ControlContext, WorkspaceContext } from './workspace-context.js';

export interface ClientReportOptions {
  /** Polls of one job at shorter intervals than this are a tight loop (4.5). `500ms`, or milliseconds. Default: `1s`. */
  readonly minPollInterval?: string | number;
  /**
   * Whether the timers of the clients follow the workspace's clock. If true, intervals are judged even if the clock was changed, as in
   * a test that advances both together. Default: `false`.
   */
  readonly timersFollowClock?: boolean;
  /**
   * Whether all requests come from one client in one tab. If true, no finding is downgraded because another tab may have sent the
   * request. Default: `true` in the sandbox of one test, otherwise `false`.
   */
  readonly singleClient?: boolean;
  /** Only the exchanges of this client, as the report names it. */
  readonly client?: string;
  /** Whether requests that belong to no workspace are included. Default: `false`. */
  readonly includeUnassigned?: boolean;
}

/** One day. */
const MAX_POLL_INTERVAL_MS = 86_400_000;

/** The options as the query of a URL. */
export function toClientReportQuery({
  minPollInterval,
  ...rest
}: ClientReportOptions): Readonly<Record<string, string>> {
  return toQuery({
    ...rest,
    minPollInterval: typeof minPollInterval === 'number' ? `${minPollInterval}ms` : minPollInterval,
  });
}

/** @throws UserError (`invalid-input`) if the interval is invalid */
export function getClientReport(
  { clientReport }: ControlContext,
  workspace: WorkspaceContext,
  query: Readonly<Record<string, string>>,
): Promise<ClientReport> {
  const {
    min_poll_interval: minPollInterval,
    timers_follow_clock: timersFollowClock,
    single_client: singleClient,
    client,
  } = query;
  return clientReport(sortBySequence(getExchanges(workspace, query['include_unassigned'] === 'true')), {
    evicted: workspace.state.journal.evicted,
    ...(minPollInterval !== undefined && { minPollInterval: parsePollInterval(minPollInterval) }),
    ...(timersFollowClock !== undefined && { timersFollowClock: timersFollowClock === 'true' }),
    ...(client !== undefined && { client }),
    ...(singleClient !== undefined && { singleClient: singleClient === 'true' }),
  });
}

function parsePollInterval(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds >= 1 && milliseconds <= MAX_POLL_INTERVAL_MS)
    return milliseconds;
  throw inputError([
    { pointer: '/min_poll_interval', detail: 'must be a time from 1ms to 24h, such as 500ms' },
  ]);
}
