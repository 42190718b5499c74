/** Simulates a client that follows the client rules, in virtual time. */
import type { JobView } from '../generated/presentation-api.js';
import type { CompiledAskStep, Timeline } from '../scenario/timeline.js';
import type { ApiResponse } from '../service/response.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { Deckhand, DEVELOPMENT_KEYS } from './deckhand.js';
import type { ScenarioName } from './scenario-names.js';

/** Stops the preview of jobs that never end. */
const MAX_POLLS = 100;

/** How often a start is repeated that the rate limit rejects. */
const MAX_START_ATTEMPTS = 10;

/** The default time until a reply; at most half of the question's timeout. */
const DEFAULT_REPLY_DELAY_MS = 4000;

const PROMPT = 'A pitch for electric harbour taxis';

export interface PreviewOptions {
  /** Milliseconds between polls. */
  readonly pollInterval: number;
  /** The seed for steps with a probability, and for ranges. Default: that of a server. */
  readonly seed?: number;
  /**
   * Milliseconds from a question to the reply; `never` for no reply. The default sends no reply if the question fails the job
   * without one, so that the preview shows this end.
   */
  readonly replyAfter: number | 'never' | undefined;
}

export interface PreviewStep {
  /** Milliseconds since the start of the job. */
  readonly at: number;
  readonly request: 'start' | 'poll' | 'reply';
  /** 0 when the connection was reset or timed out. */
  readonly status: number;
  readonly retryAfter: number | undefined;
  /** Undefined when the body is not a status response. */
  readonly view: JobView | undefined;
  /** The effect of the scenario on the response, in a few words. */
  readonly fault: string | undefined;
}

export interface Preview {
  readonly steps: readonly PreviewStep[];
  /** Why the preview stops: the job ended, a question waits for a reply, the maximum number of polls, or the job did not start. */
  readonly stoppedBy: 'job-ended' | 'question' | 'poll-limit' | 'start-rejected';
}

/** The client starts a job, polls it, replies to questions, waits for `Retry-After`, and stops at the end. */
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
  if (id === undefined) return { steps, stoppedBy: 'start-rejected' };
  at += options.pollInterval;
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const polled = await send(at, 'poll', `/${id}/status`);
    const { view } = polled;
    if (view?.status === 'completed' || view?.status === 'failed') return { steps, stoppedBy: 'job-ended' };
    if (view?.status === 'awaiting_input') {
      const { timeout, onTimeout } = findQuestion(timeline, view.message);
      if (options.replyAfter === 'never') {
        if (timeout === Infinity) return { steps, stoppedBy: 'question' };
      } else if (options.replyAfter !== undefined || timeout === Infinity || onTimeout === 'continue') {
        at += options.replyAfter ?? Math.min(DEFAULT_REPLY_DELAY_MS, timeout / 2);
        await send(at, 'reply', `/${id}/message`, { message: 'People who decide.' });
      }
    }
    at += delayAfter(polled);
  }
  return { steps, stoppedBy: 'poll-limit' };
}

/** The minimum time that the job waits for a reply to this question, and what happens without one. */
function findQuestion(
  { steps }: Timeline,
  message: string,
): { timeout: number; onTimeout?: CompiledAskStep['onTimeout'] } {
  const question = steps.find((step) => step.kind === 'ask' && step.message === message);
  return question?.kind === 'ask'
    ? { timeout: question.timeout.min, onTimeout: question.onTimeout }
    : { timeout: Infinity };
}

function toStep(at: number, request: PreviewStep['request'], response: ApiResponse): PreviewStep {
  const { status, headers, body, metadata, delivery } = response;
  const retryAfter = headers['Retry-After'];
  return {
    at,
    request,
    status,
    retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    view: status >= 200 && status < 300 && !delivery?.truncateBody ? readView(body) : undefined,
    fault: metadata.fault,
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
