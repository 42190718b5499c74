/**
 * Plays a scenario as one client would see it, in virtual time, at once: start a job, poll it every few seconds, answer
 * its questions, come back when told to, stop at the end.
 */
import type { JobView } from '../generated/presentation-api.js';
import type { Timeline } from '../scenario/timeline.js';
import type { Answer } from '../service/api.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { Deckhand, DEVELOPMENT_KEYS } from './deckhand.js';

export interface PreviewOptions {
  /** Milliseconds between polls. */
  readonly every: number;
  /** Milliseconds until a question is answered; `undefined` for never. */
  readonly replyAfter: number | undefined;
  /** How many polls there are at most. */
  readonly polls: number;
}

export interface PreviewStep {
  /** Milliseconds since the job was started. */
  readonly at: number;
  readonly request: 'start' | 'poll' | 'reply';
  /** 0 when the connection was cut or nothing came. */
  readonly status: number;
  readonly retryAfter: number | undefined;
  /** Present when the body is a job's view. */
  readonly view: JobView | undefined;
  /** What the scenario did to the answer, in a few words. */
  readonly fault: string | undefined;
}

export interface Preview {
  readonly steps: readonly PreviewStep[];
  /** Why it stopped: the job ended, a question waits, the polls ran out, or no job could be started. */
  readonly end: 'ended' | 'question' | 'polls' | 'not-started';
}

const PROMPT = 'A pitch for electric harbour taxis';

export async function previewScenario(
  timeline: Timeline,
  library: ScenarioLibrary,
  options: PreviewOptions,
): Promise<Preview> {
  const { service } = new Deckhand({ scenario: timeline.name }, { library });
  const epoch = Date.UTC(2026, 0, 15, 9, 30);
  const steps: PreviewStep[] = [];
  const ask = async (
    at: number,
    request: PreviewStep['request'],
    path: string,
    body?: object,
  ): Promise<PreviewStep> => {
    const headers: Record<string, string> = {
      'x-api-key': DEVELOPMENT_KEYS.ws_dev,
      'content-type': 'application/json',
    };
    const answer = await service.answer({
      method: body ? 'POST' : 'GET',
      path: `/presentations/generate${path}`,
      header: (name) => headers[name],
      body: body && JSON.stringify(body),
      requestId: 'preview',
      at: epoch + at,
    });
    const step = toStep(at, request, answer);
    steps.push(step);
    return step;
  };

  const id = (await ask(0, 'start', '', { prompt: PROMPT })).view?.generation_id;
  if (id === undefined) return { steps, end: 'not-started' };
  let at = options.every;
  let askedAt: number | undefined;
  for (let poll = 0; poll < options.polls; poll += 1) {
    const { status, view, retryAfter } = await ask(at, 'poll', `/${id}/status`);
    if (view?.status === 'completed' || view?.status === 'failed') return { steps, end: 'ended' };
    if (view?.status === 'awaiting_input') {
      askedAt ??= at;
      if (options.replyAfter !== undefined) {
        at += options.replyAfter;
        await ask(at, 'reply', `/${id}/message`, { message: 'People who decide.' });
        askedAt = undefined;
      } else if (at - askedAt > LONGEST_QUESTION) {
        return { steps, end: 'question' };
      }
    }
    at += Math.max(options.every, status === 429 ? (retryAfter ?? 0) * 1000 : 0);
  }
  return { steps, end: 'polls' };
}

/** How long a question is watched that nobody answers. */
const LONGEST_QUESTION = 60_000;

function toStep(at: number, request: PreviewStep['request'], answer: Answer): PreviewStep {
  const { status, headers, body, notes, delivery } = answer;
  const retryAfter = headers['Retry-After'];
  return {
    at,
    request,
    status,
    retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    view: status >= 200 && status < 300 && !delivery?.truncate ? readView(body) : undefined,
    fault: notes.fault,
  };
}

/** The view in a body; `undefined` when the scenario broke it. */
function readView(body: string): JobView | undefined {
  try {
    return JSON.parse(body) as JobView;
  } catch {
    return undefined;
  }
}
