/** Plays recorded requests to a stand-in with a replay scenario, each at its recorded time, in virtual time. */
import type { OperationId } from '../generated/routes.js';
import { routes } from '../generated/routes.js';
import { fieldOf } from '../base/json.js';
import { headerOf, type Exchange } from '../journal/exchange.js';
import type { Call } from '../replay/call.js';
import { deckIdOf } from '../replay/recorded-ids.js';
import type { RecordedJob } from '../replay/recorded-jobs.js';
import { ScenarioLibrary } from '../scenario/library.js';
import type { Timeline } from '../scenario/timeline.js';
import { Deckhand, DEFAULT_WORKSPACE, DEVELOPMENT_KEYS } from '../app/deckhand.js';
import { playRequest } from './play-request.js';
import type { ScenarioName } from '../app/scenario-names.js';

/** The bodies of requests whose own bodies were not recorded. */
const BODIES: Readonly<Partial<Record<OperationId, object>>> = {
  startGeneration: { prompt: 'A replay' },
  sendGenerationMessage: { message: 'A reply' },
  updatePresentation: { title: 'Another title' },
  createPresentation: { template_id: 'tpl_pitch' },
};

/** A tag in a recorded prompt would select another scenario. */
const TAG = /\[scenario:[^\]]{0,100}\]/gi;

export class CallPlayer {
  readonly deckhand: Deckhand;
  /** The played ids by the recorded ones. */
  readonly ids = new Map<string, string>();
  readonly #keys = new Map<string | undefined, string>();

  /**
   * @param keys the recorded keys; all of them open one workspace
   * @param seed of the ids
   */
  constructor(timeline: Timeline, keys: readonly (string | undefined)[] = [], seed = 1) {
    const library = new ScenarioLibrary();
    library.put(timeline);
    for (const [index, key] of keys.entries())
      this.#keys.set(key, index === 0 ? DEVELOPMENT_KEYS.ws_dev : `replayed-key-${index + 1}`);
    const others = [...this.#keys.values()].slice(1);
    this.deckhand = new Deckhand(
      {
        scenario: timeline.name as ScenarioName,
        seed,
        keys: Object.fromEntries(others.map((key) => [key, DEFAULT_WORKSPACE])),
      },
      { library },
    );
  }

  /** @param started the job that the call starts */
  async play(call: Call, started?: RecordedJob): Promise<Exchange> {
    const { operation, at, id, key, took, exchange: recorded } = call;
    const { body, headers } = recorded.request;
    const made = BODIES[operation];
    const exchange = await this.#send(at, operation, id, {
      body: body && !body.cut ? body.text.replaceAll(TAG, '') : made && JSON.stringify(made),
      type: headerOf(headers, 'content-type'),
      key: this.#keys.get(key),
      patience: took,
    });
    if (operation === 'startGeneration' && started) this.#noteStart(started, exchange);
    const [before, after] = [deckIdOf(call), deckIdOfPlayed(exchange)];
    if (operation === 'createPresentation' && before !== undefined && after !== undefined)
      this.ids.set(before, after);
    return exchange;
  }

  /** Starts a job whose start was not recorded. */
  async start(job: RecordedJob): Promise<void> {
    const body = JSON.stringify(BODIES.startGeneration);
    this.#noteStart(job, await this.#send(job.startedAt, 'startGeneration', '', { body }));
  }

  #noteStart({ id, presentationId }: RecordedJob, { notes }: Exchange): void {
    if (id === undefined || notes?.generationId === undefined) return;
    this.ids.set(id, notes.generationId);
    if (presentationId !== undefined)
      this.ids.set(presentationId, notes.generationId.replace(/^gen_/, 'pres_'));
  }

  async #send(
    at: number,
    operation: OperationId,
    id: string,
    {
      body,
      type = 'application/json',
      key = DEVELOPMENT_KEYS.ws_dev,
      patience = 0,
    }: {
      readonly body: string | undefined;
      readonly type?: string | undefined;
      readonly key?: string | undefined;
      readonly patience?: number;
    },
  ): Promise<Exchange> {
    const route = routes.find(({ operationId }) => operationId === operation);
    if (!route) throw new Error(`No route for ${operation}`);
    const path = route.segments.map((segment) =>
      typeof segment === 'string' ? segment : encodeURIComponent(this.ids.get(id) ?? id),
    );
    return playRequest(this.deckhand.service, {
      at,
      method: route.method,
      path: `/${path.join('/')}`,
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': type }) },
      body,
      patience,
    });
  }
}

function deckIdOfPlayed({ response }: Exchange): string | undefined {
  try {
    const id = fieldOf(JSON.parse(response?.body?.text ?? ''), 'id');
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
