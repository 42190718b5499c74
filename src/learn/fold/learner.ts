/**
 * Learns from one service's traffic, exchange by exchange: what it does where the interface is silent. Keeps tallies, not
 * exchanges, so it does not grow with the file. What breaks a documented promise teaches nothing and is only counted.
 */
import { basePath, routes } from '../../generated/routes.js';
import { headerOf, type Exchange } from '../../journal/exchange.js';
import { LEFT_OUT } from '../../journal/redact.js';
import { callOf, pathOf, type Call } from '../../contract/index.js';
import { brokenPromise } from './broken-promise.js';
import { JobMemory } from './job-memory.js';
import { Notes } from './notes.js';
import { noteOther, observeRefusal } from './observe-refusal.js';
import { observeSuccess } from './observe-success.js';
import { Refusals } from './refusals.js';
import { Tally } from './tally.js';

export class Learner {
  readonly notes = new Notes();
  readonly #memory = new JobMemory();
  readonly #refusals = new Refusals(this.notes, this.#memory);
  readonly #baseUrl: string | undefined;
  exchanges = 0;
  /** Those of no operation. */
  unrelated = 0;
  /** Those without a whole answer. */
  unanswered = 0;
  /** What was broken, and how often. */
  readonly broken = new Tally();
  #isWithoutKeys = false;
  #newest = 0;

  /** @param baseUrl where the service stands, when not everything below /api/v1 is meant */
  constructor(baseUrl?: string) {
    this.#baseUrl = baseUrl;
  }

  add(exchange: Exchange): void {
    this.exchanges++;
    const call = callOf(exchange, this.#baseUrl);
    // An id that is missing in the path leaves a request of no operation.
    if (call && (call.id !== '' || !needsId.has(call.operation))) this.#call(call);
    else this.#stray(exchange);
  }

  /** The end of the traffic: what was held back until then is settled. */
  finish(): void {
    this.#refusals.settle();
  }

  /** Whether the recorder left out the keys. */
  get isWithoutKeys(): boolean {
    return this.#isWithoutKeys;
  }

  get newest(): number {
    return this.#newest;
  }

  #call(call: Call): void {
    const { exchange, status, by, ok } = call;
    this.#newest = Math.max(this.#newest, exchange.startedAt);
    if (by.key === LEFT_OUT) this.#isWithoutKeys = true;
    if (status === 0) return void this.unanswered++;
    // A recorded 304 is an answer from a cache: what it stands for was seen elsewhere.
    if (status === 304) return void this.unrelated++;
    // Such a page comes from what stands before the service, and shows nothing of how the service itself refuses.
    if (status >= 500 && call.answer.kind !== 'json') return noteOther(call, this.notes);
    this.#headers(call);
    if (!ok) {
      if (call.refused) this.#memory.refuse(call, this.notes);
      return this.#refusals.add(call);
    }
    const broken = brokenPromise(call) ?? openDoor(call);
    if (broken !== undefined) return this.broken.add(broken, exchange);
    this.#refusals.accept(call);
    this.#memory.add(call, this.notes);
    observeSuccess(call, this.notes);
  }

  #headers(call: Call): void {
    const headers = call.exchange.response?.headers ?? [];
    const ids = requestIdHeaders.filter((name) => headerOf(headers, name) !== undefined);
    this.notes.add('header/request-id', ids.join(', ') || 'none', call);
    const rates = headers
      .map(([name]) => name.toLowerCase())
      .filter((name) => /^(?:x-)?rate-?limit/.test(name));
    this.notes.add('header/rate', rates.toSorted().join(', ') || 'none', call);
  }

  /** An exchange of no operation may still show how unknown paths and methods are refused. */
  #stray(exchange: Exchange): void {
    const { request, response, failure } = exchange;
    const path = pathOf(request.url);
    const at = path.indexOf(`${basePath}/`);
    const isOurs = this.#baseUrl === undefined ? at >= 0 : path.startsWith(`${pathOf(this.#baseUrl)}/`);
    const isPreflight = request.method === 'OPTIONS' || request.method === 'HEAD';
    const status = response?.status ?? 0;
    if (!isOurs || isPreflight || failure || status < 400 || status >= 500 || status === 429)
      return void this.unrelated++;
    const parts = path.slice(
      this.#baseUrl === undefined ? at + basePath.length : pathOf(this.#baseUrl).length,
    );
    const asIf = { ...exchange, request: { ...request, method: 'GET', url: `${basePath}/templates` } };
    const call = callOf(asIf);
    if (!call || call.by.key === undefined || call.by.wrong) return void this.unrelated++;
    observeRefusal(isPath(parts) ? 'method_not_allowed' : 'unknown_path', { ...call, exchange }, this.notes);
  }
}

const needsId = new Set(
  routes
    .filter(({ segments }) => segments.some((segment) => typeof segment !== 'string'))
    .map(({ operationId }) => operationId),
);

const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'traceparent',
  'cf-ray',
];

/** A success without a key breaks section 5. */
function openDoor({ by, operation, status }: Call): string | undefined {
  if (by.wrong) return `${operation} answers ${status} to a key that no workspace has`;
  return by.key === undefined ? `${operation} answers ${status} without a key` : undefined;
}

function isPath(path: string): boolean {
  const parts = path.split('/').slice(1);
  return routes.some(
    ({ segments }) =>
      segments.length === parts.length &&
      segments.every((segment, index) =>
        typeof segment === 'string' ? segment === parts[index] : parts[index] !== '',
      ),
  );
}
