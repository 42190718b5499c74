/** Counts what a trace shows of everything the interface documents. Counts of parts add up to those of the whole. */
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import type { OperationId } from '../../generated/routes.js';
import { validate, type ValidatedSchema } from '../../generated/validate-documented.js';
import { answered } from '../rules/judging.js';
import { fieldOf } from '../trace/answer.js';
import type { Call } from '../trace/call.js';
import type { Trace } from '../trace/trace.js';

/** The kinds of values that carry documented fields. */
export type Carrier = 'accepted' | 'view' | JobStatus | 'progress' | 'presentation';

/** The fields that an empty object lacks: those that have to be there. */
const required = (schema: ValidatedSchema): readonly string[] =>
  validate(schema, {}).map(({ pointer }) => pointer.slice(1));

const inState = (status: JobStatus): readonly string[] => [
  ...lifecycle.states[status].required,
  ...lifecycle.states[status].optional,
];

/** What each may carry, as far as the interface lists it. */
export const fieldsOf: Readonly<Record<Carrier, readonly string[]>> = {
  accepted: required('GenerationAccepted'),
  view: lifecycle.always,
  generating: inState('generating'),
  awaiting_input: inState('awaiting_input'),
  completed: inState('completed'),
  failed: inState('failed'),
  progress: required('Progress'),
  presentation: required('Presentation'),
};

export class Census {
  readonly #counts = new Map<string, number>();

  /** How often an operation was answered how, by answer. */
  answers(operation: OperationId): ReadonlyMap<string, number> {
    const prefix = `answer ${operation} `;
    const answers = [...this.#counts].filter(([name]) => name.startsWith(prefix));
    return new Map(answers.map(([name, count]) => [name.slice(prefix.length), count]));
  }

  /** How many whole answers of an operation had this status, or any success. */
  statuses(operation: OperationId, status: string): number {
    return this.#of(`status ${operation} ${status}`);
  }

  views(status: JobStatus): number {
    return this.#of(`carrier ${status}`);
  }

  /** How many jobs were seen in this state. */
  jobs(status: JobStatus): number {
    return this.#of(`job ${status}`);
  }

  carriers(carrier: Carrier): number {
    return this.#of(`carrier ${carrier}`);
  }

  /** How many of the carriers had the field. */
  fields(carrier: Carrier, field: string): number {
    return this.#of(`field ${carrier} ${field}`);
  }

  /** Counts a trace. @param isCounted which of its calls are new */
  take(trace: Trace, isCounted: (call: Call) => boolean): void {
    for (const call of trace.calls) if (isCounted(call)) this.#takeCall(call);
    for (const job of trace.jobs) {
      const met = new Set<JobStatus>();
      for (const { call, status, value } of job.views) {
        if (isCounted(call)) this.#takeView(value, status);
        // A job counts where it was seen in the state for the first time.
        if (status === undefined || met.has(status)) continue;
        met.add(status);
        if (isCounted(call)) this.#add(`job ${status}`);
      }
    }
    for (const { call, value } of trace.sightings)
      if (isCounted(call)) this.#takeValue('presentation', value);
  }

  #takeCall(call: Call): void {
    this.#add(`answer ${call.operation} ${answered(call)}`);
    this.#add(`status ${call.operation} ${call.status}`);
    if (call.ok) this.#add(`status ${call.operation} 2xx`);
    if (call.ok && call.operation === 'startGeneration' && call.answer.kind === 'json')
      this.#takeValue('accepted', call.answer.value);
  }

  #takeView(value: unknown, status: JobStatus | undefined): void {
    this.#takeValue('view', value);
    if (status !== undefined) this.#takeValue(status, value);
    const progress = status === 'generating' ? fieldOf(value, 'progress') : undefined;
    if (progress != null) this.#takeValue('progress', progress);
  }

  #takeValue(carrier: Carrier, value: unknown): void {
    this.#add(`carrier ${carrier}`);
    for (const field of fieldsOf[carrier]) {
      if (fieldOf(value, field) !== undefined) this.#add(`field ${carrier} ${field}`);
    }
  }

  #of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #add(name: string, by = 1): void {
    this.#counts.set(name, this.#of(name) + by);
  }
}
