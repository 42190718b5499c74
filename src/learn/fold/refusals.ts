/**
 * Which kind a refusal is, as far as the wire tells. What only the rest of the traffic can tell, such as whether a key is
 * ever accepted, is held back until it is known or the file ends.
 */
import { headerOf } from '../../journal/exchange.js';
import { keyMark, LEFT_OUT } from '../../journal/redact.js';
import type { Call } from '../../contract/index.js';
import { BoundedMap } from './bounded.js';
import type { JobMemory } from './job-memory.js';
import { observeRefusal } from './observe-refusal.js';
import type { Notes } from './notes.js';
import { sentShape } from './observe-success.js';

interface Held {
  readonly kind: string;
  readonly calls: Call[];
}

const mostHeld = 1000;
const mostCallsHeld = 20;

export class Refusals {
  readonly #notes: Notes;
  readonly #memory: JobMemory;
  readonly #held: BoundedMap<Held>;

  constructor(notes: Notes, memory: JobMemory) {
    this.#notes = notes;
    this.#memory = memory;
    this.#held = new BoundedMap(mostHeld, (held) => this.#settle(held));
  }

  add(call: Call): void {
    const { by, status } = call;
    if (status >= 500) return observeRefusal('other', call, this.#notes);
    if (by.via === 'none') return observeRefusal('missing_key', call, this.#notes);
    if (by.wrong) return observeRefusal('unknown_key', call, this.#notes);
    if (status === 429) return observeRefusal('rate_limited', call, this.#notes);
    const key = by.key ?? '';
    if ((status === 401 || status === 403) && !this.#memory.isAccepted(key) && tellsKeysApart(key))
      return this.#hold(`key ${key}`, 'unknown_key', call);
    if (status === 413) return observeRefusal('content_too_large', call, this.#notes);
    if (call.id !== '') return this.#aboutSomething(call, key);
    this.#ofBody(call);
  }

  /** A success of the call's key, about the call's thing: what was held back because of either was refused for another reason. */
  accept(call: Call): void {
    for (const subject of [`key ${call.by.key ?? ''}`, `job ${call.id}`, `presentation ${call.id}`]) {
      const held = this.#held.take(subject);
      if (held) for (const one of held.calls) observeRefusal('other', one, this.#notes);
    }
  }

  /** The end of the file: what is held back by now is what it seems. */
  settle(): void {
    for (const held of this.#held.values()) this.#settle(held);
    this.#held.clear();
  }

  #aboutSomething(call: Call, key: string): void {
    const isJob = call.operation === 'getGenerationStatus' || call.operation === 'sendGenerationMessage';
    const owner = this.#memory.ownerOf(call.id);
    if (owner === undefined)
      return this.#hold(
        `${isJob ? 'job' : 'presentation'} ${call.id}`,
        isJob ? 'unknown_generation' : 'unknown_presentation',
        call,
      );
    if (owner !== key) return observeRefusal('foreign', call, this.#notes);
    const state = this.#memory.stateOf(call.id);
    if (call.operation === 'sendGenerationMessage') {
      const isOver = state === 'completed' || state === 'failed';
      if (isOver && !isBadBody(call)) return observeRefusal('generation_finished', call, this.#notes);
      if (!isBadBody(call))
        this.#notes.add('messages-by-state', `${call.status} while ${state ?? 'not polled yet'}`, call);
    }
    if (call.operation === 'getGenerationStatus') return observeRefusal('other', call, this.#notes);
    this.#ofBody(call);
  }

  #ofBody(call: Call): void {
    const { sent, status, exchange } = call;
    const type = headerOf(exchange.request.headers, 'content-type');
    const kind =
      exchange.request.body !== undefined && (type === undefined || !/^application\/json\b/i.test(type))
        ? 'unsupported_media_type'
        : sent.kind === 'not-json'
          ? 'malformed_json'
          : isBadBody(call)
            ? 'invalid_body'
            : 'other';
    if (kind === 'invalid_body' && sent.kind === 'json')
      this.#notes.add('refused-bodies', `${call.operation}: ${sentShape(sent.value)} → ${status}`, call);
    observeRefusal(kind, call, this.#notes);
  }

  #hold(subject: string, kind: string, call: Call): void {
    const held = this.#held.get(subject);
    if (!held) this.#held.set(subject, { kind, calls: [call] });
    else if (held.calls.length < mostCallsHeld) held.calls.push(call);
  }

  #settle({ kind, calls }: Held): void {
    for (const call of calls) observeRefusal(kind, call, this.#notes);
  }
}

/** 400 and 422 speak of what was sent; every other status may have other reasons. */
const isBadBody = ({ status, operation }: Call) =>
  (status === 400 || status === 422) && operation !== 'listTemplates' && operation !== 'getPresentation';

/** A mark that stands for any key tells nothing. */
const tellsKeysApart = (key: string) => key !== '' && key !== keyMark() && key !== LEFT_OUT;
