/**
 * Sends the requests of one check: each with the right key, at the right time, within the budget, and into the journal.
 * Knows how to wait and to try again; does not know why a request is sent.
 */
import { bodyOfText } from '../../journal/body.js';
import { headerOf, type Exchange, type HeaderPairs } from '../../journal/exchange.js';
import { routes, type OperationId } from '../../generated/routes.js';
import { keyMarks } from '../key-marks.js';
import { callOf, type Call } from '../trace/call.js';
import type { ExploreEvent } from './events.js';
import type { Settings } from './options.js';
import { RateKeeper } from './rate.js';
import { cleaner, redacted, type Secret } from './redacted.js';
import { isUsedUp, waitOf } from './retry-after.js';
import type { Pace, Transport, WireAnswer } from './transport.js';

export type Via = 'bearer' | 'x-api-key';

export interface Asking {
  readonly operation: OperationId;
  /** The id in the path. */
  readonly id?: string;
  /** Default: the key under test. */
  readonly by?: 'key' | 'other' | 'wrong' | 'none';
  /** Default: the two headers by turns. */
  readonly via?: Via;
  readonly body?: unknown;
  /** Send it once and at once, whatever the answer: for exceeding the rate. */
  readonly headlong?: boolean;
  /** Send it even after the end of the budget: for putting things back. */
  readonly lastly?: boolean;
}

/** An id as one part of a path, whatever characters it has. */
function pathPart(id: string): string {
  // Half of a pair of surrogates cannot be sent at all; dots alone would be taken for a folder.
  return encodeURIComponent(id.replace(/[\ud800-\udfff]/gu, '\ufffd')).replace(/^\.{1,2}$/, (dots) =>
    dots.replaceAll('.', '%2E'),
  );
}

/** A job goes on whether it is looked at or not; what is not about one can be asked later. */
function isPatient({ operation, by = 'key', headlong, lastly }: Asking): boolean {
  if (headlong || lastly || by === 'other') return false;
  if (operation === 'startGeneration') return by !== 'key';
  return operation !== 'getGenerationStatus' && operation !== 'sendGenerationMessage';
}

/** Thrown when the run cannot go on; says why. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export interface SessionInput {
  readonly settings: Settings;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly emit: (event: ExploreEvent) => void;
  /** No request begins after this moment. */
  readonly deadline: number;
  readonly mostRequests: number;
  /** Ms that one exchange may take. */
  readonly requestTimeout: number;
  readonly signal?: AbortSignal;
}

/** A target that wants a longer pause than this does not want to be asked. */
const longestPause = 120_000;
const mostTries = 5;
/** While jobs are polled, one request in so many may be about something else. */
const patience = 8;

export class Session {
  readonly settings: Settings;
  /** What was exchanged, without keys. */
  readonly journal: Exchange[] = [];
  /** How many jobs are being polled; while there are any, what can wait leaves most of the rate to them. */
  following = 0;
  readonly #input: SessionInput;
  readonly #keepers: Record<'key' | 'other', RateKeeper>;
  readonly #secrets: readonly Secret[];
  readonly #clean: (text: string) => string;
  readonly #wrongKey: string;
  #clock = 0;
  #sequence = 0;
  readonly #turns = new Map<OperationId, number>();
  #latestPatient = 0;
  #failures = 0;
  #hasAnswered = false;
  #stopped: Stopped | undefined;

  constructor(input: SessionInput) {
    const { settings, pace } = input;
    this.#input = input;
    this.settings = settings;
    const keeper = () => new RateKeeper(pace, settings.requestsPerMinute);
    this.#keepers = { key: keeper(), other: keeper() };
    this.#wrongKey = 'not-a-key'
      .padEnd(settings.apiKey.length, '-not-a-key')
      .slice(0, Math.max(9, settings.apiKey.length));
    this.#secrets = [
      { key: settings.apiKey, mark: keyMarks.first },
      ...(settings.otherApiKey === undefined ? [] : [{ key: settings.otherApiKey, mark: keyMarks.other }]),
    ];
    this.#clean = cleaner(this.#secrets);
  }

  /** Later than every reading before it, so that the journal orders what happened in order. */
  now(): number {
    this.#clock = Math.max(this.#input.pace.now(), this.#clock + 0.001);
    return this.#clock;
  }

  sleep(ms: number): Promise<void> {
    return this.#input.pace.sleep(Math.max(0, Math.min(ms, this.#input.deadline - this.#input.pace.now())));
  }

  note(text: string): void {
    this.#input.emit({ kind: 'note', text: this.#clean(text) });
  }

  phase(title: string): void {
    this.#input.emit({ kind: 'phase', title });
  }

  /** Ends the run: everything that is still to be sent will not be. */
  stop(reason: string): Stopped {
    this.#stopped ??= new Stopped(this.#clean(reason));
    return this.#stopped;
  }

  /** Sends a request, and again when the target asks for patience. The answer of the last try. */
  async call(asking: Asking): Promise<Call> {
    const via = asking.via ?? this.#nextVia(asking);
    for (let tries = 1; ; tries++) {
      const { call, answer } = await this.#once(asking, via);
      if (asking.headlong || asking.lastly) return call;
      const pause = this.#pauseAfter(asking, call, answer, tries);
      if (pause === undefined || tries >= mostTries) return call;
      if (pause > longestPause) {
        this.note(
          `${asking.operation} was answered ${call.status} with a pause of ${Math.round(pause / 1000)} s; not waited for`,
        );
        return call;
      }
      this.#keeperOf(asking).holdUntil(this.#input.pace.now() + pause);
    }
  }

  /** Of each operation's requests with a good key, every other one carries it in the other header. */
  #nextVia({ operation, by = 'key' }: Asking): Via {
    const turn = this.#turns.get(operation) ?? 0;
    if (by === 'key') this.#turns.set(operation, turn + 1);
    return turn % 2 === 0 ? 'bearer' : 'x-api-key';
  }

  async #once(asking: Asking, via: Via): Promise<{ call: Call; answer: WireAnswer }> {
    const isLeaving = asking.lastly === true && this.#input.signal?.aborted === true;
    if (isPatient(asking)) await this.#leaveRoom(asking);
    if (!asking.headlong && !isLeaving)
      await this.#keeperOf(asking).turn((ms) => this.#beforeWait(ms, asking));
    this.#checkBudget(asking);
    const { baseUrl } = this.settings;
    const route = routes.find(({ operationId }) => operationId === asking.operation);
    if (!route) throw new Error(`There is no operation ${asking.operation}`);
    const path = route.path.replace(/\{\w+\}/, () => pathPart(asking.id ?? ''));
    const body = asking.body === undefined ? undefined : JSON.stringify(asking.body);
    const request = { method: route.method, url: baseUrl + path, headers: this.#headers(asking, via, body) };
    const sequence = ++this.#sequence;
    const startedAt = this.now();
    const timeout = Math.max(100, Math.min(this.#input.requestTimeout, this.#input.deadline - startedAt));
    const answer = await this.#input.transport({ ...request, ...(body !== undefined && { body }), timeout });
    const exchange: Exchange = {
      sequence,
      startedAt,
      endedAt: this.now(),
      request: { ...request, ...(body !== undefined && { body: bodyOfText(body) }) },
      ...(answer.response && { response: answer.response }),
      ...(answer.failure && { failure: answer.failure }),
    };
    this.journal.push(redacted(exchange, this.#markOf(asking), this.#secrets));
    this.#input.emit({
      kind: 'request',
      operation: asking.operation,
      ...(answer.response && { status: answer.response.status }),
      sent: this.journal.length,
    });
    const call = callOf(exchange, baseUrl);
    if (!call) throw new Error(`A request was sent that is no operation: ${route.method} ${path}`);
    this.#watch(answer);
    return { call, answer };
  }

  /** Waits while jobs are polled and the last of the patient requests is not long ago. */
  async #leaveRoom(asking: Asking): Promise<void> {
    const { pace } = this.#input;
    const { requestsPerMinute } = this.settings;
    const distance = requestsPerMinute === 0 ? 0 : (60_000 * patience) / requestsPerMinute;
    while (this.following > 0 && pace.now() < this.#latestPatient + distance) {
      this.#checkBudget(asking);
      await this.sleep(1000);
    }
    this.#latestPatient = pace.now();
  }

  #beforeWait(ms: number, { lastly }: Asking): void {
    if (!lastly && this.#input.signal?.aborted) throw this.stop('it was interrupted');
    // What would end after the deadline need not be begun.
    if (!lastly && this.#input.pace.now() + ms > this.#input.deadline)
      throw this.stop('the time budget is used up');
    if (ms > 1000) this.#input.emit({ kind: 'wait', ms });
  }

  #checkBudget({ lastly }: Asking): void {
    if (lastly) return;
    if (this.#input.signal?.aborted) throw this.stop('it was interrupted');
    if (this.#stopped) throw this.#stopped;
    if (this.#input.pace.now() >= this.#input.deadline) throw this.stop('the time budget is used up');
    if (this.journal.length >= this.#input.mostRequests)
      throw this.stop(`${this.#input.mostRequests} requests are enough`);
  }

  #keeperOf({ by }: Asking): RateKeeper {
    return this.#keepers[by === 'other' ? 'other' : 'key'];
  }

  #headers({ by = 'key' }: Asking, via: Via, body: string | undefined): HeaderPairs {
    const { apiKey, otherApiKey = '' } = this.settings;
    const headers: [string, string][] = [['accept', 'application/json']];
    if (body !== undefined) headers.push(['content-type', 'application/json']);
    if (by === 'none') return headers;
    const key = { key: apiKey, other: otherApiKey, wrong: this.#wrongKey }[by];
    headers.push(via === 'bearer' ? ['authorization', `Bearer ${key}`] : ['x-api-key', key]);
    return headers;
  }

  #markOf({ by = 'key' }: Asking): string {
    return by === 'other' ? keyMarks.other : by === 'wrong' ? keyMarks.wrong : keyMarks.first;
  }

  /** How long to wait before sending it again, in ms; `undefined` when the answer stands. */
  #pauseAfter(asking: Asking, call: Call, answer: WireAnswer, tries: number): number | undefined {
    const headers = answer.response?.headers ?? [];
    const now = this.#input.pace.now();
    const said = waitOf(headers, now);
    if (call.ok && said !== undefined && isUsedUp(headers)) {
      this.#keeperOf(asking).holdUntil(now + Math.min(said, longestPause));
    }
    const backOff = 1000 * 2 ** (tries - 1);
    if (call.status === 429) return said ?? 2 * backOff;
    if (call.status === 503) return tries < 4 ? (said ?? backOff) : undefined;
    const isSafe = call.exchange.request.method === 'GET' && tries < 3;
    const isPassing = call.status === 0 || call.status === 502 || call.status === 504;
    return isSafe && isPassing ? backOff : undefined;
  }

  /** A target that answers nothing several times in a row is not there; one that did answer gets more patience. */
  #watch({ response, detail }: WireAnswer): void {
    this.#failures = response ? 0 : this.#failures + 1;
    this.#hasAnswered ||= response !== undefined;
    if (this.#failures < (this.#hasAnswered ? 8 : 3)) return;
    throw this.stop(`the target does not answer: ${detail ?? 'no connection'}`);
  }

  /** The value of a response header, for phases. */
  static header(call: Call, name: string): string | undefined {
    return headerOf(call.exchange.response?.headers ?? [], name);
  }
}
