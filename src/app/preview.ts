/** Simulates a client that follows the client rules, in virtual time. */
import type { JobView } from '../generated/presentation-api.js';
import type { CompiledAskStep, Timeline } from '../scenario/timeline.js';
import type { ApiResponse } from '../service/response.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { Deckhand, DEVELOPMENT_KEYS } from './deckhand.js';
import type { ScenarioName } from './scenario-names.js';

/** Stops the preview of jobs that never end. */
const MAX_POLLS = 100;

/** The maximum number of retries of a start that is over the rate limit. */
const MAX_START_RETRIES = 10;

/** The default time until a reply; at most half of the question's timeout. */
const DEFAULT_REPLY_DELAY_MS = 4000;

const PROMPT = 'A pitch for electric harbour taxis';
const REPLY = 'People who decide.';

/** The start of the job, in ms since 1970. */
const EPOCH = Date.UTC(2026, 0, 15, 9, 30);

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
export function previewScenario(
  timeline: Timeline,
  library: ScenarioLibrary,
  options: PreviewOptions,
): Preview {
  const client = new PreviewClient(timeline, library, options);
  const stoppedBy = client.run();
  return { steps: client.steps, stoppedBy };
}

class PreviewClient {
  readonly steps: PreviewStep[] = [];
  readonly #timeline: Timeline;
  readonly #options: PreviewOptions;
  readonly #service: Deckhand['service'];
  /** Milliseconds since the start of the job. */
  #now = 0;

  constructor(timeline: Timeline, library: ScenarioLibrary, options: PreviewOptions) {
    this.#timeline = timeline;
    this.#options = options;
    const { seed } = options;
    const scenario = timeline.name as ScenarioName;
    this.#service = new Deckhand({ scenario, ...(seed !== undefined && { seed }) }, { library }).service;
  }

  run(): Preview['stoppedBy'] {
    const id = this.#start();
    if (id === undefined) return 'start-rejected';
    this.#now += this.#options.pollInterval;
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      const polled = this.#send('poll', `/${id}/status`);
      const { view } = polled;
      if (view?.status === 'completed' || view?.status === 'failed') return 'job-ended';
      if (view?.status === 'awaiting_input' && !this.#answer(id, view.message)) return 'question';
      this.#now += this.#delayAfter(polled);
    }
    return 'poll-limit';
  }

  /** @returns the id of the job; undefined if its start is rejected */
  #start(): string | undefined {
    let started = this.#send('start', '', { prompt: PROMPT });
    for (let retry = 0; retry < MAX_START_RETRIES && started.status === 429; retry += 1) {
      this.#now += this.#delayAfter(started);
      started = this.#send('start', '', { prompt: PROMPT });
    }
    return started.view?.generation_id;
  }

  /** Replies to a question, or lets it time out. @returns false if the job would wait for ever */
  #answer(id: string, message: string): boolean {
    const { replyAfter } = this.#options;
    const { timeout, onTimeout } = findQuestion(this.#timeline, message);
    if (replyAfter === 'never') return timeout !== Infinity;
    if (replyAfter === undefined && timeout !== Infinity && onTimeout !== 'continue') return true;
    this.#now += replyAfter ?? Math.min(DEFAULT_REPLY_DELAY_MS, timeout / 2);
    this.#send('reply', `/${id}/message`, { message: REPLY });
    return true;
  }

  #delayAfter({ status, retryAfter = 0 }: PreviewStep): number {
    return Math.max(this.#options.pollInterval, status === 429 ? retryAfter * 1000 : 0);
  }

  #send(request: PreviewStep['request'], path: string, body?: object): PreviewStep {
    const headers: Readonly<Record<string, string>> = {
      'x-api-key': DEVELOPMENT_KEYS.ws_dev,
      'content-type': 'application/json',
    };
    const response = this.#service.respond({
      method: body ? 'POST' : 'GET',
      path: `/presentations/generate${path}`,
      header: (name) => headers[name],
      body: body && JSON.stringify(body),
      requestId: 'preview',
      receivedAt: EPOCH + this.#now,
    });
    const step = toStep(this.#now, request, response);
    this.steps.push(step);
    return step;
  }
}

/** The minimum time that the job waits for a reply to this question, and what happens without one. */
function findQuestion(
  { steps, jobs }: Timeline,
  message: string,
): { timeout: number; onTimeout?: CompiledAskStep['onTimeout'] } {
  // The job of the preview is the first one, which can have steps of its own.
  const question = (jobs[0]?.steps ?? steps).find((step) => step.kind === 'ask' && step.message === message);
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
