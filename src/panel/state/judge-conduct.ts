/** Asks the server to judge the clients, when there are new exchanges: less often if the server needs long for it. */
import { ApiError, line } from '../api/client.js';
import { conductReport } from './conduct.js';
import { workspaceId } from './route.js';
import { exchanges } from './traffic.js';

/** Milliseconds from one request to the next. The first judgement is slow, because the server loads the judge. */
const SHORTEST = 1000;
const LONGEST = 5000;
/** The share of the time that a judgement can take. */
const SHARE = 0.1;

let judged = exchanges.peek();
let isDueAt = 0;

export function forgetConduct(): void {
  conductReport.value = undefined;
  judged = exchanges.peek();
}

export async function judgeConduct(): Promise<void> {
  const list = exchanges.peek();
  const begun = performance.now();
  if (list === judged || begun < isDueAt) return;
  const workspace = workspaceId.peek();
  judged = list;
  isDueAt = Infinity;
  try {
    const report = await line.run('readConduct', { params: { workspace }, query: { unassigned: 'true' } });
    if (workspace === workspaceId.peek()) conductReport.value = report;
  } catch (error) {
    // The connection note already shows this error.
    if (!(error instanceof ApiError)) throw error;
  } finally {
    const took = performance.now() - begun;
    isDueAt = begun + Math.max(SHORTEST, Math.min(took / SHARE, took + LONGEST));
  }
}
