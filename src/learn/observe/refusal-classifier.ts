/**
 * Classifies error responses by their cause. Some causes depend on later traffic, such as whether the service ever accepts a
 * key: these calls wait until the cause is certain, or until the end of the recording.
 */
import { BoundedMap } from '../../base/bounded-map.js';
import { headerOf } from '../../journal/exchange.js';
import { keyMark, LEFT_OUT } from '../../journal/redact.js';
import type { Call } from '../../contract/index.js';
import type { JobMemory } from './job-memory.js';
import { observeRefusal } from './observe-refusal.js';
import type { PlaceTallies } from './place-tallies.js';
import { sentShape } from './observe-success.js';

interface Waiting {
  /** The kind of the refusals, unless a success shows another cause. */
  readonly kind: string;
  readonly calls: Call[];
}

const maxWaiting = 1000;
const maxCallsWaiting = 20;

export class RefusalClassifier {
  readonly #tallies: PlaceTallies;
  readonly #memory: JobMemory;
  /** By the key or the resource that a success would prove valid. */
  readonly #waiting: BoundedMap<string, Waiting>;

  constructor(tallies: PlaceTallies, memory: JobMemory) {
    this.#tallies = tallies;
    this.#memory = memory;
    this.#waiting = new BoundedMap(maxWaiting, (_subject, waiting) => this.#count(waiting));
  }

  add(call: Call): void {
    const { by, status } = call;
    if (status >= 500) return observeRefusal('other', call, this.#tallies);
    if (by.via === 'none') return observeRefusal('missing_key', call, this.#tallies);
    // Services can treat an empty key as a missing one, or as a wrong one.
    if (by.wrongKind === 'empty') return;
    if (by.wrong) return observeRefusal('unknown_key', call, this.#tallies);
    if (status === 429) return observeRefusal('rate_limited', call, this.#tallies);
    const key = by.key ?? '';
    if ((status === 401 || status === 403) && !this.#memory.isAccepted(key) && identifiesClient(key))
      return this.#wait(`key ${key}`, 'unknown_key', call);
    if (status === 413) return observeRefusal('content_too_large', call, this.#tallies);
    if (call.id !== '') return this.#addAboutResource(call, key);
    this.#addAboutBody(call);
  }

  /** After a success, the key and the resource of the call are valid: waiting refusals about them have another cause. */
  accept(call: Call): void {
    for (const subject of [`key ${call.by.key ?? ''}`, `job ${call.id}`, `presentation ${call.id}`]) {
      const waiting = this.#waiting.get(subject);
      if (!waiting) continue;
      this.#waiting.delete(subject);
      for (const one of waiting.calls) observeRefusal('other', one, this.#tallies);
    }
  }

  /** Call this after the last exchange: the waiting calls get their likely kind. */
  finish(): void {
    for (const waiting of this.#waiting.values()) this.#count(waiting);
    this.#waiting.clear();
  }

  #addAboutResource(call: Call, key: string): void {
    const isJob = call.operation === 'getGenerationStatus' || call.operation === 'sendGenerationMessage';
    const owner = this.#memory.ownerOf(call.id);
    if (owner === undefined)
      return this.#wait(
        `${isJob ? 'job' : 'presentation'} ${call.id}`,
        isJob ? 'unknown_generation' : 'unknown_presentation',
        call,
      );
    if (owner !== key) return observeRefusal('foreign', call, this.#tallies);
    const state = this.#memory.stateOf(call.id);
    if (call.operation === 'sendGenerationMessage') {
      const isOver = state === 'completed' || state === 'failed';
      if (isOver && !isBadBody(call)) return observeRefusal('generation_finished', call, this.#tallies);
      if (!isBadBody(call))
        this.#tallies.add('messages-by-state', `${call.status} ${this.#memory.conditionOf(call.id)}`, call);
    }
    if (call.operation === 'getGenerationStatus') return observeRefusal('other', call, this.#tallies);
    this.#addAboutBody(call);
  }

  #addAboutBody(call: Call): void {
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
      this.#tallies.add('refused-bodies', `${call.operation}: ${sentShape(sent.value)} → ${status}`, call);
    observeRefusal(kind, call, this.#tallies);
  }

  #wait(subject: string, kind: string, call: Call): void {
    const waiting = this.#waiting.get(subject);
    if (!waiting) this.#waiting.set(subject, { kind, calls: [call] });
    else if (waiting.calls.length < maxCallsWaiting) waiting.calls.push(call);
  }

  #count({ kind, calls }: Waiting): void {
    for (const call of calls) observeRefusal(kind, call, this.#tallies);
  }
}

/** Only 400 and 422 mean the request body. Other statuses can have other causes. */
const isBadBody = ({ status, operation }: Call) =>
  (status === 400 || status === 422) && operation !== 'listTemplates' && operation !== 'getPresentation';

/** A recorder can replace all keys by one mark, which identifies no client. */
const identifiesClient = (key: string) => key !== '' && key !== keyMark() && key !== LEFT_OUT;
