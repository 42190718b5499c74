/**
 * Sends the requests of one run with their keys, request rate, retries and budget, and records them in the journal. The
 * rows and jobs decide which requests to send.
 */
import { bodyFromText } from '../journal/body.js';
import type { Exchange, HeaderPairs } from '../journal/exchange.js';
import { routes, type OperationId } from '../generated/routes.js';
import { createCall, type Call } from '../judge/model/call.js';
import { isTrailingSlashRedirect, getQueryRedirect } from '../judge/model/redirect.js';
import type { RunEvent } from './run-events.js';
import type { ResolvedVerifyOptions } from './options.js';
import { isRateLimitExhausted } from '../judge/model/rate-limit.js';
import { getRateLimitWait } from '../judge/model/retry-after.js';
import { TimeoutTracker, RateLimitTracker, MAX_SERVER_ERRORS, RetryBudget } from './retry-budget.js';
import { RateLanes, type RateLimiter } from './rate-limiter.js';
import { otherKeyHeader, ApiKeys, type KeyHeader } from './api-keys.js';
import { isSentOnce, pathPart, priorityOf, type RequestSpec } from './request-spec.js';
import type { RunClock, Transport, TransportResult } from './transport.js';

/** Ends the run. The message is the reason in the report. */
export class RunStopped extends Error {
  override readonly name = 'Stopped';
}

interface SessionInput {
  readonly settings: ResolvedVerifyOptions;
  readonly transport: Transport;
  readonly pace: RunClock;
  readonly emit: (event: RunEvent) => void;
  /** No request starts after this time. */
  readonly deadline: number;
  readonly maxRequests: number;
  /** The limit for one exchange, in ms. */
  readonly requestTimeout: number;
  readonly signal?: AbortSignal;
}

/** Ms: the run does not wait longer than this for a target. */
const maxPause = 120_000;
const maxTries = 5;
/** Ms for which a target that has responded before may refuse connections: it may be starting again. */
const maxOutage = 10_000;
/** Ms between two tries to connect. */
const outagePause = 500;
/** A service may block an address after wrong keys: more tries would get the same. */
const maxTriesWithoutKey = 2;
/** Ms to wait for the end of a block of the address. */
const blockPause = 60_000;
const INTERRUPTED = 'the run was interrupted';
export const OUT_OF_TIME = 'the run reached its time limit (--time-limit)';

const hasNoKey = ({ by }: RequestSpec): boolean => by === 'none' || by === 'wrong';
const isKeyStatus = (status: number): boolean => status === 401 || status === 403;
/** Whether it has the key under test, and may be repeated. */
const isOfKey = (spec: RequestSpec): boolean => (spec.by ?? 'key') === 'key' && !isSentOnce(spec);

export class Requester {
  readonly settings: ResolvedVerifyOptions;
  /** All exchanges so far, without keys. */
  readonly journal: Exchange[] = [];
  /** The number of jobs that are being polled. Their polls get most of the request rate. */
  polledJobs = 0;
  /** Whether the service blocked the address after wrong keys: no further ones are sent. */
  isBlocked = false;
  readonly #input: SessionInput;
  readonly #lanes: RateLanes;
  readonly #keys: ApiKeys;
  #clock = 0;
  #sequence = 0;
  readonly #turns = new Map<OperationId, number>();
  /** The requests in a row without a response, and when the first of them ended. */
  #failures = 0;
  #failingSince = 0;
  #hasResponded = false;
  readonly #hung = new TimeoutTracker();
  readonly #limitedKey = new RateLimitTracker();
  #stopped: RunStopped | undefined;
  /** The operations that the target redirects to their paths with a slash at the end. */
  readonly #slashed = new Set<OperationId>();
  #hasSentWrongKey = false;
  #canListTemplates = false;
  #unblocked: Promise<boolean> | undefined;
  readonly vainRetries = new RetryBudget();
  /** The operations with the headers that were sent again after a doubtful failure. */
  readonly #confirmedHeaders = new Set<string>();

  constructor(input: SessionInput) {
    const { settings, pace } = input;
    this.#input = input;
    this.settings = settings;
    this.#lanes = new RateLanes(pace, settings.requestsPerMinute);
    this.#keys = new ApiKeys(settings);
  }

  /** Strictly increases, so times in the journal keep the order of events. */
  now(): number {
    this.#clock = Math.max(this.#input.pace.now(), this.#clock + 0.001);
    return this.#clock;
  }

  sleep(ms: number): Promise<void> {
    return this.#input.pace.sleep(Math.max(0, Math.min(ms, this.#input.deadline - this.#input.pace.now())));
  }

  /** Whether the run sends no further requests. */
  get isOver(): boolean {
    const { signal, pace, deadline } = this.#input;
    return this.#stopped !== undefined || signal?.aborted === true || pace.now() >= deadline;
  }

  note(text: string): void {
    this.#input.emit({ kind: 'note', text: this.#keys.redactor.redactText(text) });
  }

  phase(title: string): void {
    this.#input.emit({ kind: 'phase', title });
  }

  /** Ends the run: further requests are not sent. */
  stop(reason: string): RunStopped {
    this.#stopped ??= new RunStopped(this.#keys.redactor.redactText(reason));
    return this.#stopped;
  }

  /** Whether the target accepts the key with one more character. Not in the journal: the run ends before it judges anything. */
  async acceptsLongerKey(): Promise<boolean> {
    const { baseUrl, headers } = this.settings;
    const { response } = await this.#input.transport({
      method: 'GET',
      url: `${baseUrl}/templates`,
      headers: [...this.#keys.headers({ by: 'wrong', wrongKey: 'extended' }, 'x-api-key'), ...headers],
      timeout: this.#input.requestTimeout,
    });
    return response !== undefined && response.status >= 200 && response.status < 300;
  }

  /** Sends a request, and retries it when the target asks for a pause. @returns the call of the last try */
  async call(spec: RequestSpec): Promise<Call> {
    const via = spec.via ?? this.#nextVia(spec);
    const call = await this.#retried(spec, via);
    if (await this.#isBlock(spec, via, call)) {
      this.#unblocked ??= this.#waitForEndOfBlock(via, call.status);
      if (await this.#unblocked) return (await this.#once(spec, via)).call;
      throw this.stop(`the service blocks this IP address after requests with invalid keys (${call.status})`);
    }
    return this.#isDoubtful(spec, via, call) ? this.#confirmed(spec, via, call) : call;
  }

  /** Whether the key is suddenly refused after wrong keys, also for a request that it was accepted for. */
  async #isBlock(spec: RequestSpec, via: KeyHeader, { status, exchange }: Call): Promise<boolean> {
    if (!isOfKey(spec) || exchange.request.method !== 'GET' || !isKeyStatus(status)) return false;
    if (!this.#hasSentWrongKey || !this.#canListTemplates) return false;
    const { call } = await this.#once({ operation: 'listTemplates' }, otherKeyHeader(via));
    if (call.status !== status) return false;
    // The address is not blocked if another key still works.
    if (this.settings.otherApiKey === undefined) return true;
    const { call: other } = await this.#once({ operation: 'listTemplates', by: 'other' }, via);
    if (!other.isSuccess) return true;
    throw this.stop(`the service started to reject the key (${status}) but accepts the other key`);
  }

  async #waitForEndOfBlock(via: KeyHeader, status: number): Promise<boolean> {
    this.isBlocked = true;
    this.note(`the service blocked requests after invalid keys (${status}); no further ones are sent`);
    await this.sleep(blockPause);
    const { call } = await this.#once({ operation: 'listTemplates' }, otherKeyHeader(via));
    return call.isSuccess;
  }

  /** Whether the failure may be about the header of the key. Asks once for each operation and header. */
  #isDoubtful(spec: RequestSpec, via: KeyHeader, { status, exchange }: Call): boolean {
    const { method } = exchange.request;
    const isFault = status === 409 || status >= 500;
    const isDoubtful =
      method === 'GET' ? isKeyStatus(status) || isFault : method === 'PATCH' && isKeyStatus(status);
    const name = `${spec.operation} ${via}`;
    if (!isOfKey(spec) || !isDoubtful || this.#confirmedHeaders.has(name)) return false;
    this.#confirmedHeaders.add(name);
    return true;
  }

  /** Sends the request with the other header, and again with the first one if that succeeds. @returns the success, if any */
  async #confirmed(spec: RequestSpec, via: KeyHeader, call: Call): Promise<Call> {
    const { call: other } = await this.#once(spec, otherKeyHeader(via));
    if (!other.isSuccess) return call;
    await this.#once(spec, via);
    return other;
  }

  async #retried(spec: RequestSpec, via: KeyHeader): Promise<Call> {
    for (let tries = 1; ; tries++) {
      const wasHung = this.#hung.isHung(spec);
      const { call, result } = await this.#once(spec, via);
      const redirect = getQueryRedirect(call.exchange);
      if (isTrailingSlashRedirect(call.exchange) && !this.#slashed.has(spec.operation)) {
        this.#slashed.add(spec.operation);
        return this.#retried(spec, via);
      }
      if (redirect?.isSameOrigin && spec.query === undefined)
        return this.#retried({ ...spec, query: redirect.query }, via);
      if (isSentOnce(spec)) return call;
      if (result.failure === 'unreachable' && this.#hasResponded) {
        // The target did not get the request, so each one can be sent again. A long outage ends the run.
        this.#limiterOf(spec).pauseUntil(this.#input.pace.now() + outagePause);
        tries--;
        continue;
      }
      if (result.failure === 'timeout' && wasHung) return call;
      if (call.status === 429) this.#lanes.share();
      this.#stopIfAlwaysLimited(spec, call);
      const pause = this.vainRetries.areUseless(spec, call)
        ? undefined
        : this.#pauseAfter(spec, call, result, tries);
      this.vainRetries.note(spec, call, tries);
      if (pause === undefined || tries >= (hasNoKey(spec) ? maxTriesWithoutKey : maxTries)) return call;
      if (pause > maxPause) {
        this.note(
          `${spec.operation} returned ${call.status} with Retry-After ${Math.round(pause / 1000)} s; not retried`,
        );
        return call;
      }
      this.#limiterOf(spec).pauseUntil(this.#input.pace.now() + pause);
    }
  }

  /** Ends the run if the key got nothing but 429 for a long time. */
  #stopIfAlwaysLimited({ by = 'key' }: RequestSpec, { status }: Call): void {
    if (by !== 'key') return;
    const seconds = this.#limitedKey.note(status, this.#input.pace.now());
    if (seconds === undefined) return;
    throw this.stop(`only 429 responses for ${seconds} s; check the rate limit of the key`);
  }

  /** Requests of one operation with the valid key use the two headers in turns. */
  #nextVia({ operation, by = 'key' }: RequestSpec): KeyHeader {
    const turn = this.#turns.get(operation) ?? 0;
    if (by === 'key') this.#turns.set(operation, turn + 1);
    return turn % 2 === 0 ? 'bearer' : 'x-api-key';
  }

  async #once(spec: RequestSpec, via: KeyHeader): Promise<{ call: Call; result: TransportResult }> {
    const isLeaving = spec.ignoresBudget === true && this.#input.signal?.aborted === true;
    if (!spec.unpaced && !isLeaving)
      await this.#limiterOf(spec).acquire(
        (ms) => this.#beforeWait(ms, spec),
        priorityOf(spec),
        this.#isUrgent(spec),
      );
    this.#checkBudget(spec);
    const { baseUrl, headers: added } = this.settings;
    const route = routeOf(spec);
    const path = route.path.replace(/\{\w+\}/, () => pathPart(spec.id ?? ''));
    const body = spec.body === undefined ? undefined : JSON.stringify(spec.body);
    const request = {
      method: route.method,
      url: `${baseUrl}${path}${this.#slashed.has(spec.operation) ? '/' : ''}${spec.query ?? ''}`,
      headers: this.#headers(spec, via, body),
    };
    const sequence = ++this.#sequence;
    const startedAt = this.now();
    const limit = this.#hung.limitOf(spec, this.#input.requestTimeout);
    const timeout = Math.max(100, Math.min(limit, this.#input.deadline - startedAt));
    spec.onSend?.();
    const result = await this.#input.transport({
      ...request,
      headers: [...request.headers, ...added],
      ...(body !== undefined && { body }),
      timeout,
    });
    const exchange: Exchange = {
      sequence,
      startedAt,
      endedAt: this.now(),
      request: { ...request, ...(body !== undefined && { body: bodyFromText(body) }) },
      ...(result.response && { response: result.response }),
      ...(result.failure && { failure: result.failure }),
    };
    this.journal.push(this.#keys.hide(exchange, spec, added));
    this.#input.emit({
      kind: 'request',
      operation: spec.operation,
      ...(result.response && { status: result.response.status }),
      sent: this.journal.length,
    });
    const call = createCall(exchange, baseUrl);
    if (!call) throw new Error(`The request ${route.method} ${path} is not a documented operation.`);
    this.#countFailures(result);
    this.#stopIfHung(spec, result);
    this.#hasSentWrongKey ||= hasNoKey(spec);
    this.#canListTemplates ||=
      call.isSuccess && spec.operation === 'listTemplates' && call.credential.header !== 'none';
    return { call, result };
  }

  /**
   * Whether a request is sent at once if the rate of the last minute allows it. Only the key under test has so many requests
   * that they are spread, except in a run of less than a minute.
   */
  #isUrgent({ isSoon, by = 'key' }: RequestSpec): boolean {
    return isSoon === true || by !== 'key' || this.settings.smoke;
  }

  #beforeWait(ms: number, { ignoresBudget }: RequestSpec): void {
    if (!ignoresBudget && this.#input.signal?.aborted) throw this.stop(INTERRUPTED);
    // Do not start a wait that ends after the deadline.
    if (!ignoresBudget && this.#input.pace.now() + ms > this.#input.deadline) throw this.stop(OUT_OF_TIME);
    if (ms > 1000) this.#input.emit({ kind: 'wait', ms });
  }

  #checkBudget({ ignoresBudget }: RequestSpec): void {
    if (ignoresBudget) return;
    if (this.#input.signal?.aborted) throw this.stop(INTERRUPTED);
    if (this.#stopped) throw this.#stopped;
    if (this.#input.pace.now() >= this.#input.deadline) throw this.stop(OUT_OF_TIME);
    if (this.journal.length >= this.#input.maxRequests)
      throw this.stop(`request limit reached (${this.#input.maxRequests})`);
  }

  #limiterOf({ by }: RequestSpec): RateLimiter {
    return this.#lanes.of(by);
  }

  #headers(spec: RequestSpec, via: KeyHeader, body: string | undefined): HeaderPairs {
    const type = body === undefined ? [] : [['content-type', 'application/json'] as const];
    return [['accept', 'application/json'], ...type, ...this.#keys.headers(spec, via)];
  }

  /** The pause before the next try, in ms; `undefined` for no further try. */
  #pauseAfter(spec: RequestSpec, call: Call, result: TransportResult, tries: number): number | undefined {
    const headers = result.response?.headers ?? [];
    const now = this.#input.pace.now();
    const requested = getRateLimitWait(headers);
    if (call.isSuccess && requested !== undefined && isRateLimitExhausted(headers)) {
      this.#limiterOf(spec).pauseUntil(now + Math.min(requested, maxPause));
    }
    const backOff = 1000 * 2 ** (tries - 1);
    // A gateway responds in place of the service, and its response has no status for rules.
    const status = result.response?.status ?? 0;
    if (call.status === 429) return requested ?? 2 * backOff;
    if (status === 503) return tries < 4 ? (requested ?? backOff) : undefined;
    const isSafe = call.exchange.request.method === 'GET' && tries < MAX_SERVER_ERRORS;
    // A job is polled again anyway.
    const isFault = status === 500 && call.operation !== 'getGenerationStatus';
    const isTemporary = isFault || call.status === 0 || status === 502 || status === 504;
    return isSafe && isTemporary ? backOff : undefined;
  }

  /** Ends the run after several requests in a row without a response. A target that has responded before gets ten seconds. */
  #countFailures({ response, failure, detail }: TransportResult): void {
    // Every further request would get the same.
    if (response && (failure === 'gateway' || response.status === 407 || response.status === 511))
      throw this.stop(`a gateway responded ${response.status}${detail === undefined ? '' : `: ${detail}`}`);
    const now = this.#input.pace.now();
    if (this.#failures === 0) this.#failingSince = now;
    this.#failures = response ? 0 : this.#failures + 1;
    this.#hasResponded ||= response !== undefined;
    const isOver = this.#hasResponded
      ? this.#failures >= 8 && now - this.#failingSince >= maxOutage
      : this.#failures >= 3;
    if (isOver) throw this.stop(`${this.settings.baseUrl} does not respond: ${detail ?? 'no connection'}`);
  }

  #stopIfHung(spec: RequestSpec, result: TransportResult): void {
    const timeouts = this.#hung.note(spec, result);
    if (timeouts === undefined || spec.ignoresBudget) return;
    const { method, path } = routeOf(spec);
    throw this.stop(`${method} ${path} timed out ${timeouts} times in a row`);
  }
}

function routeOf({ operation }: RequestSpec): (typeof routes)[number] {
  const route = routes.find(({ operationId }) => operationId === operation);
  if (!route) throw new Error(`The operation ${operation} has no route.`);
  return route;
}
