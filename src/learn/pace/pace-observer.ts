/** Collects the pace of all jobs of a recording, in bounded memory, and how often requests fail on their way. */
import { fieldOf } from '../../base/json.js';
import type { OperationId } from '../../generated/routes.js';
import type { Call } from '../../contract/index.js';
import { JobPace } from './job-pace.js';

/** The results of the requests of one operation. */
export interface Requests {
  count: number;
  /** How often a status from 500, or `reset`. */
  readonly failures: Map<string, number>;
  /** Milliseconds of the first successes. */
  readonly times: number[];
}

const MAX_JOBS = 20_000;
const MAX_TIMES = 2_000;

export class PaceObserver {
  readonly #jobs = new Map<string, JobPace>();
  readonly requests = new Map<OperationId, Requests>();
  /** Jobs beyond the limit. */
  left = 0;

  /** The jobs whose starts were recorded. */
  get jobs(): readonly JobPace[] {
    return [...this.#jobs.values()];
  }

  /** Adds any call, in the order of time. */
  add(call: Call): void {
    this.#count(call);
    if (!call.ok) return;
    const value = call.received.kind === 'json' ? call.received.value : undefined;
    if (call.operation === 'startGeneration') this.#start(call, fieldOf(value, 'generation_id'));
    if (call.operation === 'getGenerationStatus') this.#jobs.get(call.id)?.view(value, call);
    if (call.operation === 'sendGenerationMessage') this.#jobs.get(call.id)?.reply(call);
  }

  #start(call: Call, id: unknown): void {
    if (typeof id !== 'string' || this.#jobs.has(id)) return;
    if (this.#jobs.size >= MAX_JOBS) this.left++;
    else this.#jobs.set(id, new JobPace(call));
  }

  #count({ operation, status, ok, exchange }: Call): void {
    const { failure, startedAt, endedAt } = exchange;
    // A client that disconnects says nothing about the service.
    if (failure === 'aborted') return;
    const known: Requests = this.requests.get(operation) ?? { count: 0, failures: new Map(), times: [] };
    this.requests.set(operation, known);
    known.count++;
    const name = status >= 500 ? String(status) : failure === 'reset' ? failure : undefined;
    if (name !== undefined) known.failures.set(name, (known.failures.get(name) ?? 0) + 1);
    if (ok && known.times.length < MAX_TIMES) known.times.push(endedAt - startedAt);
  }
}
