/** Checks the clients in the journal against the client rules. */
import type { ClientReport } from '../../judge/report/report.js';
import { parseDuration } from '../../scenario/duration.js';
import { isSandbox } from '../store/registry.js';
import { inputError } from './validate-input.js';
import { getExchanges, sortBySequence } from './journals.js';
import type { ControlContext, WorkspaceContext } from './workspace-context.js';

/** One day. */
const MAX_POLL_INTERVAL_MS = 86_400_000;

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
    singleClient: singleClient === undefined ? isSandbox(workspace.state.id) : singleClient === 'true',
  });
}

function parsePollInterval(text: string): number {
  const milliseconds = /^[\d.]+$/.test(text) ? Number(text) : parseDuration(text);
  if (milliseconds !== undefined && milliseconds >= 1 && milliseconds <= MAX_POLL_INTERVAL_MS)
    return milliseconds;
  throw inputError([
    {
      pointer: '/min_poll_interval',
      detail: `must be a time from 1ms to 24h, such as 500ms, not ${JSON.stringify(text)}`,
    },
  ]);
}
