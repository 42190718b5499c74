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

interface Carried {
  count: number;
  /** How many of them had each field, in the order of the fields. */
  readonly fields: number[];
}

const perCarrier = (): Record<Carrier, Carried> => {
  const none = (carrier: Carrier): Carried => ({ count: 0, fields: fieldsOf[carrier].map(() => 0) });
  return {
    accepted: none('accepted'),
    view: none('view'),
    generating: none('generating'),
    awaiting_input: none('awaiting_input'),
    completed: none('completed'),
    failed: none('failed'),
    progress: none('progress'),
    presentation: none('presentation'),
  };
};

export class Census {
  readonly #answers = new Map<OperationId, Map<string, number>>();
  /** Whole answers of an operation by status, and all that were a success. */
  readonly #statuses = new Map<OperationId, Map<number | '2xx', number>>();
  readonly #carriers = perCarrier();
  readonly #jobs = new Map<JobStatus, number>();

  /** How often an operation was answered how, by answer. */
  answers(operation: OperationId): ReadonlyMap<string, number> {
    return this.#answers.get(operation) ?? new Map<string, number>();
  }

  /** How many whole answers of an operation had this status, or any success. */
  statuses(operation: OperationId, status: string): number {
    const name = status === '2xx' ? status : Number(status);
    return this.#statuses.get(operation)?.get(name) ?? 0;
  }

  views(status: JobStatus): number {
    return this.carriers(status);
  }

  /** How many jobs were seen in this state. */
  jobs(status: JobStatus): number {
    return this.#jobs.get(status) ?? 0;
  }

  carriers(carrier: Carrier): number {
    return this.#carriers[carrier].count;
  }

  /** How many of the carriers had the field. */
  fields(carrier: Carrier, field: string): number {
    return this.#carriers[carrier].fields[fieldsOf[carrier].indexOf(field)] ?? 0;
  }

  /** Counts what is new in a trace. */
  take(trace: Trace): void {
    for (const call of trace.calls) if (trace.isNew(call)) this.#takeCall(call);
    for (const job of trace.jobs) {
      const met = new Set<JobStatus>();
      for (const { call, status, value } of job.views) {
        if (trace.isNew(call)) this.#takeView(value, status);
        // A job counts where it was seen in the state for the first time.
        if (status === undefined || met.has(status)) continue;
        met.add(status);
        if (trace.isNew(call)) addTo(this.#jobs, status);
      }
    }
    for (const { call, value } of trace.sightings)
      if (trace.isNew(call)) this.#takeValue('presentation', value);
  }

  #takeCall(call: Call): void {
    const { operation, status, ok } = call;
    addTo(within(this.#answers, operation), answered(call));
    const statuses = within(this.#statuses, operation);
    addTo(statuses, status);
    if (ok) addTo(statuses, '2xx');
    if (ok && operation === 'startGeneration' && call.answer.kind === 'json')
      this.#takeValue('accepted', call.answer.value);
  }

  #takeView(value: unknown, status: JobStatus | undefined): void {
    this.#takeValue('view', value);
    if (status !== undefined) this.#takeValue(status, value);
    const progress = status === 'generating' ? fieldOf(value, 'progress') : undefined;
    if (progress != null) this.#takeValue('progress', progress);
  }

  #takeValue(carrier: Carrier, value: unknown): void {
    const carried = this.#carriers[carrier];
    const names = fieldsOf[carrier];
    carried.count++;
    for (let index = 0; index < names.length; index++) {
      const isThere = fieldOf(value, names[index] ?? '') !== undefined;
      if (isThere) carried.fields[index] = (carried.fields[index] ?? 0) + 1;
    }
  }
}

function addTo<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function within<Name>(all: Map<OperationId, Map<Name, number>>, operation: OperationId): Map<Name, number> {
  const known = all.get(operation);
  if (known) return known;
  const made = new Map<Name, number>();
  all.set(operation, made);
  return made;
}
