/**
 * Simulates a client that follows the client rules, in virtual time. The client starts a job, polls it every few seconds, replies to
 * questions, waits for `Retry-After`, and stops at the end.
 */
import type { JobView } from '../generated/presentation-api.js';
import type { CompiledAskStep, Timeline } from '../scenario/timeline.js';
import type { ApiResponse } from '../service/response.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { Deckhand, DEVELOPMENT_KEYS } from './deckhand.js';
import type { ScenarioName } from './scenario-names.js';

export interface PreviewOptions {
  /** Milliseconds between polls. */
  readonly pollInterval: number;
  /** Decides steps with a chance, and ranges. Default: that of a server. */
  readonly seed?: number;
  /**
   * Milliseconds from a question to the reply; `undefined` for the default, which does not reply to questions that fail the job
   * without a reply, so that the preview shows the end of the scenario itself; `never` for no reply.
   */
  readonly replyAfter: number | 'never' | undefined;
}

export interface PreviewStep {
  /** Milliseconds since the start of the job. */
  readonly at: number;
  readonly request: 'start' | 'poll' | 'reply';
  /** 0 when the connection broke or stalled. */
  readonly status: number;
  readonly retryAfter: number | undefined;
  /** Undefined when the body is not a status view. */
  readonly view: JobView | undefined;
  /** The effect of the scenario on the response, in a few words. */
  readonly fault: string | undefined;
}

export interface Preview {
  readonly steps: readonly PreviewStep[];
  /** Why the preview stops: the job ended, a question waits, the maximum of polls, or the job did not start. */
  readonly stoppedBy: 'job-ended' | 'question' | 'poll-limit' | 'start-refused';
}

/** Stops the preview of jobs that never end. */
const MAX_POLLS = 100;

/** How often a start is repeated that the rate limit refuses. */
const MAX_START_ATTEMPTS = 10;

const PROMPT = 'A pitch for electric harbour taxis';

export async function previewScenario(
  timeline: Timeline,
  library: ScenarioLibrary,
  options: PreviewOptions,
): Promise<Preview> {
  const { seed } = options;
  const { service } = new Deckhand(
    { scenario: timeline.name as ScenarioName, ...(seed !== undefined && { seed }) },
    { library },
  );
  const epoch = Date.UTC(2026, 0, 15, 9, 30);
  const steps: PreviewStep[] = [];
  const send = async (
    at: number,
    request: PreviewStep['request'],
    path: string,
    body?: object,
  ): Promise<PreviewStep> => {
    const headers: Record<string, string> = {
      'x-api-key': DEVELOPMENT_KEYS.ws_dev,
      'content-type': 'application/json',
    };
    const response = service.respond({
      method: body ? 'POST' : 'GET',
      path: `/presentations/generate${path}`,
      header: (name) => headers[name],
      body: body && JSON.stringify(body),
      requestId: 'preview',
      receivedAt: epoch + at,
    });
    const step = toStep(at, request, response);
    steps.push(step);
    return step;
  };

  const delayAfter = ({ status, retryAfter = 0 }: PreviewStep): number =>
    Math.max(options.pollInterval, status === 429 ? retryAfter * 1000 : 0);
  let at = 0;
  let started = await send(at, 'start', '', { prompt: PROMPT });
  for (let attempt = 0; attempt < MAX_START_ATTEMPTS && started.status === 429; attempt += 1) {
    at += delayAfter(started);
    started = await send(at, 'start', '', { prompt: PROMPT });
  }
  const id = started.view?.generation_id;
  if (id === undefined) return { steps, stoppedBy: 'start-refused' };
  at += options.pollInterval;
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const polled = await send(at, 'poll', `/${id}/status`);
    const { view } = polled;
    if (view?.status === 'completed' || view?.status === 'failed') return { steps, stoppedBy: 'job-ended' };
    if (view?.status === 'awaiting_input') {
      const { wait, otherwise } = questionOf(timeline, view.message);
      if (options.replyAfter === 'never') {
        if (wait === Infinity) return { steps, stoppedBy: 'question' };
      } else if (options.replyAfter !== undefined || wait === Infinity || otherwise === 'continue') {
        at += options.replyAfter ?? Math.min(DEFAULT_REPLY_DELAY_MS, wait / 2);
        await send(at, 'reply', `/${id}/message`, { message: 'People who decide.' });
      }
    }
    at += delayAfter(polled);
  }
  return { steps, stoppedBy: 'poll-limit' };
}

/** The time until a reply, in milliseconds. Half of a shorter limit is left for it. */
const DEFAULT_REPLY_DELAY_MS = 4000;

/** How long the job waits for a reply to this question, at least, and what happens without one. */
function questionOf(
  { steps }: Timeline,
  message: string,
): { wait: number; otherwise?: CompiledAskStep['onTimeout'] } {
  const question = steps.find((step) => step.kind === 'ask' && step.message === message);
  return question?.kind === 'ask'
    ? { wait: question.timeout.min, otherwise: question.onTimeout }
    : { wait: Infinity };
}

function toStep(at: number, request: PreviewStep['request'], response: ApiResponse): PreviewStep {
  const { status, headers, body, notes, delivery } = response;
  const retryAfter = headers['Retry-After'];
  return {
    at,
    request,
    status,
    retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    view: status >= 200 && status < 300 && !delivery?.truncateBody ? readView(body) : undefined,
    fault: notes.fault,
  };
}

/** Undefined when the scenario corrupted the body. */
function readView(body: string): JobView | undefined {
  try {
    return JSON.parse(body) as JobView;
  } catch {
    return undefined;
  }
}
