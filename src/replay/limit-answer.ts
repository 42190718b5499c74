/** The response over the rate limit, where the service had another one than Deckhand. */
import type { Scenario } from '../generated/control-api.js';
import type { Anonymiser } from './anonymiser.js';
import { faultAnswer } from './fault-answer.js';
import { isRefusal } from './rate-policy.js';
import { idsOf } from './recorded-ids.js';
import type { RecordedJob } from './recorded-jobs.js';

export function limitAnswer(job: RecordedJob, names: Anonymiser): Pick<Scenario, 'rate_limit_answer'> {
  const refusals = job.calls.filter(isRefusal);
  const times = new Set(
    refusals.map(({ response }) => (response.kind === 'broken' ? undefined : response.retryAfter)),
  );
  const [call] = refusals;
  if (!call || call.response.kind === 'broken') return {};
  const { retry_after: constant, ...answer } = faultAnswer(call.response, idsOf(job, call), names);
  if (times.size === 1)
    return { rate_limit_answer: { ...answer, ...(constant !== undefined && { retry_after: constant }) } };
  // Deckhand's own problem has the time until the next request.
  if (answer.body === undefined) return {};
  return { rate_limit_answer: { ...answer, headers: { ...answer.headers, 'Retry-After': '{retry_after}' } } };
}
