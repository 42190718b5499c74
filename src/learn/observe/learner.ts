/**
 * Learns from the traffic of one service what it does where the interface leaves a choice. Keeps counts instead of exchanges,
 * so memory does not grow with the recording. Violations of the contract are only counted.
 */
import { basePath, routes } from '../../generated/routes.js';
import { headerOf, type Exchange } from '../../journal/exchange.js';
import { LEFT_OUT } from '../../journal/redact.js';
import { pathOf } from '../../base/url-path.js';
import { callOf, type Call } from '../../contract/index.js';
import { PaceObserver } from '../pace/pace-observer.js';
import { violationIn } from './contract-violation.js';
import { JobMemory } from './job-memory.js';
import { PlaceTallies } from './place-tallies.js';
import { countOther, observeRefusal } from './observe-refusal.js';
import { observeSuccess } from './observe-success.js';
import { RefusalClassifier } from './refusal-classifier.js';
import { Tally } from './tally.js';

export class Learner {
  readonly tallies = new PlaceTallies();
  readonly pace = new PaceObserver();
  readonly #memory = new JobMemory();
  readonly #refusals = new RefusalClassifier(this.tallies, this.#memory);
  readonly #baseUrl: string | undefined;
  exchanges = 0;
  /** Exchanges of other operations, or from a cache. */
  unrelated = 0;
  /** Exchanges without a complete response. */
  unanswered = 0;
  /** Violations of the contract. */
  readonly broken = new Tally();
  /** The keys of the recording, wrong ones included. Nothing may show them. */
  readonly keys = new Set<string>();
  #isWithoutKeys = false;
  #newest = 0;

  /** @param baseUrl the address of the service; without it, every path with /api/v1 counts */
  constructor(baseUrl?: string) {
    this.#baseUrl = baseUrl;
  }

  add(exchange: Exchange): void {
    this.exchanges++;
    const call = callOf(exchange, this.#baseUrl);
    // A path without its id matches no operation.
    if (call && (call.id !== '' || !needsId.has(call.operation))) this.#call(call);
    else this.#unknownPath(exchange);
  }

  /** Call this after the last exchange. */
  finish(): void {
    this.#refusals.finish();
  }

  /** Whether the recording leaves out API keys. */
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
    if (by.key !== undefined && this.keys.size < maxKeys) this.keys.add(by.key);
    if (status !== 304) this.pace.add(call);
    if (status === 0) return void this.unanswered++;
    // A recorded 304 comes from a cache.
    if (status === 304) return void this.unrelated++;
    // An error page comes from a proxy or load balancer, and shows nothing about the service.
    if (status >= 500 && call.received.kind !== 'json') return countOther(call, this.tallies);
    this.#headers(call);
    if (!ok) {
      if (call.refused) this.#memory.addRefusal(call, this.tallies);
      return this.#refusals.add(call);
    }
    const violation = violationIn(call) ?? missingAuthentication(call);
    if (violation !== undefined) return this.broken.add(violation, exchange);
    this.#refusals.accept(call);
    this.#memory.add(call, this.tallies);
    observeSuccess(call, this.tallies);
  }

  #headers(call: Call): void {
    const headers = call.exchange.response?.headers ?? [];
    const ids = requestIdHeaders.filter((name) => headerOf(headers, name) !== undefined);
    this.tallies.add('header/request-id', ids.join(', ') || 'none', call);
    const rates = headers
      .map(([name]) => name.toLowerCase())
      .filter((name) => /^(?:x-)?rate-?limit/.test(name));
    this.tallies.add('header/rate', rates.toSorted().join(', ') || 'none', call);
  }

  /** An exchange of another operation can show the response to unknown paths and methods. */
  #unknownPath(exchange: Exchange): void {
    const { request, response, failure } = exchange;
    const path = pathOf(request.url);
    const at = path.indexOf(`${basePath}/`);
    const isInApi = this.#baseUrl === undefined ? at >= 0 : path.startsWith(`${pathOf(this.#baseUrl)}/`);
    const isPreflight = request.method === 'OPTIONS' || request.method === 'HEAD';
    const status = response?.status ?? 0;
    if (!isInApi || isPreflight || failure || status < 400 || status >= 500 || status === 429)
      return void this.unrelated++;
    const parts = path.slice(
      this.#baseUrl === undefined ? at + basePath.length : pathOf(this.#baseUrl).length,
    );
    const templatesCall = {
      ...exchange,
      request: { ...request, method: 'GET', url: `${basePath}/templates` },
    };
    const call = callOf(templatesCall);
    if (!call || call.by.key === undefined || call.by.wrong) return void this.unrelated++;
    observeRefusal(
      isPath(parts) ? 'method_not_allowed' : 'unknown_path',
      { ...call, exchange },
      this.tallies,
    );
  }
}

const maxKeys = 1000;

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

/** A success without a valid key violates section 5. */
function missingAuthentication({ by, operation, status }: Call): string | undefined {
  if (by.wrong) return `${operation} returns ${status} for an unknown key`;
  return by.key === undefined ? `${operation} returns ${status} without a key` : undefined;
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
