/** A simulated client that follows the client rules, in virtual time: it starts a job, polls it, and replies to questions. */
import type { JobView } from '../generated/presentation-api.js';
import type { CompiledAskStep, Timeline } from '../scenario/timeline.js';
import type { ApiResponse } from '../service/response.js';
import { DEVELOPMENT_KEYS } from '../service/default-registry.js';
import type { Service } from '../service/service.js';

/** Stops the preview of jobs that never end. */
const MAX_POLLS = 100;

/** The maximum number of retries of a start that is over the rate limit. */
const MAX_START_RETRIES = 10;

/** The default time until a reply; at most half of the question's timeout. */
const DEFAULT_REPLY_DELAY_MS = 4000;

const PROMPT = 'A pitch for electric harbour taxis';
const REPLY = 'People who decide.';

/** The start of the job, in ms since 1970. */
export const PREVIEW_START = Date.UTC(2026, 0, 15, 9, 30);

export interface PreviewClientOptions {
  /** Milliseconds between polls. */
  readonly pollInterval: number;
  /**
   * Milliseconds from a question to the reply; `never` for no reply, and `always` for the default time. The default sends no reply
   * if the question fails the job without one, so that the preview shows this end.
   */
  readonly replyAfter: number | 'never' | 'always' | undefined;
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
  readonly headers: ApiResponse['headers'];
  /** The body as it is sent. */
  readonly body: string;
  /** The effect of the scenario on the response, in a few words. */
  readonly fault: string | undefined;
}

export interface Preview {
  readonly steps: readonly PreviewStep[];
  /** Why the preview stops: the job ended, a question waits for a reply, the maximum number of polls, or the job did not start. */
  readonly stoppedBy: 'job-ended' | 'question' | 'poll-limit' | 'start-rejected';
}

export class PreviewClient {
  readonly steps: PreviewStep[] = [];
  readonly #timeline: Timeline;
  readonly #options: PreviewClientOptions;
  readonly service: Service;
  /** Milliseconds since the start of the job. */
  #now = 0;

  /** @param service a new mock server, whose jobs play the timeline */
  constructor(timeline: Timeline, service: Service, options: PreviewClientOptions) {
    this.#timeline = timeline;
    this.#options = options;
    this.service = service;
  }

  /** The id of the job; undefined if its start was rejected. */
  get jobId(): string | undefined {
    return this.steps.find(({ request, view }) => request === 'start' && view)?.view?.generation_id;
  }

  run(): Preview['stoppedBy'] {
    return this.#run(Infinity) ?? 'poll-limit';
  }

  /** Runs until a time, and polls exactly then. @param at milliseconds since the start */
  runUntil(at: number): void {
    this.#run(at);
    const { jobId } = this;
    if (jobId === undefined) return;
    this.#now = at;
    this.#send('poll', `/${jobId}/status`);
  }

  /** @param limit the client sends nothing then or later. @returns undefined if it stops there */
  #run(limit: number): Preview['stoppedBy'] | undefined {
    const id = this.#start(limit);
    if (id === undefined) return 'start-rejected';
    this.#now += this.#options.pollInterval;
    for (let poll = 0; poll < MAX_POLLS && this.#now < limit; poll += 1) {
      const polled = this.#send('poll', `/${id}/status`);
      const { view } = polled;
      if (view?.status === 'completed' || view?.status === 'failed') return 'job-ended';
      if (view?.status === 'awaiting_input' && !this.#answer(id, view.message, limit)) return 'question';
      this.#now += this.#delayAfter(polled);
    }
    return undefined;
  }

  /** @returns the id of the job; undefined if its start is rejected */
  #start(limit: number): string | undefined {
    let started = this.#send('start', '', { prompt: PROMPT });
    for (let retry = 0; retry < MAX_START_RETRIES && started.status === 429; retry += 1) {
      this.#now += this.#delayAfter(started);
      if (this.#now >= limit) break;
      started = this.#send('start', '', { prompt: PROMPT });
    }
    return started.view?.generation_id;
  }

  /** Replies to a question, or lets it time out. @returns false if the job would wait for ever */
  #answer(id: string, message: string, limit: number): boolean {
    const { replyAfter } = this.#options;
    const { timeout, onTimeout } = findQuestion(this.#timeline, message);
    if (replyAfter === 'never') return timeout !== Infinity;
    if (replyAfter === undefined && timeout !== Infinity && onTimeout !== 'continue') return true;
    const delay = typeof replyAfter === 'number' ? replyAfter : Math.min(DEFAULT_REPLY_DELAY_MS, timeout / 2);
    this.#now += delay;
    if (this.#now < limit) this.#send('reply', `/${id}/message`, { message: REPLY });
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
    const response = this.service.respond({
      method: body ? 'POST' : 'GET',
      path: `/presentations/generate${path}`,
      header: (name) => headers[name],
      body: body && JSON.stringify(body),
      requestId: 'preview',
      receivedAt: PREVIEW_START + this.#now,
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
  const isTruncated = delivery?.truncateBody ?? false;
  const retryAfter = headers['Retry-After'];
  return {
    at,
    request,
    status,
    retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    view: status >= 200 && status < 300 && !isTruncated ? readView(body) : undefined,
    headers,
    body: isTruncated ? body.slice(0, Math.floor(body.length / 2)) : body,
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
