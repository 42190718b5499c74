/** Asks the server to judge the clients, when there are new exchanges: less often if the server needs long for it. */
import { ApiError, here } from '../api/client.js';
import { conductReport } from './conduct.js';
import { workspaceId } from './route.js';
import { exchanges } from './traffic.js';

/** Milliseconds from a judgement to the next. The first one is slow, because the server loads the judge. */
const SHORTEST = 1000;
const LONGEST = 5000;

let judged = exchanges.peek();
let isDueAt = 0;

export function forgetConduct(): void {
  conductReport.value = undefined;
  judged = exchanges.peek();
}

export async function judgeConduct(): Promise<void> {
  const list = exchanges.peek();
  const begun = performance.now();
  if (list === judged || list.length === 0 || begun < isDueAt) return;
  const workspace = workspaceId.peek();
  judged = list;
  isDueAt = Infinity;
  try {
    const report = await here(workspace).conduct({ unassigned: true });
    if (workspace === workspaceId.peek()) conductReport.value = report;
  } catch (error) {
    // The connection note already shows this error.
    if (!(error instanceof ApiError)) throw error;
  } finally {
    // A tenth of the time is enough for judgements.
    const pause = 9 * (performance.now() - begun);
    isDueAt = performance.now() + Math.min(Math.max(pause, SHORTEST), LONGEST);
  }
}
