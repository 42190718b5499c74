/** Faults in words. */
import type { ArmedFault, ArmFaultRequest } from '../../generated/control-api.js';
import { counted } from '../../base/text/counted.js';
import { formatDuration } from '../parts/format.js';
import { cellOf } from '../state/jobs.js';
import { OPERATION_LABELS, OPERATIONS } from '../parts/operations.js';

/** Faults with more responses left than this are shown by their time only. */
const MANY = 10_000;

export function effectOf({ answer, latency, connection, corrupt, drip }: ArmFaultRequest): string {
  const hint = answer?.retry_after === undefined ? '' : ` with Retry-After ${answer.retry_after}`;
  const effects = [
    answer && `responds ${answer.status}${hint}`,
    latency && `delays by ${latency}`,
    connection && (connection === 'reset' ? 'drops the connection' : 'never responds'),
    corrupt && (corrupt === 'malformed' ? 'sends a body that is not JSON' : 'cuts the body'),
    drip && `sends the body slowly, over ${drip}`,
  ];
  return effects.filter(Boolean).join(', ');
}

/** What a fault applies to: `poll a job, of Harbour taxis`. */
export function targetOf({ on, job }: Pick<ArmedFault, 'on' | 'job'>): string {
  const operations =
    on.length === OPERATIONS.length ? 'any operation' : on.map((id) => OPERATION_LABELS[id]).join(', ');
  if (job === undefined) return operations;
  return `${operations}, of ${cellOf(job)?.job.value.prompt.slice(0, 60) ?? job}`;
}

/** How often a fault still applies. */
export function remainingOf({ left, happened = 0, until, chance }: ArmedFault, now: number): string {
  const time = `for ${formatDuration(Date.parse(until) - now)}`;
  const parts = [
    chance !== undefined && chance < 1 && `by chance, ${Math.round(chance * 100)} %`,
    left < MANY && counted(left, 'more time'),
    time,
    happened === 0 ? 'has not happened yet' : `happened ${counted(happened, 'time')}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The position, from 1, of the first other fault that applies before this one. */
export function precededBy(list: readonly ArmedFault[], index: number): number | undefined {
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
