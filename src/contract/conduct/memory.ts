/**
 * What is remembered of a journal while it is judged: of each client its jobs and the requests that went wrong. Bounded in
 * number, so that it does not grow with the journal. Judges nothing.
 */
import type { Exchange } from '../../journal/exchange.js';
import { fieldOf } from '../trace/answer.js';
import { callOf, type Call } from '../trace/call.js';
import { credentialOf } from '../trace/credential.js';
import { startedId } from '../trace/job.js';
import { DEFAULT_REMEMBERED, DEFAULT_TIGHT_LOOP, type Bounds } from './bounds.js';
import { clientOf, isOf, type Client } from './client.js';
import { digest } from './digest.js';
import { JobPast } from './job-past.js';
import { momentOf } from './moments.js';
import type { ConductOptions } from './options.js';
import { OPERATION, originOf, placeOf } from './place.js';
import { RecentMap } from '../recent-map.js';
import type { IdKnowledge, Step } from './step.js';
import { outcomeOf, TargetPast } from './target-past.js';

interface ClientPast {
  readonly jobs: RecentMap<JobPast>;
  hasSucceeded: boolean;
  /** The job it started last, until it asks for it. */
  awaited: string | undefined;
}

/** Of one client. */
const JOBS = 100;

const isThere = (): true => true;
const newJob = (): JobPast => new JobPast();
const newClient = (): ClientPast => ({ jobs: new RecentMap(JOBS), hasSucceeded: false, awaited: undefined });

export class ConductMemory {
  readonly #options: ConductOptions;
  readonly #bounds: Bounds;
  readonly #clients: RecentMap<ClientPast>;
  readonly #targets: RecentMap<TargetPast>;
  /** By key and job id in small letters: the id as it was given. */
  readonly #given: RecentMap<string>;
  readonly #presentations: RecentMap<true>;
  readonly #origins = new RecentMap<true>(100);
  #era = 0;
  /** Mostly the same client asks again. */
  #latest: Client | undefined;

  constructor(options: ConductOptions) {
    const { remembered = DEFAULT_REMEMBERED, tightLoop = DEFAULT_TIGHT_LOOP } = options;
    this.#options = options;
    this.#bounds = { tightLoop };
    this.#clients = new RecentMap(Math.max(1, Math.ceil(remembered / 10)));
    this.#targets = new RecentMap(remembered);
    this.#given = new RecentMap(remembered);
    this.#presentations = new RecentMap(remembered);
  }

  /**
   * The exchange beside what its client had seen before; undefined when it has nothing to do with the API.
   * @param known the exchange as a call, where it was read already
   */
  meet(exchange: Exchange, known?: Call): Step | undefined {
    if (exchange.steered && this.#options.sharedClock !== true) this.#era++;
    const { method, url } = exchange.request;
    // A browser asks these by itself.
    if (method === 'OPTIONS' || method === 'HEAD') return undefined;
    const { baseUrl } = this.#options;
    const call = known ?? callOf(exchange, baseUrl);
    const place = call ? OPERATION : placeOf(url, baseUrl);
    if (call) this.#origins.need(originOf(url), isThere);
    else if (place.kind === 'elsewhere' || (baseUrl === undefined && !this.#origins.peek(originOf(url))))
      return undefined;
    const client = this.#clientOf(exchange, call);
    const isAboutJob =
      call?.operation === 'getGenerationStatus' || call?.operation === 'sendGenerationMessage';
    const past = this.#pastOf(client);
    return {
      exchange,
      client,
      moment: momentOf(exchange, this.#era),
      bounds: this.#bounds,
      place,
      call,
      job: isAboutJob ? past.jobs.need(call.id, newJob) : undefined,
      target: this.#targets.isEmpty ? undefined : this.#targets.get(targetName(exchange, client)),
      ids: this.#idsOf(call, client, past),
    };
  }

  /** Remembers what came of it. */
  take({ exchange, client, moment, call, job, target, ids }: Step): void {
    const past = this.#pastOf(client);
    const outcome = outcomeOf(exchange);
    if (outcome === 'done') {
      if (target) this.#targets.delete(targetName(exchange, client));
      past.hasSucceeded = true;
    } else if (target ?? outcome !== 'left') {
      this.#targetOf(targetName(exchange, client), past).take(exchange, moment);
    }
    if (!call) return;
    if (call.operation === 'getGenerationStatus') {
      job?.takePoll(call, moment);
      if (past.awaited === call.id) past.awaited = undefined;
      if (call.ok) this.#takeIds(call, client, ids);
    } else if (call.operation === 'sendGenerationMessage') job?.takeMessage(call);
    else if (call.operation === 'startGeneration') this.#takeStart(call, client, past);
    else if (call.operation === 'listTemplates') for (const one of past.jobs.values()) one.startAnew();
  }

  #clientOf(exchange: Exchange, call: Call | undefined): Client {
    const by = call?.by ?? credentialOf(exchange.request.headers);
    const client = isOf(this.#latest, exchange, by) ? this.#latest : clientOf(exchange, by);
    return (this.#latest = client);
  }

  #pastOf({ name }: Client): ClientPast {
    return this.#clients.need(name, newClient);
  }

  #targetOf(name: string, { hasSucceeded }: ClientPast): TargetPast {
    return this.#targets.need(name, () => new TargetPast(hasSucceeded));
  }

  #takeStart(call: Call, client: Client, past: ClientPast): void {
    const id = call.ok ? startedId(call) : undefined;
    if (id === undefined) return;
    past.awaited = id;
    past.jobs.need(id, () => new JobPast()).isWhole = true;
    this.#given.set(givenName(client, id), id);
  }

  #takeIds(call: Call, client: Client, { isKnown }: IdKnowledge): void {
    if (!isKnown) this.#given.set(givenName(client, call.id), call.id);
    const view = call.answer.kind === 'json' ? call.answer.value : undefined;
    const presentation = fieldOf(fieldOf(view, 'presentation'), 'id');
    if (typeof presentation === 'string') this.#presentations.set(keyed(client, presentation), true);
  }

  #idsOf(call: Call | undefined, client: Client, { awaited }: ClientPast): IdKnowledge {
    if (call?.operation !== 'getGenerationStatus' && call?.operation !== 'sendGenerationMessage')
      return NO_IDS;
    const given = this.#given.peek(givenName(client, call.id));
    if (given === call.id) return awaited === undefined ? KNOWN : { ...KNOWN, awaited };
    return {
      ...(given !== undefined && { alike: given }),
      isKnown: false,
      isPresentation: this.#presentations.peek(keyed(client, call.id)) === true,
      ...(awaited !== undefined && { awaited }),
    };
  }
}

const NO_IDS: IdKnowledge = { isKnown: false, isPresentation: false };
const KNOWN: IdKnowledge = { isKnown: true, isPresentation: false };

const keyed = ({ by }: Client, id: string): string => `${by.key ?? ''}\n${id}`;
const givenName = (client: Client, id: string): string => keyed(client, id.trim().toLowerCase());

/** The same request again: what was asked of whom, and with which body. */
function targetName({ request: { method, url, body } }: Exchange, { name }: Client): string {
  const end = url.indexOf('#');
  return `${name}\n${method} ${end < 0 ? url : url.slice(0, end)}\n${body ? `${body.text.length} ${digest(body.text)}` : ''}`;
}
