/** Reads the requests of all clients from a trace, each with its client's history before it. Judges nothing. */
import type { Exchange } from '../../journal/exchange.js';
import { keyFormMarks, keyMarks, wrongKeyMarks } from '../../trace/key-marks.js';
import type { Call } from '../../trace/call.js';
import { credentialOf, type Credential } from '../../trace/credential.js';
import { startedJobId } from '../../trace/job.js';
import { fieldOf } from '../../base/json.js';
import { jsonOf } from '../../trace/payload.js';
import { perTrace } from '../../trace/per-trace.js';
import type { Trace, TraceOptions } from '../../trace/trace.js';
import type { ClientRequest, IdKnowledge } from './client-request.js';
import { clientOf, isSameClient, type Client } from './client.js';
import { destinationOf, OPERATION, originOf, type Destination } from './destination.js';
import { digest } from './digest.js';
import { afterMessage, afterPoll, afterReload, NEW_JOB, type JobHistory } from './job-history.js';
import { afterResponse, newRequest, outcomeOf, type RequestHistory } from './request-history.js';
import { requestTimeOf } from './request-times.js';

const DEFAULT_TIGHT_LOOP = 1000;

/** Every request of a client to the API, in the order of the journal, without the requests of `deckhand verify`. */
export const clientRequests = perTrace((trace) => {
  const reader = new ClientRequestReader(trace);
  const callOf = new Map(trace.calls.map((call) => [call.exchange, call]));
  return clientExchanges(trace).flatMap((exchange) => reader.read(exchange, callOf.get(exchange)) ?? []);
});

const verifyMarks: ReadonlySet<string> = new Set([
  ...Object.values(keyMarks),
  ...Object.values(wrongKeyMarks),
  ...Object.values(keyFormMarks),
]);

/** Whether the trace holds requests of `deckhand verify`, which breaks client rules on purpose. */
export const hasVerifyRequests = perTrace(({ exchanges }) =>
  exchanges.some(({ request }) => verifyMarks.has(credentialOf(request.headers).key ?? '')),
);

/** In a journal of `deckhand verify`, requests without a key are its own too. */
function clientExchanges(trace: Trace): readonly Exchange[] {
  if (!hasVerifyRequests(trace)) return trace.exchanges;
  return trace.exchanges.filter(({ request }) => {
    const { key } = credentialOf(request.headers);
    return key !== undefined && !verifyMarks.has(key);
  });
}

interface ClientState {
  /** `loads`: the page loads that the history includes. See `jobOf`. */
  readonly jobs: Map<string, { readonly history: JobHistory; readonly loads: number }>;
  /** How often the client loaded its page. */
  loads: number;
  hasSucceeded: boolean;
  unpolledStart: string | undefined;
}

class ClientRequestReader {
  readonly #options: TraceOptions;
  readonly #clients = new Map<string, ClientState>();
  readonly #requests = new Map<string, RequestHistory>();
  /** Job ids as clients received them, by key and id in lower case. */
  readonly #jobIds = new Map<string, string>();
  readonly #presentationIds = new Set<string>();
  readonly #origins = new Set<string>();
  /** How often the clock of each workspace was changed. */
  readonly #clockChanges = new Map<string, number>();
  /** A cache: the same client usually sends the next request. */
  #latest: Client | undefined;

  /** The keys with the job ids that they poll anywhere in the journal. */
  readonly #polled: ReadonlySet<string>;

  constructor(trace: Trace) {
    this.#options = trace.options;
    this.#polled = new Set(trace.of('getGenerationStatus').map(({ by, id }) => keyedId(by, id)));
  }

  /** @returns undefined when the request does not go to the API */
  read(exchange: Exchange, call: Call | undefined): ClientRequest | undefined {
    const clockChanges = this.#clockChangesAt(exchange);
    const destination = this.#destinationOf(exchange, call);
    if (!destination) return undefined;
    const client = this.#clientOf(exchange, call?.by ?? credentialOf(exchange.request.headers));
    const state = this.#stateOf(client);
    const key = requestKey(exchange, client);
    const isAboutJob =
      call?.operation === 'getGenerationStatus' || call?.operation === 'sendGenerationMessage';
    const request: ClientRequest = {
      exchange,
      client,
      time: requestTimeOf(exchange, clockChanges),
      tightLoop: this.#options.tightLoop ?? DEFAULT_TIGHT_LOOP,
      strict: this.#options.strict ?? false,
      destination,
      call,
      job: isAboutJob ? jobOf(state, call.id) : undefined,
      earlier: this.#requests.get(key),
      ids: isAboutJob ? this.#idsOf(call, client, state) : NO_IDS,
    };
    this.#addOutcome(request, key, state);
    if (call) this.#addCall(call, request, state);
    return request;
  }

  #clockChangesAt({ steered, notes }: Exchange): number {
    const workspace = notes?.workspaceId ?? '';
    const before = this.#clockChanges.get(workspace) ?? 0;
    if (steered !== true || this.#options.sharedClock === true) return before;
    this.#clockChanges.set(workspace, before + 1);
    return before + 1;
  }

  #destinationOf({ request: { method, url } }: Exchange, call: Call | undefined): Destination | undefined {
    // Browsers send OPTIONS on their own.
    if (method === 'OPTIONS' || method === 'HEAD') return undefined;
    const { baseUrl } = this.#options;
    if (call) {
      this.#origins.add(originOf(url));
      return OPERATION;
    }
    const destination = destinationOf(url, baseUrl);
    const isOfService = baseUrl !== undefined || this.#origins.has(originOf(url));
    return destination.kind !== 'elsewhere' && isOfService ? destination : undefined;
  }

  #clientOf(exchange: Exchange, by: Credential): Client {
    const client = isSameClient(this.#latest, exchange, by) ? this.#latest : clientOf(exchange, by);
    return (this.#latest = client);
  }

  #stateOf({ name }: Client): ClientState {
    const known = this.#clients.get(name);
    if (known) return known;
    const state = { jobs: new Map(), loads: 0, hasSucceeded: false, unpolledStart: undefined };
    this.#clients.set(name, state);
    return state;
  }

  #idsOf({ id }: Call, client: Client, { unpolledStart }: ClientState): IdKnowledge {
    const received = this.#jobIds.get(jobIdKey(client, id));
    return {
      ...(received !== undefined && received !== id && { similar: received }),
      isKnown: received === id,
      isPresentationId: received !== id && this.#presentationIds.has(idKey(client, id)),
      // A page may look at older jobs before it polls the new one.
      ...(unpolledStart !== undefined &&
        !this.#polled.has(keyedId(client.by, unpolledStart)) && { unpolledStart }),
    };
  }

  #addOutcome({ exchange, time, earlier }: ClientRequest, key: string, state: ClientState): void {
    const outcome = outcomeOf(exchange);
    if (outcome === 'succeeded') {
      this.#requests.delete(key);
      state.hasSucceeded = true;
    } else if (earlier ?? outcome !== 'unclear') {
      const history = earlier ?? newRequest(state.hasSucceeded);
      this.#requests.set(key, afterResponse(history, exchange, time));
    }
  }

  #addCall(call: Call, { client, time, job = NEW_JOB, ids }: ClientRequest, state: ClientState): void {
    const { operation, id, ok } = call;
    if (operation === 'getGenerationStatus') {
      setJob(state, id, afterPoll(job, call, time));
      if (state.unpolledStart === id) state.unpolledStart = undefined;
      if (ok) this.#addIds(call, client, ids);
    } else if (operation === 'sendGenerationMessage') setJob(state, id, afterMessage(job, call, time));
    else if (operation === 'startGeneration') this.#addStart(call, client, state);
    // Pages list the templates when they load.
    else if (operation === 'listTemplates') state.loads++;
  }

  #addStart(call: Call, client: Client, state: ClientState): void {
    const id = call.ok ? startedJobId(call) : undefined;
    if (id === undefined) return;
    state.unpolledStart = id;
    setJob(state, id, { ...jobOf(state, id), hasStart: true });
    this.#jobIds.set(jobIdKey(client, id), id);
  }

  #addIds(call: Call, client: Client, { isKnown }: IdKnowledge): void {
    if (!isKnown) this.#jobIds.set(jobIdKey(client, call.id), call.id);
    const presentationId = fieldOf(fieldOf(jsonOf(call.received), 'presentation'), 'id');
    if (typeof presentationId === 'string') this.#presentationIds.add(idKey(client, presentationId));
  }
}

const NO_IDS: IdKnowledge = { isKnown: false, isPresentationId: false };

/** A reload changes the histories of all jobs of a client. Each history is updated when it is read. */
function jobOf({ jobs, loads }: ClientState, id: string): JobHistory {
  const known = jobs.get(id);
  if (!known) return NEW_JOB;
  return known.loads === loads ? known.history : afterReload(known.history);
}

function setJob({ jobs, loads }: ClientState, id: string, history: JobHistory): void {
  jobs.set(id, { history, loads });
}

const keyedId = ({ key }: Credential, id: string): string => `${key ?? ''}\n${id}`;
const idKey = ({ by }: Client, id: string): string => keyedId(by, id);
const jobIdKey = (client: Client, id: string): string => idKey(client, id.trim().toLowerCase());

/** Equal for requests of one client with the same method, address and body. */
function requestKey({ request: { method, url, body } }: Exchange, { name }: Client): string {
  const end = url.indexOf('#');
  const address = end < 0 ? url : url.slice(0, end);
  return `${name}\n${method} ${address}\n${body ? `${body.text.length} ${digest(body.text)}` : ''}`;
}
