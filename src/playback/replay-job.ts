/** Plays a replay scenario to the recorded requests of its job, each at its recorded time, in virtual time. */
import type { OperationId } from '../generated/routes.js';
import { routes } from '../generated/routes.js';
import { headerOf, type Exchange } from '../journal/exchange.js';
import type { JobCall, RecordedJob } from '../replay/recorded-jobs.js';
import { ScenarioLibrary } from '../scenario/library.js';
import type { Timeline } from '../scenario/timeline.js';
import { Deckhand, DEVELOPMENT_KEYS } from '../app/deckhand.js';
import { playRequest } from './play-request.js';
import type { ScenarioName } from '../app/scenario-names.js';

/** The bodies of requests whose own bodies were not recorded. */
const BODIES: Readonly<Partial<Record<OperationId, object>>> = {
  startGeneration: { prompt: 'A replay' },
  sendGenerationMessage: { message: 'A reply' },
  updatePresentation: { title: 'Another title' },
  createPresentation: { template_id: 'tpl_pitch' },
};

const TAG = /\[scenario:[^\]]{0,100}\]/gi;

export interface PlayedJob {
  /** An exchange for each call of the job, in the same order. */
  readonly exchanges: readonly Exchange[];
  /** The played ids by the recorded ones. */
  readonly ids: ReadonlyMap<string, string>;
}

export async function replayJob(job: RecordedJob, timeline: Timeline): Promise<PlayedJob> {
  const library = new ScenarioLibrary();
  library.put(timeline);
  const { service } = new Deckhand({ scenario: timeline.name as ScenarioName, seed: 1 }, { library });
  const ids = new Map<string, string>();
  const send = async (at: number, operation: OperationId, id: string, call?: JobCall): Promise<Exchange> => {
    const route = routes.find(({ operationId }) => operationId === operation);
    if (!route) throw new Error(`No route for ${operation}`);
    const { body: recorded } = call?.exchange.request ?? {};
    const contentType = call && headerOf(call.exchange.request.headers, 'content-type');
    const made = BODIES[operation];
    // A tag in a recorded prompt would select another scenario.
    const body = recorded && !recorded.cut ? recorded.text.replaceAll(TAG, '') : made && JSON.stringify(made);
    const path = route.segments.map((segment) =>
      typeof segment === 'string' ? segment : encodeURIComponent(ids.get(id) ?? id),
    );
    const exchange = await playRequest(service, {
      at,
      method: route.method,
      path: `/${path.join('/')}`,
      headers: {
        'x-api-key': DEVELOPMENT_KEYS.ws_dev,
        ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
      },
      body,
      patience: call?.took ?? 0,
    });
    const started = exchange.notes?.generationId;
    if (operation === 'startGeneration' && started !== undefined && job.id !== undefined) {
      ids.set(job.id, started);
      if (job.presentationId !== undefined) ids.set(job.presentationId, started.replace(/^gen_/, 'pres_'));
    }
    return exchange;
  };

  if (job.id !== undefined && !job.isStartRecorded) await send(job.startedAt, 'startGeneration', '');
  const exchanges: Exchange[] = [];
  for (const call of job.calls) exchanges.push(await send(call.at, call.operation, call.id, call));
  return { exchanges, ids };
}
