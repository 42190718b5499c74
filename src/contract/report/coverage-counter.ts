/** Counts how often traces contain each documented operation, status, state and field. The counts of segments add up. */
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import type { OperationId } from '../../generated/routes.js';
import { validate, type ValidatedSchema } from '../../generated/validate-documented.js';
import { statusText } from '../../trace/status-text.js';
import { fieldOf } from '../../base/json.js';
import type { Call } from '../../trace/call.js';
import type { Trace } from '../../trace/trace.js';

/** The kinds of JSON objects with documented fields. */
export type ObjectKind = 'accepted' | 'view' | JobStatus | 'progress' | 'presentation';

/** The required fields of a schema: those that an empty object misses. */
const required = (schema: ValidatedSchema): readonly string[] =>
  validate(schema, {}).map(({ pointer }) => pointer.slice(1));

const inState = (status: JobStatus): readonly string[] => [
  ...lifecycle.states[status].required,
  ...lifecycle.states[status].optional,
];

/** The documented fields of each kind. */
export const fieldsOf: Readonly<Record<ObjectKind, readonly string[]>> = {
  accepted: required('GenerationAccepted'),
  view: lifecycle.always,
  generating: inState('generating'),
  awaiting_input: inState('awaiting_input'),
  completed: inState('completed'),
  failed: inState('failed'),
  progress: required('Progress'),
  presentation: required('Presentation'),
};

interface FieldCounts {
  count: number;
  /** How many of the objects have each field, in the order of the fields. */
  readonly fields: number[];
}

const emptyCounts = (): Record<ObjectKind, FieldCounts> => {
  const none = (carrier: ObjectKind): FieldCounts => ({ count: 0, fields: fieldsOf[carrier].map(() => 0) });
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

export class CoverageCounter {
  readonly #responses = new Map<OperationId, Map<string, number>>();
  /** The number of complete responses of an operation by status, and of all successes. */
  readonly #statuses = new Map<OperationId, Map<number | '2xx', number>>();
  readonly #objects = emptyCounts();
  readonly #jobs = new Map<JobStatus, number>();

  /** The number of responses of an operation by status or failure. */
  responses(operation: OperationId): ReadonlyMap<string, number> {
    return this.#responses.get(operation) ?? new Map<string, number>();
  }

  /** The number of complete responses of an operation with this status, or with any success (`2xx`). */
  statuses(operation: OperationId, status: string): number {
    const name = status === '2xx' ? status : Number(status);
    return this.#statuses.get(operation)?.get(name) ?? 0;
  }

  views(status: JobStatus): number {
    return this.objects(status);
  }

  /** The number of jobs with a view in this state. */
  jobs(status: JobStatus): number {
    return this.#jobs.get(status) ?? 0;
  }

  objects(carrier: ObjectKind): number {
    return this.#objects[carrier].count;
  }

  /** How many objects of a kind have the field. */
  fields(carrier: ObjectKind, field: string): number {
    return this.#objects[carrier].fields[fieldsOf[carrier].indexOf(field)] ?? 0;
  }

  /** Adds a trace. A job in two segments counts twice. */
  add(trace: Trace): void {
    for (const call of trace.calls) this.#addCall(call);
    for (const { views } of trace.jobs) {
      for (const { status, value } of views) this.#addView(value, status);
      for (const status of new Set(views.map((view) => view.status)))
        if (status !== undefined) addTo(this.#jobs, status);
    }
    for (const { value } of trace.snapshots) this.#addObject('presentation', value);
  }

  #addCall(call: Call): void {
    const { operation, status, ok } = call;
    addTo(getOrCreate(this.#responses, operation), statusText(call));
    const statuses = getOrCreate(this.#statuses, operation);
    addTo(statuses, status);
    if (ok) addTo(statuses, '2xx');
    if (ok && operation === 'startGeneration' && call.received.kind === 'json')
      this.#addObject('accepted', call.received.value);
  }

  #addView(value: unknown, status: JobStatus | undefined): void {
    this.#addObject('view', value);
    if (status !== undefined) this.#addObject(status, value);
    const progress = status === 'generating' ? fieldOf(value, 'progress') : undefined;
    if (progress != null) this.#addObject('progress', progress);
  }

  #addObject(carrier: ObjectKind, value: unknown): void {
    const carried = this.#objects[carrier];
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

function getOrCreate<Name>(
  all: Map<OperationId, Map<Name, number>>,
  operation: OperationId,
): Map<Name, number> {
  const known = all.get(operation);
  if (known) return known;
  const made = new Map<Name, number>();
  all.set(operation, made);
  return made;
}
