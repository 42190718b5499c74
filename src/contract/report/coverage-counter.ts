/** Counts how often traces contain each documented operation, status, state and field. The counts of segments add up. */
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import type { OperationId } from '../../generated/routes.js';
import { validate } from '../../generated/validate-documented.js';
import type { ValidatedSchema } from '../../generated/validated-schema.js';
import { statusText } from '../../trace/status-text.js';
import { fieldOf } from '../../base/json.js';
import type { Call } from '../../trace/call.js';
import type { Trace } from '../../trace/model.js';

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

export class CoverageCounter {
  /** By a name of several words: of a status, an object, a field or a job. */
  readonly #counts = new Map<string, number>();
  readonly #responses = new Map<OperationId, Map<string, number>>();

  /** The number of responses of an operation by status or failure. */
  responses(operation: OperationId): ReadonlyMap<string, number> {
    return this.#responses.get(operation) ?? new Map<string, number>();
  }

  /** The number of complete responses of an operation with this status, or with any success (`2xx`). */
  statuses(operation: OperationId, status: string): number {
    return this.#counts.get(`${operation} ${status}`) ?? 0;
  }

  /** The number of jobs with a view in this state. */
  jobs(status: JobStatus): number {
    return this.#counts.get(`job ${status}`) ?? 0;
  }

  /** The number of objects of a kind. */
  objects(kind: ObjectKind): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** How many objects of a kind have the field. */
  fields(kind: ObjectKind, field: string): number {
    return this.#counts.get(`${kind} ${field}`) ?? 0;
  }

  /** Adds a trace. A job in two segments counts twice. */
  add(trace: Trace): void {
    for (const call of trace.calls) this.#addCall(call);
    for (const { views } of trace.jobs) {
      for (const { status, value } of views) this.#addView(value, status);
      for (const status of new Set(views.map((view) => view.status)))
        if (status !== undefined) addTo(this.#counts, `job ${status}`);
    }
    for (const { value } of trace.snapshots) this.#addObject('presentation', value);
  }

  #addCall(call: Call): void {
    const { operation, status, ok } = call;
    const responses = this.#responses.get(operation) ?? new Map<string, number>();
    this.#responses.set(operation, responses);
    addTo(responses, statusText(call));
    addTo(this.#counts, `${operation} ${status}`);
    if (!ok) return;
    addTo(this.#counts, `${operation} 2xx`);
    if (operation === 'startGeneration' && call.received.kind === 'json')
      this.#addObject('accepted', call.received.value);
  }

  #addView(value: unknown, status: JobStatus | undefined): void {
    this.#addObject('view', value);
    if (status !== undefined) this.#addObject(status, value);
    const progress = status === 'generating' ? fieldOf(value, 'progress') : undefined;
    if (progress != null) this.#addObject('progress', progress);
  }

  #addObject(kind: ObjectKind, value: unknown): void {
    addTo(this.#counts, kind);
    for (const name of fieldsOf[kind])
      if (fieldOf(value, name) !== undefined) addTo(this.#counts, `${kind} ${name}`);
  }
}

function addTo(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
