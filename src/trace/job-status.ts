/** The states of a job, and the id that a start returns. Sections 2.2, 3 and 4.4. */
import { fieldOf } from '../base/json.js';
import { lifecycle, type JobStatus } from '../generated/lifecycle.js';
import type { Call } from './call.js';
import { jsonOf } from './payload.js';

export const knownStatus = (status: unknown): JobStatus | undefined =>
  typeof status === 'string' && Object.hasOwn(lifecycle.states, status) ? (status as JobStatus) : undefined;

export const isTerminal = (status: JobStatus | undefined): boolean =>
  status !== undefined && lifecycle.states[status].terminal;

/** The generation_id in the response to a start, if it is a usable string. */
export function startedJobId({ received }: Call): string | undefined {
  const id = fieldOf(jsonOf(received), 'generation_id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}
