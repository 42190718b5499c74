/** Remembers the earlier traffic in bounded memory: accepted keys, the owners of resources, and the state of each job. */
import { fieldOf } from '../../base/json.js';
import { isTerminal, knownStatus, type Call } from '../../contract/index.js';
import { BoundedMap } from '../../base/bounded-map.js';
import type { PlaceTallies } from './place-tallies.js';

interface JobState {
  status: string | undefined;
  question: unknown;
  /** Whether the service accepted a reply after the last view. */
  replied: boolean;
  /** The end of the last exchange about the job. */
  endedAt: number;
}

const maxEntries = 20_000;

export class JobMemory {
  readonly #accepted = new BoundedMap<string, true>(maxEntries);
  readonly #owners = new BoundedMap<string, string>(maxEntries);
  readonly #jobs = new BoundedMap<string, JobState>(maxEntries);

  isAccepted(key: string): boolean {
    return this.#accepted.get(key) === true;
  }

  ownerOf(id: string): string | undefined {
    return this.#owners.get(id);
  }

  stateOf(id: string): string | undefined {
    return this.#jobs.get(id)?.status;
  }

  /** What was seen of a job before a message to it. */
  conditionOf(id: string): string {
    const job = this.#jobs.get(id);
    if (job?.replied) return 'after an accepted reply, before the next poll';
    return `while ${job?.status ?? 'not polled yet'}`;
  }

  /** Remembers a success, and counts what it shows about jobs. */
  add(call: Call, tallies: PlaceTallies): void {
    const key = call.by.key ?? '';
    if (!this.isAccepted(key)) this.#accepted.set(key, true);
    const value = call.received.kind === 'json' ? call.received.value : undefined;
    const presentation = fieldOf(value, 'presentation') ?? value;
    for (const id of [call.id, fieldOf(value, 'generation_id'), fieldOf(presentation, 'id')])
      if (typeof id === 'string' && id !== '' && this.#owners.get(id) === undefined)
        this.#owners.set(id, key);
    if (call.operation === 'getGenerationStatus') this.#view(call, value, tallies);
    if (call.operation === 'sendGenerationMessage') this.#message(call, tallies);
  }

  #view(call: Call, value: unknown, tallies: PlaceTallies): void {
    const { startedAt, endedAt } = call.exchange;
    const status = knownStatus(fieldOf(value, 'status'));
    const before = this.#jobs.get(call.id);
    const question = fieldOf(value, 'message');
    if (!before?.status) tallies.add('first-view', status ?? 'an unknown state', call);
    else if (before.endedAt < startedAt) {
      if (isTerminal(knownStatus(before.status)))
        tallies.add('finished-jobs', `${call.status} while ${String(status)}`, call);
      else if (before.status !== status)
        tallies.add('transitions', `${before.status} → ${String(status)}`, call);
      if (before.replied && before.status === 'awaiting_input')
        tallies.add('after-a-reply', afterReply(before, status, question), call);
    }
    this.#jobs.set(call.id, { status, question, replied: false, endedAt });
  }

  #message(call: Call, tallies: PlaceTallies): void {
    const job = this.#jobs.get(call.id);
    tallies.add('messages-by-state', `${call.status} ${this.conditionOf(call.id)}`, call);
    if (job) job.replied = true;
  }

  /** Counts an error response to a poll of a finished job. */
  addRefusal(call: Call, tallies: PlaceTallies): void {
    if (call.operation !== 'getGenerationStatus' || this.ownerOf(call.id) !== call.by.key) return;
    if (isTerminal(knownStatus(this.stateOf(call.id))))
      tallies.add('finished-jobs', `${call.status} while ${this.stateOf(call.id) ?? ''}`, call);
  }
}

function afterReply(before: JobState, status: string | undefined, question: unknown): string {
  if (status !== 'awaiting_input') return status ?? 'an unknown state';
  return question === before.question ? 'the same question' : 'another question';
}
