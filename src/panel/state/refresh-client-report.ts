/** Requests the client report when there are new exchanges: less often if the server takes long to judge them. */
import { ApiError, workspaceClient } from '../api/client.js';
import { clientReport } from './client-report.js';
import { workspaceId } from './route.js';
import { exchanges } from './traffic.js';

const MIN_REPORT_INTERVAL_MS = 1000;
const MAX_REPORT_INTERVAL_MS = 5000;

let reportedExchanges = exchanges.peek();
let dueAt = 0;

/** Removes the report, for example when another workspace is selected. */
export function clearClientReport(): void {
  clientReport.value = undefined;
  reportedExchanges = exchanges.peek();
}

/** Requests the report, if there are new exchanges and the last request is not too recent. */
export async function refreshClientReport(): Promise<void> {
  const list = exchanges.peek();
  const startedAt = performance.now();
  if (list === reportedExchanges || list.length === 0 || startedAt < dueAt) return;
  const workspace = workspaceId.peek();
  reportedExchanges = list;
  dueAt = Infinity;
  try {
    const report = await workspaceClient(workspace).clientReport({ includeUnassigned: true });
    if (workspace === workspaceId.peek()) clientReport.value = report;
  } catch (error) {
    // ConnectionStatus shows this error.
    if (!(error instanceof ApiError)) throw error;
  } finally {
    // Limits judging to a tenth of the server's time.
    const interval = 9 * (performance.now() - startedAt);
    dueAt = performance.now() + Math.min(Math.max(interval, MIN_REPORT_INTERVAL_MS), MAX_REPORT_INTERVAL_MS);
  }
}
