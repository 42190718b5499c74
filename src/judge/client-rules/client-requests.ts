/** Client requests with the state of their client before each request. */
import type { Exchange } from '../../journal/exchange.js';
import { fnv1a } from '../../base/fnv1a.js';
import { addResponse, createRetryHistory, getAttemptOutcome, type RetryHistory } from './retry-history.js';
import { type Call, getStartedJobId } from '../model/call.js';
import { addMessage, addPoll, resetOnReload, EMPTY_CLIENT_JOB, type ClientJob } from './client-job.js';
import { parseCredential } from '../model/credential.js';
import { classifyUrl, OPERATION, getOrigin, type UrlClass } from '../model/operation.js';
import { memoizeByTrace, type Trace, type TraceOptions } from '../model/trace.js';
import {
  credentialVariantPlaceholders,
  keyPlaceholders,
  invalidKeyPlaceholders,
} from '../model/key-placeholders.js';
import { toRequestTime, type RequestTime } from './request-timing.js';
import { type Client, toClient } from './client.js';

const DEFAULT_MIN_POLL_INTERVAL_MS = 1000;

export interface ClientRequest {
  readonly exchange: Exchange;
  readonly client: Client;
  readonly time: RequestTime;
  /** Polls of one job at shorter intervals, in ms, are a tight loop. */
  readonly minPollInterval: number;
  /** Whether all requests come from one client in one tab. */
  readonly singleClient: boolean;
  /** Whether all requests of this client come from one page: the only tab of a test, or one page of a recording. */
  readonly isSinglePage: boolean;
  readonly urlClass: UrlClass;
  /** The documented operation; undefined for any other request. */
  readonly call: Call | undefined;
  /** Of a poll or a message: the client's history with the job. */
  readonly job: ClientJob | undefined;
  /** Earlier failures of the same request of this client; undefined when there are none. */
  readonly previousAttempts: RetryHistory | undefined;
}

interface ClientState {
  /** `loads`: the page loads that the history includes. See `getJob`. */
  readonly jobs: Map<string, { readonly job: ClientJob; readonly loads: number }>;
  /** How often the client loaded its page. */
  loads: number;
  hasSucceeded: boolean;
}

/** In the order of the journal, without the requests of `deckhand verify`. */
export const getClientRequests = memoizeByTrace((trace): readonly ClientRequest[] => {
  const reader = new ClientRequestReader(trace.options);
  const callOf = new Map(trace.calls.map((call) => [call.exchange, call]));
  return selectClientExchanges(trace).flatMap(
    (exchange) => reader.read(exchange, callOf.get(exchange)) ?? [],
  );
});

const verifyKeys: ReadonlySet<string> = new Set([
  ...Object.values(keyPlaceholders),
  ...Object.values(invalidKeyPlaceholders),
  ...Object.values(credentialVariantPlaceholders),
]);

/** Whether the trace contains requests of `deckhand verify`, which violates client rules on purpose. */
export const hasVerifyRequests = memoizeByTrace(({ exchanges }) =>
  exchanges.some(({ request }) => verifyKeys.has(parseCredential(request.headers).key ?? '')),
);

/** In a journal of `deckhand verify`, requests without a key belong to the run, too. */
function selectClientExchanges(trace: Trace): readonly Exchange[] {
  if (!hasVerifyRequests(trace)) return trace.exchanges;
  return trace.exchanges.filter(({ request }) => {
    const { key } = parseCredential(request.headers);
    return key !== undefined && !verifyKeys.has(key);
  });
}

class ClientRequestReader {
  readonly #options: TraceOptions;
  readonly #clients = new Map<string, ClientState>();
  readonly #attempts = new Map<string, RetryHistory>();
  readonly #origins = new Set<string>();
  /** How often the clock of each workspace was changed. */
  readonly #clockChanges = new Map<string, number>();

  constructor(options: TraceOptions) {
    this.#options = options;
  }

  /** @returns undefined for a request outside the API */
  read(exchange: Exchange, call: Call | undefined): ClientRequest | undefined {
    const time = toRequestTime(exchange, this.#countClockChanges(exchange));
    const urlClass = this.#classify(exchange, call);
    if (!urlClass) return undefined;
    const credential = call?.credential ?? parseCredential(exchange.request.headers);
    const client = toClient(exchange, credential);
    const state = this.#getState(client);
    const requestKey = getRequestKey(exchange, client);
    const isAboutJob =
      call?.operation === 'getGenerationStatus' || call?.operation === 'sendGenerationMessage';
    const job = isAboutJob ? getJob(state, call.id) : undefined;
    const previousAttempts = this.#attempts.get(requestKey);
    const { minPollInterval = DEFAULT_MIN_POLL_INTERVAL_MS, singleClient = false } = this.#options;
    const request = {
      exchange,
      client,
      time,
      minPollInterval,
      singleClient,
      isSinglePage: singleClient || exchange.pageref !== undefined,
      urlClass,
      call,
      job,
      previousAttempts,
    };
    this.#addOutcome(request, requestKey, state);
    if (call) addCall(call, request, state);
    return request;
  }

  #countClockChanges({ clockChanged, metadata }: Exchange): number {
    const workspace = metadata?.workspaceId ?? '';
    const before = this.#clockChanges.get(workspace) ?? 0;
    if (clockChanged !== true || this.#options.timersFollowClock === true) return before;
    this.#clockChanges.set(workspace, before + 1);
    return before + 1;
  }

  #classify({ request: { method, url } }: Exchange, call: Call | undefined): UrlClass | undefined {
    // Browsers send OPTIONS on their own.
    if (method === 'OPTIONS' || method === 'HEAD') return undefined;
    const { baseUrl } = this.#options;
    if (call) {
      this.#origins.add(getOrigin(url));
      return OPERATION;
    }
    const destination = classifyUrl(url, baseUrl);
    const isOfService = baseUrl !== undefined || this.#origins.has(getOrigin(url));
    return destination.kind !== 'other' && isOfService ? destination : undefined;
  }

  #getState({ id }: Client): ClientState {
    const existing = this.#clients.get(id);
    if (existing) return existing;
    const state = { jobs: new Map(), loads: 0, hasSucceeded: false };
    this.#clients.set(id, state);
    return state;
  }

  #addOutcome(
    { exchange, time, previousAttempts }: ClientRequest,
    requestKey: string,
    state: ClientState,
  ): void {
    const outcome = getAttemptOutcome(exchange);
    if (outcome === 'succeeded') {
      this.#attempts.delete(requestKey);
      state.hasSucceeded = true;
    } else if (previousAttempts ?? outcome !== 'unknown')
      this.#attempts.set(
        requestKey,
        addResponse(previousAttempts ?? createRetryHistory(state.hasSucceeded), exchange, time),
      );
  }
}

function addCall(call: Call, { time, job = EMPTY_CLIENT_JOB }: ClientRequest, state: ClientState): void {
  const { operation, id } = call;
  const started = operation === 'startGeneration' && call.isSuccess ? getStartedJobId(call) : undefined;
  if (operation === 'getGenerationStatus') setJob(state, id, addPoll(job, call, time));
  else if (operation === 'sendGenerationMessage') setJob(state, id, addMessage(job, call, time));
  else if (started !== undefined) setJob(state, started, { ...getJob(state, started), hasStart: true });
  // Pages list the templates when they load.
  else if (operation === 'listTemplates') state.loads++;
}

/** Applies page reloads lazily, on access. */
function getJob({ jobs, loads }: ClientState, id: string): ClientJob {
  const known = jobs.get(id);
  if (!known) return EMPTY_CLIENT_JOB;
  return known.loads === loads ? known.job : resetOnReload(known.job);
}

function setJob({ jobs, loads }: ClientState, id: string, job: ClientJob): void {
  jobs.set(id, { job, loads });
}

/** Equal for requests of one client with the same method, URL and body. */
function getRequestKey({ request: { method, url, body } }: Exchange, { id }: Client): string {
  const end = url.indexOf('#');
  const withoutFragment = end < 0 ? url : url.slice(0, end);
  return `${id}\n${method} ${withoutFragment}\n${body ? `${body.text.length} ${fnv1a(body.text)}` : ''}`;
}
