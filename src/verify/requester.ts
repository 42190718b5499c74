/**
 * The only thing that sends requests of a run: with the right key and header, at the request rate, with retries of what was lost,
 * within the limits of the run, and into the journal. The steps decide which requests to send.
 */
import { pluralize } from '../base/text/pluralize.js';
import { bodyFromText } from '../journal/body.js';
import type { Exchange, HeaderPairs } from '../journal/exchange.js';
import { routes, type OperationId } from '../generated/routes.js';
import { createAnyCall, isJsonSuccess, type Call } from '../judge/model/call.js';
import { isTrailingSlashRedirect, getQueryRedirect } from '../judge/model/redirect.js';
import { isRateLimitExhausted } from '../judge/model/rate-limit.js';
import { getRateLimitWait } from '../judge/model/retry-after.js';
import { AddressBlock, isRejectedKey } from './address-block.js';
import { otherKeyHeader, ApiKeys, type KeyHeader } from './api-keys.js';
import { DEFAULT_VERIFY_OPTIONS, type ResolvedVerifyOptions } from './options.js';
import type { RateLimiter } from './rate-limiter.js';
import { RateQueues } from './rate-queues.js';
import { getAccept, isSentOnce, pathOf, priorityOf, type RequestSpec } from './request-spec.js';
import { TimeoutTracker, RateLimitTracker, MAX_SERVER_ERRORS, RetryBudget } from './retry-budget.js';
import type { RunEvent } from './run-events.js';
import type { RunClock, Transport, TransportResult } from '../journal/transport.js';
import { UndoStack } from './undo-stack.js';

/** Ends the run. The message is the reason in the report. */
export class RunStopped extends Error {
  override readonly name: string = 'RunStopped';
}

/** The run reached its time limit. */
export class OutOfTime extends RunStopped {
  override readonly name = 'OutOfTime';
}

interface RequesterInput {
  readonly settings: ResolvedVerifyOptions;
  readonly transport: Transport;
  readonly clock: RunClock;
  readonly emit: (event: RunEvent) => void;
  /** No request starts after this time, in ms since 1970. */
  readonly deadline: number;
  readonly maxRequests: number;
  /** The limit for one exchange, in ms. */
  readonly requestTimeout: number;
  readonly signal?: AbortSignal;
}

/** The run does not wait longer than this for a target. */
const MAX_PAUSE_MS = 120_000;
const MAX_TRIES = 5;
/** A service may block an address after invalid keys: more tries would get the same. */
const MAX_TRIES_WITHOUT_KEY = 2;
/** For so long a target that has responded before may refuse connections: it may be restarting. */
const MAX_OUTAGE_MS = 10_000;
const OUTAGE_PAUSE_MS = 500;
/** Beyond the consistency window, so that a read certainly starts after it. */
const CONSISTENCY_MARGIN_MS = 50;

const INTERRUPTED = 'the run was interrupted';

const hasNoValidKey = ({ by }: RequestSpec): boolean => by === 'none' || by === 'invalid';
/** Whether it has the key under test, and may be repeated. */
const isOfKey = (spec: RequestSpec): boolean => (spec.by ?? 'key') === 'key' && !isSentOnce(spec);

export class Requester {
  readonly settings: ResolvedVerifyOptions;
  /** All exchanges so far, without keys. */
  readonly journal: Exchange[] = [];
  /** What restores the changes of the run. */
  readonly undos: UndoStack;
  readonly addressBlock: AddressBlock;
  readonly retryBudget = new RetryBudget();
  /** Whether a change without a key, in another form of its path, was carried out. A page in place of a response proves nothing. */
  hasAcceptedPathForm = false;
  readonly #input: RequesterInput;
  readonly #queues: RateQueues;
  readonly #keys: ApiKeys;
  readonly #timeouts = new TimeoutTracker();
  readonly #rateLimits = new RateLimitTracker();
  #hasTriedNewConnection = false;
  /** Whether the target rejected a request for its media types. */
  #acceptsOnlyJson = false;
  #lastTime = 0;
  #sequence = 0;
  /** How many requests of each operation had the key, and left its header open: they use the two headers in turns. */
  readonly #turns = new Map<OperationId, number>();
  /** How many requests of each operation had the key: reads accept several media types in turns. */
  readonly #sent = new Map<OperationId, number>();
  /** The requests in a row without a response, and when the first of them ended. */
  #failures = 0;
  #failingSince = 0;
  #hasResponded = false;
  #stopped: RunStopped | undefined;
  /** The operations that the target redirects to their paths with a slash at the end. */
  readonly #slashed = new Set<OperationId>();
  /** The operations and headers that were sent again after a rejected key. */
  readonly #confirmedHeaders = new Set<string>();
  #startsLeft: number;

  constructor(input: RequesterInput) {
    const { settings, clock } = input;
    this.#input = input;
    this.settings = settings;
    this.#queues = new RateQueues(clock, settings.requestsPerMinute);
    this.#keys = new ApiKeys(settings);
    this.#startsLeft = settings.readOnly ? 0 : settings.maxJobs;
    this.undos = new UndoStack(clock, (left) => input.emit({ kind: 'changes', left }));
    this.addressBlock = new AddressBlock({
      hasOtherKey: settings.otherApiKey !== undefined,
      send: async (spec, via) => (await this.#sendOnce(spec, via)).call,
      sleep: (ms) => this.sleep(ms),
      note: (text) => this.note(text),
      stop: (reason) => this.stop(reason),
    });
  }

  /** Strictly increases, so times in the journal keep the order of events. Ms since 1970. */
  now(): number {
    this.#lastTime = Math.max(this.#input.clock.now(), this.#lastTime + 0.001);
    return this.#lastTime;
  }

  /** @param signal ends the wait */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { clock, deadline } = this.#input;
    return clock.sleep(Math.max(0, Math.min(ms, deadline - clock.now())), signal);
  }

  /** Waits until a read shows the changes before it, also at a replica. @param more further ms */
  waitForConsistency(more = 0): Promise<void> {
    return this.sleep(this.settings.consistencyWindow + CONSISTENCY_MARGIN_MS + more);
  }

  get isPaced(): boolean {
    return this.settings.requestsPerMinute > 0;
  }

  /** Whether the run sends no further requests. */
  get isOver(): boolean {
    const { signal, clock, deadline } = this.#input;
    return this.#stopped !== undefined || signal?.aborted === true || clock.now() >= deadline;
  }

  /** @throws RunStopped if the run sends no further requests */
  assertNotOver(): void {
    if (this.#input.signal?.aborted) throw this.stop(INTERRUPTED);
    if (this.#stopped) throw this.#stopped;
    if (this.#input.clock.now() >= this.#input.deadline) throw this.#stopOutOfTime();
  }

  note(text: string): void {
    this.#input.emit({ kind: 'note', text: this.#keys.redactor.redactText(text) });
  }

  phase(title: string): void {
    this.#input.emit({ kind: 'phase', title });
  }

  emit(event: RunEvent): void {
    this.#input.emit(event);
  }

  /** Restores all changes of the run so far, and notes what is left of them. */
  async restoreChanges(): Promise<void> {
    for (const name of await this.undos.runAll()) this.note(`not restored: ${name}`);
  }

  /** Whether the last request of the operation, or of this id, got no response in time. */
  hasTimedOut(spec: RequestSpec): boolean {
    return this.#timeouts.hasTimedOut(spec);
  }

  /** Ends the run: further requests are not sent. */
  stop(reason: string): RunStopped {
    this.#stopped ??= new RunStopped(this.#keys.redactor.redactText(reason));
    return this.#stopped;
  }

  /** With what took the time, if the target limited the requests. Names an option only if it was not given. */
  #stopOutOfTime(): RunStopped {
    const { timeLimit, requestsPerMinute } = this.settings;
    const limited = this.journal.filter(({ response }) => response?.status === 429).length;
    const limit = timeLimit === undefined ? '' : ` of ${Math.round(timeLimit / 1000)} s`;
    const reached = `the run reached its time limit${limit}`;
    const flag =
      requestsPerMinute === DEFAULT_VERIFY_OPTIONS.requestsPerMinute ? ' (--requests-per-minute)' : '';
    if (limited > 0) return this.#endOutOfTime(`${reached}; ${pluralize(limited, 'request')} got 429${flag}`);
    return this.#endOutOfTime(timeLimit === undefined ? `${reached} (--time-limit)` : reached);
  }

  #endOutOfTime(reason: string): RunStopped {
    return (this.#stopped ??= new OutOfTime(reason));
  }

  /** Reserves one of the jobs that the run may start. @returns false if none is left */
  reserveStart(): boolean {
    if (this.#startsLeft <= 0) return false;
    this.#startsLeft -= 1;
    return true;
  }

  /** Returns a reservation: no job was started. */
  releaseStart(): void {
    this.#startsLeft += 1;
  }

  /** Whether the target accepts the key with one more character. Not in the journal: the run ends before it judges anything. */
  async acceptsLongerKey(): Promise<boolean> {
    const { baseUrl, headers } = this.settings;
    const { response } = await this.#input.transport({
      method: 'GET',
      url: `${baseUrl}/templates`,
      headers: [...this.#keys.headers({ by: 'invalid', invalidKey: 'extended' }, 'x-api-key'), ...headers],
      timeout: this.#input.requestTimeout,
    });
    return response !== undefined && response.status >= 200 && response.status < 300;
  }

  /** Sends a request, and retries it when the target asks for a pause. @returns the call of the last try */
  async call(wanted: RequestSpec): Promise<Call> {
    const via = wanted.via ?? (this.#nextTurn(this.#turns, wanted) % 2 === 0 ? 'bearer' : 'x-api-key');
    const turn = this.#nextTurn(this.#sent, wanted);
    const spec = { ...wanted, accept: this.#acceptsOnlyJson ? 'application/json' : getAccept(wanted, turn) };
    const call = await this.#sendWithRetries(spec, via);
    if (call.status === 406 && spec.accept !== 'application/json') {
      this.#acceptsOnlyJson = true;
      return this.call({ ...wanted, via });
    }
    if (this.#mayBeOfConnection(spec, call)) await this.#sendOnce({ ...spec, isOnNewConnection: true }, via);
    const resent = await this.addressBlock.resendAfterBlock(spec, via, call);
    if (resent) return resent;
    return this.#mayRejectHeader(spec, via, call) ? this.#confirmWithOtherHeader(spec, via, call) : call;
  }

  /**
   * Whether a request without a valid key may have succeeded only because its connection had the key before. True once in a run:
   * the same request on a connection of its own shows it.
   */
  #mayBeOfConnection(spec: RequestSpec, call: Call): boolean {
    const isRead = call.exchange.request.method === 'GET' && spec.pathForm === undefined;
    if (!hasNoValidKey(spec) || !isRead || !isJsonSuccess(call) || this.#hasTriedNewConnection) return false;
    this.#hasTriedNewConnection = true;
    return true;
  }

  /** Sends a request again if a fault hid its response. */
  async callTwiceIfLost(spec: RequestSpec): Promise<Call> {
    const call = await this.call(spec);
    const isLost = call.status === 0 || call.status === 429 || call.status >= 500;
    return isLost && !this.retryBudget.areUseless(spec, call) ? this.call(spec) : call;
  }

  /** Whether the failure may be about the header of the key. True once for each operation and header. */
  #mayRejectHeader(spec: RequestSpec, via: KeyHeader, { status, exchange }: Call): boolean {
    const { method } = exchange.request;
    const isFault = status === 409 || status >= 500;
    const isDoubtful =
      method === 'GET' ? isRejectedKey(status) || isFault : method === 'PATCH' && isRejectedKey(status);
    const name = `${spec.operation} ${via}`;
    if (!isOfKey(spec) || !isDoubtful || this.#confirmedHeaders.has(name)) return false;
    this.#confirmedHeaders.add(name);
    return true;
  }

  /** Sends the request with the other header, and again with the first one if that succeeds. @returns the success, if any */
  async #confirmWithOtherHeader(spec: RequestSpec, via: KeyHeader, call: Call): Promise<Call> {
    const { call: other } = await this.#sendOnce(spec, otherKeyHeader(via));
    if (!other.isSuccess) return call;
    await this.#sendOnce(spec, via);
    return other;
  }

  async #sendWithRetries(spec: RequestSpec, via: KeyHeader): Promise<Call> {
    for (let tries = 1; ; tries++) {
      const hadTimeout = this.#timeouts.hasTimedOut(spec);
      const { call, result } = await this.#sendOnce(spec, via);
      const redirected = this.#followRedirect(spec, call);
      if (redirected) return this.#sendWithRetries(redirected, via);
      if (isSentOnce(spec)) return call;
      if (result.failure === 'unreachable' && this.#hasResponded) {
        // The target did not get the request, so each one can be sent again. A long outage ends the run.
        this.#limiterOf(spec).pauseUntil(this.#input.clock.now() + OUTAGE_PAUSE_MS);
        tries--;
        continue;
      }
      if (result.failure === 'timeout' && hadTimeout) return call;
      if (call.status === 429) this.#queues.share();
      this.#stopIfAlwaysLimited(spec, call);
      const pause = this.retryBudget.areUseless(spec, call)
        ? undefined
        : this.#pauseBeforeRetry(spec, call, result, tries);
      this.retryBudget.note(spec, call, tries);
      if (pause === undefined || tries >= (hasNoValidKey(spec) ? MAX_TRIES_WITHOUT_KEY : MAX_TRIES))
        return call;
      if (pause > MAX_PAUSE_MS) {
        this.note(
          `${spec.operation} returned ${call.status} with Retry-After ${Math.round(pause / 1000)} s; not retried`,
        );
        return call;
      }
      this.#limiterOf(spec).pauseUntil(this.#input.clock.now() + pause);
    }
  }

  /** @returns the request to send in place of one that the target redirects to the same resource */
  #followRedirect(spec: RequestSpec, { exchange }: Call): RequestSpec | undefined {
    if (spec.pathForm !== undefined) return undefined;
    if (isTrailingSlashRedirect(exchange) && !this.#slashed.has(spec.operation)) {
      this.#slashed.add(spec.operation);
      return spec;
    }
    const redirect = getQueryRedirect(exchange);
    return redirect?.isSameOrigin && spec.query === undefined
      ? { ...spec, query: redirect.query }
      : undefined;
  }

  /** Ends the run if the key got nothing but 429 for a long time. */
  #stopIfAlwaysLimited({ by = 'key' }: RequestSpec, { status }: Call): void {
    if (by !== 'key') return;
    const seconds = this.#rateLimits.note(status, this.#input.clock.now());
    if (seconds === undefined) return;
    throw this.stop(`only 429 responses for ${seconds} s; check the rate limit of the key`);
  }

  /** @returns how many requests of the operation had the key before this one */
  #nextTurn(turns: Map<OperationId, number>, { operation, by = 'key' }: RequestSpec): number {
    const turn = turns.get(operation) ?? 0;
    if (by === 'key') turns.set(operation, turn + 1);
    return turn;
  }

  async #sendOnce(spec: RequestSpec, via: KeyHeader): Promise<{ call: Call; result: TransportResult }> {
    if (!spec.isUnpaced && !spec.isUndo)
      await this.#limiterOf(spec).acquire(
        (ms) => this.#beforeWait(ms),
        priorityOf(spec),
        this.#isUrgent(spec),
      );
    this.#assertWithinLimits(spec);
    const { baseUrl, headers: added } = this.settings;
    const route = routeOf(spec);
    const path = pathOf(spec, route.path);
    const body = spec.body === undefined ? undefined : JSON.stringify(spec.body);
    const request = {
      method: spec.isHead ? 'HEAD' : route.method,
      url: `${baseUrl}${path}${this.#isSlashed(spec) ? '/' : ''}${spec.query ?? ''}`,
      headers: this.#headers(spec, via, body),
    };
    const sequence = ++this.#sequence;
    const startedAt = this.now();
    spec.onSend?.();
    const result = await this.#input.transport({
      ...request,
      headers: [...request.headers, ...added],
      ...(body !== undefined && { body }),
      timeout: this.#timeoutOf(spec, startedAt),
      ...(spec.isOnNewConnection && { isOnNewConnection: true }),
    });
    const exchange: Exchange = {
      sequence,
      startedAt,
      endedAt: this.now(),
      request: { ...request, ...(body !== undefined && { body: bodyFromText(body) }) },
      ...(result.response && { response: result.response }),
      ...(result.failure && { failure: result.failure }),
      ...(result.connection !== undefined && { connection: result.connection }),
    };
    this.journal.push(this.#keys.hide(exchange, spec, added));
    this.#input.emit({
      kind: 'request',
      operation: spec.operation,
      ...(result.response && { status: result.response.status }),
      sent: this.journal.length,
    });
    const call = createAnyCall(exchange, { operation: spec.operation, id: spec.id ?? '' });
    if (!spec.isUndo) this.#stopAtFailures(spec, result);
    this.addressBlock.record(spec, call);
    const isChange = call.exchange.request.method !== 'GET';
    this.hasAcceptedPathForm ||=
      spec.pathForm !== undefined && isChange && call.isSuccess && call.responseBody.kind !== 'not-json';
    return { call, result };
  }

  /** Whether the target redirects to the path with a slash at the end. */
  #isSlashed({ operation, pathForm }: RequestSpec): boolean {
    return this.#slashed.has(operation) && pathForm === undefined;
  }

  #timeoutOf(spec: RequestSpec, startedAt: number): number {
    if (spec.isUndo) return this.undos.timeLeft();
    const limit = this.#timeouts.limitOf(spec, this.#input.requestTimeout);
    return Math.max(100, Math.min(limit, this.#input.deadline - startedAt));
  }

  /**
   * Whether a request is sent at once if the rate of the last minute allows it. Only the key under test has so many requests
   * that they are spread, except in a run of less than a minute.
   */
  #isUrgent({ isSoon, by = 'key' }: RequestSpec): boolean {
    return isSoon === true || by !== 'key' || this.settings.smoke;
  }

  #beforeWait(ms: number): void {
    if (this.#input.signal?.aborted) throw this.stop(INTERRUPTED);
    // Do not start a wait that ends after the deadline.
    if (this.#input.clock.now() + ms > this.#input.deadline) throw this.#stopOutOfTime();
    if (ms > 1000) this.#input.emit({ kind: 'wait', ms });
  }

  #assertWithinLimits({ isUndo }: RequestSpec): void {
    if (isUndo) return;
    this.assertNotOver();
    if (this.journal.length >= this.#input.maxRequests)
      throw this.stop(`request limit reached (${this.#input.maxRequests})`);
  }

  #limiterOf({ by }: RequestSpec): RateLimiter {
    return this.#queues.of(by);
  }

  #headers(spec: RequestSpec, via: KeyHeader, body: string | undefined): HeaderPairs {
    const type = body === undefined ? [] : [['content-type', 'application/json'] as const];
    const { accept = 'application/json', conditions = [] } = spec;
    const accepted = accept === 'none' ? [] : [['accept', accept] as const];
    return [...accepted, ...conditions, ...type, ...this.#keys.headers(spec, via)];
  }

  /** The pause before the next try, in ms; `undefined` for no further try. */
  #pauseBeforeRetry(
    spec: RequestSpec,
    call: Call,
    result: TransportResult,
    tries: number,
  ): number | undefined {
    const headers = result.response?.headers ?? [];
    const requested = getRateLimitWait(headers);
    if (call.isSuccess && requested !== undefined && isRateLimitExhausted(headers))
      this.#limiterOf(spec).pauseUntil(this.#input.clock.now() + Math.min(requested, MAX_PAUSE_MS));
    const backOff = 1000 * 2 ** (tries - 1);
    // A gateway responds instead of the service, and its response has no status for rules.
    const status = result.response?.status ?? 0;
    if (call.status === 429) return requested ?? 2 * backOff;
    if (status === 503) return tries < 4 ? (requested ?? backOff) : undefined;
    const isSafe = call.exchange.request.method === 'GET' && tries < MAX_SERVER_ERRORS;
    // A job is polled again anyway.
    const isFault = status === 500 && call.operation !== 'getGenerationStatus';
    const isTemporary = isFault || call.status === 0 || status === 502 || status === 504;
    return isSafe && isTemporary ? backOff : undefined;
  }

  /**
   * Ends the run at the response of a proxy in front of the target, after several requests in a row without a response, and if
   * an operation times out again and again.
   */
  #stopAtFailures(spec: RequestSpec, result: TransportResult): void {
    const { response, failure, detail } = result;
    // Every further request would get the same.
    if (response && (failure === 'gateway' || response.status === 407 || response.status === 511))
      throw this.stop(`a gateway responded ${response.status}${detail === undefined ? '' : `: ${detail}`}`);
    const now = this.#input.clock.now();
    if (this.#failures === 0) this.#failingSince = now;
    this.#failures = response ? 0 : this.#failures + 1;
    this.#hasResponded ||= response !== undefined;
    const isDown = this.#hasResponded
      ? this.#failures >= 8 && now - this.#failingSince >= MAX_OUTAGE_MS
      : this.#failures >= 3;
    if (isDown) throw this.stop(`${this.settings.baseUrl} does not respond: ${detail ?? 'no connection'}`);
    const timeouts = this.#timeouts.note(spec, result);
    if (timeouts === undefined) return;
    const { method, path } = routeOf(spec);
    throw this.stop(`${method} ${path} timed out ${timeouts} times in a row`);
  }
}

function routeOf({ operation }: RequestSpec): (typeof routes)[number] {
  const route = routes.find(({ operationId }) => operationId === operation);
  if (!route) throw new Error(`The operation ${operation} has no route.`);
  return route;
}
