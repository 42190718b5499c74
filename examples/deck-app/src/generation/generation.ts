/**
 * Client-side state machine of one generation job (3, 4.5, 7): polls every few seconds, backs off, and stops when the job has
 * ended or awaits input.
 */
import type { JobView, Presentation, Progress, StartGenerationRequest } from 'deckhand/types/mock';
import type { Api } from '../api/client';
import { ApiProblem } from '../api/problem';
import { retry, sleep, type RetryState } from './retry';

/** Fifteen polls a minute leave room for other requests within the limit of twenty (8). */
export const POLL_INTERVAL_MS = 4_000;

/** Polling stops if the job does not change for this long. */
export const STALL_TIMEOUT_MS = 5 * 60_000;

export type GenerationState =
  | { readonly phase: 'idle'; readonly problem?: ApiProblem }
  /** The start is being sent, or the first poll is pending. `retryState`: the start will be retried. */
  | { readonly phase: 'starting'; readonly id?: string; readonly retryState?: RetryState }
  | {
      readonly phase: 'generating';
      readonly id: string;
      readonly progress?: Progress;
      readonly tokens?: number;
      readonly retryState?: RetryState;
    }
  | {
      readonly phase: 'asking';
      readonly id: string;
      readonly question: string;
      readonly isSending: boolean;
      readonly retryState?: RetryState;
      /** Why the last reply may not have arrived. */
      readonly problem?: ApiProblem;
    }
  | { readonly phase: 'completed'; readonly presentation: Presentation; readonly tokens?: number }
  | { readonly phase: 'failed'; readonly reason: string }
  /** The client stopped polling; the job may continue. */
  | { readonly phase: 'given-up'; readonly id: string; readonly problem?: ApiProblem }
  /** The job does not exist, or is not accessible. */
  | { readonly phase: 'rejected'; readonly id: string; readonly problem: ApiProblem };

export class Generation {
  readonly #api: Api;
  readonly #listeners = new Set<() => void>();
  #state: GenerationState = { phase: 'idle' };
  /** Aborts the requests and delays of the current job. */
  #controller = new AbortController();

  constructor(api: Api) {
    this.#api = api;
  }

  readonly state = (): GenerationState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts a job. Retries only after a 429: after any other error, a retry could start a second job. */
  start(request: StartGenerationRequest): Promise<void> {
    return this.#run({ phase: 'starting' }, async (signal) => {
      try {
        const { generation_id: id } = await retry(() => this.#api.start(request, signal), {
          signal,
          shouldRetry: isRateLimited,
          onRetry: (retryState) => this.#setState(signal, { phase: 'starting', retryState }),
        });
        this.#setState(signal, { phase: 'starting', id });
        await this.#poll(id, signal);
      } catch (thrown) {
        this.#setState(signal, { phase: 'idle', problem: toApiProblem(thrown) });
      }
    });
  }

  /** Continues with a job that was started before, for example by another page. */
  resume(id: string): Promise<void> {
    return this.#run({ phase: 'generating', id }, (signal) => this.#poll(id, signal));
  }

  /** Replies to the job's question. */
  async reply(message: string): Promise<void> {
    if (this.#state.phase !== 'asking') return;
    const { id, question } = this.#state;
    const sending = { phase: 'asking', id, question, isSending: true } as const;
    await this.#run(sending, async (signal) => {
      try {
        await retry(() => this.#api.reply(id, message, signal), {
          signal,
          shouldRetry: isRateLimited,
          onRetry: (retryState) => this.#setState(signal, { ...sending, retryState }),
        });
      } catch (thrown) {
        // The reply may be lost, too late, or rejected: the status of the job shows it.
        return this.#poll(id, signal, toApiProblem(thrown));
      }
      this.#setState(signal, { phase: 'generating', id });
      await sleep(POLL_INTERVAL_MS, signal);
      await this.#poll(id, signal);
    });
  }

  /** Stops following the job, which continues: there is no request that cancels it. */
  leave(): void {
    void this.#run({ phase: 'idle' }, async () => {});
  }

  /** Polls until the job ends or awaits input. @param replyProblem why the last reply may not have arrived */
  async #poll(id: string, signal: AbortSignal, replyProblem?: ApiProblem): Promise<void> {
    let lastChange = { at: Date.now(), view: '' };
    try {
      for (;;) {
        const view = await retry(() => this.#api.job(id, signal), {
          signal,
          deadline: lastChange.at + STALL_TIMEOUT_MS,
          onRetry: (retryState) => this.#setState(signal, { ...this.#generating(id), retryState }),
        });
        this.#setState(signal, toState(view, lastChange.view === '' ? replyProblem : undefined));
        if (view.status !== 'generating') return;
        const text = JSON.stringify(view);
        if (text !== lastChange.view) lastChange = { at: Date.now(), view: text };
        if (Date.now() - lastChange.at >= STALL_TIMEOUT_MS)
          return this.#setState(signal, { phase: 'given-up', id });
        await sleep(POLL_INTERVAL_MS, signal);
      }
    } catch (thrown) {
      const problem = toApiProblem(thrown);
      this.#setState(signal, { phase: problem.isTransient ? 'given-up' : 'rejected', id, problem });
    }
  }

  /** Runs the work for one job, and aborts that for the previous one. */
  async #run(state: GenerationState, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#setState(signal, state);
    try {
      await work(signal);
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    }
  }

  #setState(signal: AbortSignal, state: GenerationState): void {
    if (signal.aborted) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** The progress stays on the screen during retries. */
  #generating(id: string): Extract<GenerationState, { phase: 'generating' }> {
    return this.#state.phase === 'generating' ? this.#state : { phase: 'generating', id };
  }
}

function isRateLimited({ kind }: ApiProblem): boolean {
  return kind === 'rate-limited';
}

/** @throws anything else: a bug, or an abort */
function toApiProblem(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  throw thrown;
}

function toState(view: JobView, replyProblem: ApiProblem | undefined): GenerationState {
  const { generation_id: id } = view;
  switch (view.status) {
    case 'generating': {
      const { progress, tokens_used: tokens } = view;
      return { phase: 'generating', id, ...(progress && { progress }), ...(tokens && { tokens }) };
    }
    case 'awaiting_input':
      return {
        phase: 'asking',
        id,
        question: view.message,
        isSending: false,
        ...(replyProblem && { problem: replyProblem }),
      };
    case 'completed': {
      const { presentation, tokens_used: tokens } = view;
      return { phase: 'completed', presentation, ...(tokens && { tokens }) };
    }
    case 'failed':
      return { phase: 'failed', reason: view.error };
  }
}
