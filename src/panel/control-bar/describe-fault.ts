/** Formats faults for display. */
import type { ActiveFault, AddFaultRequest } from '../../generated/control-api.js';
import { pluralize } from '../../base/text/pluralize.js';
import { formatDuration } from '../../ui/format.js';
import { getJobModel } from '../state/jobs.js';
import { OPERATION_LABELS, OPERATIONS } from '../components/operation-labels.js';

/** Larger remaining counts are not shown. */
const MAX_DISPLAYED_COUNT = 10_000;

/** What a request gets: `429 with Retry-After 5s`. */
export function describeEffect({ response, latency, connection, corrupt, drip }: AddFaultRequest): string {
  const retryAfter = response?.retry_after === undefined ? '' : ` with Retry-After ${response.retry_after}`;
  const effects = [
    response && `${response.status}${retryAfter}`,
    latency && `a response delayed by ${latency}`,
    connection && (connection === 'reset' ? 'a dropped connection' : 'no response'),
    corrupt && (corrupt === 'malformed' ? 'a body that is not JSON' : 'a truncated body'),
    drip && `a body sent slowly, over ${drip}`,
  ];
  return effects.filter(Boolean).join(', ');
}

/** `Next poll of “Lighthouses” gets 429.` */
export function describeFault(fault: ActiveFault): string {
  const number =
    fault.remaining === 1
      ? 'Next'
      : `Next ${fault.remaining < MAX_DISPLAYED_COUNT ? fault.remaining : ''}`.trim();
  const plural = fault.remaining === 1 ? '' : 's';
  const verb = fault.remaining === 1 ? 'gets' : 'get';
  const { operation, job } = fault;
  const isPoll = operation.length === 1 && operation[0] === 'getGenerationStatus';
  const request = isPoll ? `poll${plural}` : `request${plural}${formatOperations(operation)}`;
  return `${number} ${request}${job === undefined ? '' : ` of ${quotePrompt(job)}`} ${verb} ${describeEffect(fault)}.`;
}

const formatOperations = (operations: ActiveFault['operation']): string =>
  operations.length === OPERATIONS.length
    ? ''
    : ` to ${operations.map((id) => OPERATION_LABELS[id]).join(', ')}`;

export function quotePrompt(job: string): string {
  const prompt = getJobModel(job)?.job.value.prompt ?? job;
  return `“${prompt.length > 40 ? `${prompt.slice(0, 40)}…` : prompt}”`;
}

/** How long a fault still applies, and how often it did: `For 30 s · applied 2 times`. */
export function describeRemaining(
  { applied = 0, expires_at, probability, fallback }: ActiveFault,
  now: number,
): string {
  const parts = [
    `For ${formatDuration(Date.parse(expires_at) - now)}`,
    probability !== undefined && probability < 1 && `probability ${Math.round(probability * 100)} %`,
    fallback && 'only if no other fault matches',
    applied === 0 ? 'not applied yet' : `applied ${pluralize(applied, 'time')}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The position, from 1, of the first other fault that applies before this one. */
export function findPrecedingFault(list: readonly ActiveFault[], index: number): number | undefined {
  const fault = list[index];
  if (!fault) return undefined;
  const first = list
    .slice(0, index)
    .findIndex(
      ({ operation, job }) =>
        operation.some((operation) => fault.operation.includes(operation)) &&
        (job === undefined || fault.job === undefined || job === fault.job),
    );
  return first === -1 ? undefined : first + 1;
}
