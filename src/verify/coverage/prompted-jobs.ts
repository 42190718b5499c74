/** What became of the jobs that a run started with a prompt of its options. */
import { getJson } from '../../judge/model/body.js';
import { getStartedJobId, hasValidKey, type Call } from '../../judge/model/call.js';
import type { Trace } from '../../judge/model/trace.js';

/**
 * @param formatResults the results of calls in words
 * @returns a clause: `the start with the failure prompt never succeeded (2 × 500)`
 */
export function describePromptedJobs(
  trace: Trace,
  prompt: string,
  name: string,
  formatResults: (calls: readonly Call[]) => string,
): string {
  const starts = trace
    .callsTo('startGeneration')
    .filter((call) => hasValidKey(call) && JSON.stringify(getJson(call.requestBody) ?? '').includes(quote(prompt)));
  if (starts.length === 0) return `no job was started with the ${name} prompt`;
  const ids = starts.filter(({ isSuccess }) => isSuccess).flatMap((call) => getStartedJobId(call) ?? []);
  if (ids.length === 0) return `the start with the ${name} prompt never succeeded (${formatResults(starts)})`;
  const statuses = ids.map((id) => trace.getJob(id)?.views.at(-1)?.status ?? 'unknown');
  const what = ids.length === 1 ? 'the job' : `${ids.length} jobs`;
  return `${what} with the ${name} prompt ended with status ${[...new Set(statuses)].join(', ')}`;
}

/** As in a JSON string, without its quotes. */
const quote = (text: string): string => JSON.stringify(text).slice(1, -1);
