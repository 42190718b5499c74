/** What a fold has to remember of the traffic behind it: who was accepted, what belongs to whom, where each job stood. Bounded. */
import { isTerminal, knownStatus, type Call, fieldOf } from '../../contract/index.js';
import { BoundedMap } from './bounded.js';
import type { Notes } from './notes.js';

interface JobState {
  status: string | undefined;
  question: unknown;
  /** A reply was taken, and no view was seen since. */
  replied: boolean;
  /** When the last answer about it had come. */
  endedAt: number;
}

const mostThings = 20_000;

export class JobMemory {
  readonly #accepted = new BoundedMap<true>(mostThings);
  readonly #owners = new BoundedMap<string>(mostThings);
  readonly #jobs = new BoundedMap<JobState>(mostThings);

  isAccepted(key: string): boolean {
    return this.#accepted.get(key) === true;
  }

  ownerOf(id: string): string | undefined {
    return this.#owners.get(id);
  }

  stateOf(id: string): string | undefined {
    return this.#jobs.get(id)?.status;
  }

  /** Remembers a success, and notes what it shows of the life of a job. */
  add(call: Call, notes: Notes): void {
    const key = call.by.key ?? '';
    if (!this.isAccepted(key)) this.#accepted.set(key, true);
    const value = call.answer.kind === 'json' ? call.answer.value : undefined;
    const presentation = fieldOf(value, 'presentation') ?? value;
    for (const id of [call.id, fieldOf(value, 'generation_id'), fieldOf(presentation, 'id')])
      if (typeof id === 'string' && id !== '' && this.#owners.get(id) === undefined)
        this.#owners.set(id, key);
    if (call.operation === 'getGenerationStatus') this.#view(call, value, notes);
    if (call.operation === 'sendGenerationMessage') this.#message(call, notes);
  }

  #view(call: Call, value: unknown, notes: Notes): void {
    const { startedAt, endedAt } = call.exchange;
    const status = knownStatus(fieldOf(value, 'status'));
    const before = this.#jobs.get(call.id);
    const question = fieldOf(value, 'message');
    if (!before?.status) notes.add('first-view', status ?? 'an unknown state', call);
    else if (before.endedAt < startedAt) {
      if (isTerminal(knownStatus(before.status)))
        notes.add('finished-jobs', `${call.status} while ${String(status)}`, call);
      else if (before.status !== status)
        notes.add('transitions', `${before.status} → ${String(status)}`, call);
      if (before.replied && before.status === 'awaiting_input')
        notes.add('after-a-reply', afterReply(before, status, question), call);
    }
    this.#jobs.set(call.id, { status, question, replied: false, endedAt });
  }

  #message(call: Call, notes: Notes): void {
    const job = this.#jobs.get(call.id);
    notes.add('messages-by-state', `${call.status} while ${job?.status ?? 'not polled yet'}`, call);
    if (job) job.replied = true;
  }

  /** A poll of a job that was seen to end, and is refused now. */
  refuse(call: Call, notes: Notes): void {
    if (call.operation !== 'getGenerationStatus' || this.ownerOf(call.id) !== call.by.key) return;
    if (isTerminal(knownStatus(this.stateOf(call.id))))
      notes.add('finished-jobs', `${call.status} while ${this.stateOf(call.id) ?? ''}`, call);
  }
}

function afterReply(before: JobState, status: string | undefined, question: unknown): string {
  if (status !== 'awaiting_input') return status ?? 'an unknown state';
  return question === before.question ? 'the same question' : 'another question';
}
