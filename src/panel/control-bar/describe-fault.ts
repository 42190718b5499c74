/** Faults in words. */
import type { ArmedFault, ArmFaultRequest } from '../../generated/control-api.js';
import { pluralize } from '../../base/text/pluralize.js';
import { formatDuration } from '../parts/format.js';
import { getJobModel } from '../state/jobs.js';
import { OPERATION_LABELS, OPERATIONS } from '../components/operation-labels.js';

/** Faults with more responses left than this are shown by their time only. */
const MAX_SHOWN_COUNT = 10_000;

/** What a request gets: `429 with Retry-After 5s`. */
export function describeEffect({ answer, latency, connection, corrupt, drip }: ArmFaultRequest): string {
  const hint = answer?.retry_after === undefined ? '' : ` with Retry-After ${answer.retry_after}`;
  const effects = [
    answer && `${answer.status}${hint}`,
    latency && `its response ${latency} late`,
    connection && (connection === 'reset' ? 'a dropped connection' : 'no response'),
    corrupt && (corrupt === 'malformed' ? 'a body that is not JSON' : 'a body that is cut'),
    drip && `its body slowly, over ${drip}`,
  ];
  return effects.filter(Boolean).join(', ');
}

/** `Next poll of “Lighthouses” gets 429.` */
export function describeFault(fault: ArmedFault): string {
  const number = fault.left === 1 ? 'Next' : `Next ${fault.left < MAX_SHOWN_COUNT ? fault.left : ''}`.trim();
  const plural = fault.left === 1 ? '' : 's';
  const verb = fault.left === 1 ? 'gets' : 'get';
  const { on, job } = fault;
  const isPoll = on.length === 1 && on[0] === 'getGenerationStatus';
  const request = isPoll ? `poll${plural}` : `request${plural}${operationsOf(on)}`;
  return `${number} ${request}${job === undefined ? '' : ` of ${quotePrompt(job)}`} ${verb} ${describeEffect(fault)}.`;
}

const operationsOf = (on: ArmedFault['on']): string =>
  on.length === OPERATIONS.length ? '' : ` to ${on.map((id) => OPERATION_LABELS[id]).join(', ')}`;

export function quotePrompt(job: string): string {
  const prompt = getJobModel(job)?.job.value.prompt ?? job;
  return `“${prompt.length > 40 ? `${prompt.slice(0, 40)}…` : prompt}”`;
}

/** How often a fault still applies: `For 30 s · happened 2 times`. */
export function describeRemaining({ happened = 0, until, chance }: ArmedFault, now: number): string {
  const parts = [
    `For ${formatDuration(Date.parse(until) - now)}`,
    chance !== undefined && chance < 1 && `by chance, ${Math.round(chance * 100)} %`,
    happened === 0 ? 'has not happened yet' : `happened ${pluralize(happened, 'time')}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The position, from 1, of the first other fault that applies before this one. */
export function findPrecedingFault(list: readonly ArmedFault[], index: number): number | undefined {
  const fault = list[index];
  if (!fault) return undefined;
  const first = list
    .slice(0, index)
    .findIndex(
      ({ on, job }) =>
        on.some((operation) => fault.on.includes(operation)) &&
        (job === undefined || fault.job === undefined || job === fault.job),
    );
  return first === -1 ? undefined : first + 1;
}
