/** Client requests with the state of their client before each request. */
import { type Exchange, getHeader } from '../../journal/exchange.js';
import { fnv1a } from '../../base/fnv1a.js';
import { addResponse, createRetryHistory, getAttemptOutcome, type RetryHistory } from './retry-history.js';
import { type Call, getStartedJobId } from '../model/call.js';
import { addMessage, addPoll, resetOnReload, EMPTY_CLIENT_JOB, type ClientJob } from './client-job.js';
import { parseCredential, type Credential } from '../model/credential.js';
import { classifyUrl, OPERATION, getOrigin, type UrlClass } from '../model/operation.js';
import { memoizeByTrace, type Trace, type TraceOptions } from '../model/trace.js';
import {
  credentialVariantPlaceholders,
  keyPlaceholders,
  invalidKeyPlaceholders,
} from '../model/key-placeholders.js';
import { requestTimeOf, type RequestTime } from './request-timing.js';
import { groupBy } from '../../base/group-by.js';

export interface ClientRequest {
  readonly exchange: Exchange;
  readonly client: Client;
  readonly time: RequestTime;
  /** Polls of one job at shorter intervals, in ms, are a tight loop. */
  readonly minPollInterval: number;
  /** Whether all requests come from one client in one tab. */
  readonly singleClient: boolean;
  /** Whether all requests of this client come from one tab, reloads included. */
  readonly isSingleTab: boolean;
  readonly urlClass: UrlClass;
  /** The documented operation; undefined for any other request. */
  readonly call: Call | undefined;
  /** Of a poll or a message: the client's history with the job. */
  readonly job: ClientJob | undefined;
  /** Earlier failures of the same request of this client; undefined when there are none. */
  readonly previousAttempts: RetryHistory | undefined;
}

const DEFAULT_TIGHT_LOOP = 1000;

/** In the order of the journal, without the requests of `deckhand verify`. */
export const getClientRequests = memoizeByTrace((trace): readonly ClientRequest[] => {
  const reader = new ClientRequestReader(trace.options);
  const callOf = new Map(trace.calls.map((call) => [call.exchange, call]));
  return clientExchanges(trace).flatMap((exchange) => reader.read(exchange, callOf.get(exchange)) ?? []);
});

const verifyMarks: ReadonlySet<string> = new Set([
  ...Object.values(keyPlaceholders),
  ...Object.values(invalidKeyPlaceholders),
  ...Object.values(credentialVariantPlaceholders),
]);

/** Whether the trace holds requests of `deckhand verify`, which breaks client rules on purpose. */
export const hasVerifyRequests = memoizeByTrace(({ exchanges }) =>
  exchanges.some(({ request }) => verifyMarks.has(parseCredential(request.headers).key ?? '')),
);

/** In a journal of `deckhand verify`, requests without a key are its own too. */
function clientExchanges(trace: Trace): readonly Exchange[] {
  if (!hasVerifyRequests(trace)) return trace.exchanges;
  return trace.exchanges.filter(({ request }) => {
    const { key } = parseCredential(request.headers);
    return key !== undefined && !verifyMarks.has(key);
  });
}

interface ClientState {
  /** `loads`: the page loads that the history includes. See `jobOf`. */
  readonly jobs: Map<string, { readonly job: ClientJob; readonly loads: number }>;
  /** How often the client loaded its page. */
  loads: number;
  hasSucceeded: boolean;
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

  /** @returns undefined when the request does not go to the API */
  read(exchange: Exchange, call: Call | undefined): ClientRequest | undefined {
    const time = requestTimeOf(exchange, this.#clockChangesAt(exchange));
    const destination = this.#destinationOf(exchange, call);
    if (!destination) return undefined;
    const by = call?.credential ?? parseCredential(exchange.request.headers);
    const client = clientOf(exchange, by);
    const state = this.#stateOf(client);
    const name = requestName(exchange, client);
    const isAboutJob =
      call?.operation === 'getGenerationStatus' || call?.operation === 'sendGenerationMessage';
    const job = isAboutJob ? jobOf(state, call.id) : undefined;
    const earlier = this.#attempts.get(name);
    const { minPollInterval = DEFAULT_TIGHT_LOOP, singleClient = false } = this.#options;
    const isAlone = singleClient || exchange.pageref !== undefined;
    const request = {
      exchange,
      client,
      time,
      minPollInterval: minPollInterval,
      singleClient,
      isSingleTab: isAlone,
      urlClass: destination,
      call,
      job,
      previousAttempts: earlier,
    };
    this.#addOutcome(request, name, state);
    if (call) addCall(call, request, state);
    return request;
  }

  #clockChangesAt({ clockChanged, metadata }: Exchange): number {
    const workspace = metadata?.workspaceId ?? '';
    const before = this.#clockChanges.get(workspace) ?? 0;
    if (clockChanged !== true || this.#options.timersFollowClock === true) return before;
    this.#clockChanges.set(workspace, before + 1);
    return before + 1;
  }

  #destinationOf({ request: { method, url } }: Exchange, call: Call | undefined): UrlClass | undefined {
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

  #stateOf({ id }: Client): ClientState {
    const known = this.#clients.get(id);
    if (known) return known;
    const state = { jobs: new Map(), loads: 0, hasSucceeded: false };
    this.#clients.set(id, state);
    return state;
  }

  #addOutcome({ exchange, time, previousAttempts }: ClientRequest, name: string, state: ClientState): void {
    const outcome = getAttemptOutcome(exchange);
    if (outcome === 'succeeded') {
      this.#attempts.delete(name);
      state.hasSucceeded = true;
    } else if (previousAttempts ?? outcome !== 'unclear')
      this.#attempts.set(
        name,
        addResponse(previousAttempts ?? createRetryHistory(state.hasSucceeded), exchange, time),
      );
  }
}

function addCall(call: Call, { time, job = EMPTY_CLIENT_JOB }: ClientRequest, state: ClientState): void {
  const { operation, id } = call;
  const started = operation === 'startGeneration' && call.isSuccess ? getStartedJobId(call) : undefined;
  if (operation === 'getGenerationStatus') setJob(state, id, addPoll(job, call, time));
  else if (operation === 'sendGenerationMessage') setJob(state, id, addMessage(job, call, time));
  else if (started !== undefined) setJob(state, started, { ...jobOf(state, started), hasStart: true });
  // Pages list the templates when they load.
  else if (operation === 'listTemplates') state.loads++;
}

/** Applies page reloads lazily, on access. */
function jobOf({ jobs, loads }: ClientState, id: string): ClientJob {
  const known = jobs.get(id);
  if (!known) return EMPTY_CLIENT_JOB;
  return known.loads === loads ? known.job : resetOnReload(known.job);
}

function setJob({ jobs, loads }: ClientState, id: string, job: ClientJob): void {
  jobs.set(id, { job, loads });
}

/** Equal for requests of one client with the same method, address and body. */
function requestName({ request: { method, url, body } }: Exchange, { id }: Client): string {
  const end = url.indexOf('#');
  const address = end < 0 ? url : url.slice(0, end);
  return `${id}\n${method} ${address}\n${body ? `${body.text.length} ${fnv1a(body.text)}` : ''}`;
}

// The client of a request: its key and user agent, and its page where the journal records pages.

export interface Client {
  /** Identifies the client. Holds the key as the journal has it, so never show it. */
  readonly id: string;
  /** The client as the report shows it: user agent, and the mark of its key. */
  readonly label: () => string;
  readonly by: Credential;
}

function clientOf(exchange: Exchange, by: Credential): Client {
  const { pageref, request } = exchange;
  const agent = getHeader(request.headers, 'user-agent') ?? '';
  return {
    id: `${by.key ?? ''}\n${agent}\n${pageref ?? ''}`,
    label: () => labelOf(agent, by.key, pageref),
    by,
  };
}

/** @returns the exchanges by the label of their client, as findings name it, in the order of the first requests */
export function groupExchangesByClient(
  exchanges: readonly Exchange[],
): ReadonlyMap<string, readonly Exchange[]> {
  return groupBy(exchanges, (exchange) =>
    clientOf(exchange, parseCredential(exchange.request.headers)).label(),
  );
}

function labelOf(agent: string, key: string | undefined, page: string | undefined): string {
  const mark = /^\[redacted(?: (.{1,40}))?\]$/.exec(key ?? '')?.[1];
  const parts = [
    shortUserAgent(agent),
    key === undefined ? 'without a key' : mark === undefined ? undefined : `key ${mark}`,
    page === undefined ? undefined : `page ${page.slice(0, 40)}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** User agents of browsers begin with Mozilla; the browser's own name comes last. */
function shortUserAgent(agent: string): string {
  if (agent === '') return 'a client without User-Agent';
  return (
    /^Mozilla\/.*\b((?:Firefox|Edg|Chrome|HeadlessChrome|Version)\/[\d.]+)/.exec(agent)?.[1] ?? agent
  ).slice(0, 60);
}
