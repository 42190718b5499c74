/** Makes the story of a recorded job, and plays it in virtual time to the recorded requests. */
import { Deckhand, DEVELOPMENT_KEYS } from '../../../src/app/deckhand.js';
import { fieldOf } from '../../../src/base/json.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { playRequest } from '../play-request.js';
import { recordedJobs, timeOf, type RecordedJob } from '../../../src/replay/story/jobs.js';
import { storyOf, type Story } from '../../../src/replay/story/story.js';
import { Texts } from '../../../src/replay/story/texts.js';
import { ScenarioLibrary } from '../../../src/scenario/library.js';
import { parseScenario } from '../../../src/scenario/parse.js';
import type { Timeline } from '../../../src/scenario/timeline.js';
import { writeScenario } from '../../../src/scenario/write.js';
import { callOf } from '../../../src/trace/call.js';
import { jsonOf } from '../../../src/trace/payload.js';
import { EPOCH } from '../../service/stage.js';

/** The story of the only job in a recording. */
export function storyIn(exchanges: readonly Exchange[], keepsText = true): Story {
  const { jobs } = recordedJobs(exchanges);
  const [job] = jobs;
  if (!job || jobs.length > 1) throw new Error(`The recording has ${jobs.length} jobs`);
  return storyOf(job, new Texts(keepsText));
}

/** The timeline of a story, read from its file as `scenario check` reads it. */
export function timelineOfFile({ scenario, comments }: Pick<Story, 'scenario' | 'comments'>): Timeline {
  const text = writeScenario(scenario, comments, 'A story.');
  const read = parseScenario({ name: 'story', file: 'story.yaml', text });
  if ('errors' in read) throw new Error(`${read.errors.map((error) => error.format()).join('\n')}\n${text}`);
  return read.timeline;
}

export interface Asked {
  /** Milliseconds since the start of the job. */
  readonly at: number;
  readonly method: string;
  /** `JOB` in it stands for the id of the job, and `DECK` for that of its presentation. */
  readonly path: string;
  readonly body?: object | undefined;
}

export const START: Asked = {
  at: 0,
  method: 'POST',
  path: '/presentations/generate',
  body: { prompt: 'Taxis' },
};
export const pollAt = (at: number): Asked => ({
  at,
  method: 'GET',
  path: '/presentations/generate/JOB/status',
});
export const replyAt = (at: number): Asked => ({
  at,
  method: 'POST',
  path: '/presentations/generate/JOB/message',
  body: { message: 'People who decide.' },
});

/** The exchanges of a client with a mock server that plays the story. */
export function play(
  story: Pick<Story, 'scenario' | 'comments'>,
  requests: readonly Asked[],
): readonly Exchange[] {
  const library = new ScenarioLibrary();
  library.put(timelineOfFile(story));
  const { service } = new Deckhand({ scenario: 'story' as never }, { library });
  let id = '';
  const all: Exchange[] = [];
  for (const { at, method, path, body } of requests) {
    const exchange = playRequest(service, {
      at: EPOCH + at,
      method,
      path: path.replace('JOB', id).replace('DECK', id.replace(/^gen_/, 'pres_')),
      headers: { 'x-api-key': DEVELOPMENT_KEYS.ws_dev, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      patience: 5000,
    });
    id ||= exchange.notes?.generationId ?? '';
    all.push(exchange);
  }
  return all;
}

/** The recorded starts, polls and messages of a job, in the order of time. */
export function requestsOf({ trace, starts, startedAt }: RecordedJob): readonly Asked[] {
  const about = [...(trace?.polls ?? []), ...(trace?.messages ?? [])];
  const all = [...starts, ...about].toSorted((one, two) => timeOf(one) - timeOf(two));
  const asked = all.map((call): Asked => {
    const at = timeOf(call) - startedAt;
    if (call.operation === 'startGeneration') return { ...START, at };
    return call.operation === 'getGenerationStatus' ? pollAt(at) : replyAt(at);
  });
  return trace && !trace.start ? [START, ...asked] : asked;
}

/** The status views that the polls of one job show: each status with its text, without repetitions and figures. */
export function statesIn(exchanges: readonly Exchange[]): readonly string[] {
  const states = exchanges.flatMap((exchange): string[] => {
    const call = callOf(exchange);
    if (call?.operation !== 'getGenerationStatus' || !call.ok) return [];
    const view = jsonOf(call.received);
    const status = fieldOf(view, 'status');
    const text =
      fieldOf(view, 'message') ??
      fieldOf(view, 'error') ??
      fieldOf(fieldOf(view, 'presentation'), 'title') ??
      fieldOf(fieldOf(view, 'progress'), 'current_step') ??
      '';
    const state = [status, text].join(': ').replaceAll(/\d+/g, '#');
    return typeof status === 'string' ? [state] : [];
  });
  return states.filter((state, index) => state !== states[index - 1]);
}

/** How each poll of a job went: its status code, or the failure. */
export function outcomesOf(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.flatMap((exchange): string[] => {
    if (callOf(exchange)?.operation !== 'getGenerationStatus') return [];
    const { response, failure } = exchange;
    return [failure === 'timeout' ? 'aborted' : (failure ?? String(response?.status))];
  });
}
