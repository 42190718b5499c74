/**
 * Client-side state machine of one generation job. Keeps the client's part of the
 * contract (3, 4.5, 7): polls every few seconds, backs off, and stops when the job is over or waits for an answer. Knows no
 * screen; whoever shows it subscribes.
 */
import type { JobView, Presentation, Progress, StartGenerationRequest } from 'deckhand/types/assumed';
import type { Api } from '../api/client';
import { ApiProblem } from '../api/problem';
import { retry, sleep, type RetryState } from './retry';

/** Milliseconds between polls: fifteen a minute leave room for other requests under a limit of twenty (8). */
export const POLL_INTERVAL = 4_000;

/** Milliseconds without anything new until polling ends by itself. */
export const STALL_TIMEOUT_MS = 5 * 60_000;

export type GenerationState =
  | { readonly phase: 'idle'; readonly problem?: ApiProblem }
  /** Asked for, and nothing known of it yet. `trouble`: the service sent us away, and we will ask again. */
  | { readonly phase: 'starting'; readonly id?: string; readonly trouble?: RetryState }
  | {
      readonly phase: 'generating';
      readonly id: string;
      readonly progress?: Progress;
      readonly tokens?: number;
      readonly trouble?: RetryState;
    }
  | {
      readonly phase: 'asking';
      readonly id: string;
      readonly question: string;
      readonly isSending: boolean;
      readonly trouble?: RetryState;
      /** Why the last answer is not known to have arrived. */
      readonly problem?: ApiProblem;
    }
  | { readonly phase: 'completed'; readonly presentation: Presentation; readonly tokens?: number }
  | { readonly phase: 'failed'; readonly reason: string }
  /** The client stopped looking; the job may well go on. */
  | { readonly phase: 'given-up'; readonly id: string; readonly problem?: ApiProblem }
  /** The service does not let us see the job, or does not know it. */
  | { readonly phase: 'refused'; readonly id: string; readonly problem: ApiProblem };

export class Generation {
  readonly #api: Api;
  readonly #listeners = new Set<() => void>();
  #state: GenerationState = { phase: 'idle' };
  /** Ends what goes on for the job at hand. */
  #current = new AbortController();

  constructor(api: Api) {
    this.#api = api;
  }

  readonly state = (): GenerationState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts a job. It is asked for again only after a 429: after anything else, a second job might be the result. */
  start(request: StartGenerationRequest): Promise<void> {
    return this.#run({ phase: 'starting' }, async (signal) => {
      try {
        const { generation_id: id } = await retry(() => this.#api.start(request, signal), {
          signal,
          shouldRetry: isBusy,
          onRetry: (trouble) => this.#show(signal, { phase: 'starting', trouble }),
        });
        this.#show(signal, { phase: 'starting', id });
        await this.#watch(id, signal);
      } catch (thrown) {
        this.#show(signal, { phase: 'idle', problem: problemIn(thrown) });
      }
    });
  }

  /** Goes on with a job that was started before, perhaps by another page. */
  resume(id: string): Promise<void> {
    return this.#run({ phase: 'generating', id }, (signal) => this.#watch(id, signal));
  }

  /** Answers the job's question. */
  async reply(message: string): Promise<void> {
    if (this.#state.phase !== 'asking') return;
    const { id, question } = this.#state;
    const sending = { phase: 'asking', id, question, isSending: true } as const;
    await this.#run(sending, async (signal) => {
      try {
        await retry(() => this.#api.reply(id, message, signal), {
          signal,
          shouldRetry: isBusy,
          onRetry: (trouble) => this.#show(signal, { ...sending, trouble }),
        });
      } catch (thrown) {
        // Lost on the way, too late, or not taken: only the job itself can tell.
        return this.#watch(id, signal, problemIn(thrown));
      }
      this.#show(signal, { phase: 'generating', id });
      await sleep(POLL_INTERVAL, signal);
      await this.#watch(id, signal);
    });
  }

  /** Forgets the job. It goes on by itself: there is no request that would end it. */
  leave(): void {
    void this.#run({ phase: 'idle' }, async () => {});
  }

  /** Polls until there is nothing left to wait for. @param unsent why the answer just given may not have arrived */
  async #watch(id: string, signal: AbortSignal, unsent?: ApiProblem): Promise<void> {
    let news = { at: Date.now(), view: '' };
    try {
      for (;;) {
        const view = await retry(() => this.#api.job(id, signal), {
          signal,
          deadline: news.at + STALL_TIMEOUT_MS,
          onRetry: (trouble) => this.#show(signal, { ...this.#generating(id), trouble }),
        });
        this.#show(signal, stateOf(view, news.view === '' ? unsent : undefined));
        if (view.status !== 'generating') return;
        const text = JSON.stringify(view);
        if (text !== news.view) news = { at: Date.now(), view: text };
        if (Date.now() - news.at >= STALL_TIMEOUT_MS) return this.#show(signal, { phase: 'given-up', id });
        await sleep(POLL_INTERVAL, signal);
      }
    } catch (thrown) {
      const problem = problemIn(thrown);
      this.#show(signal, { phase: problem.isTransient ? 'given-up' : 'refused', id, problem });
    }
  }

  /** Does what belongs to one job, and nothing else goes on beside it. A job that is left ends without a word. */
  async #run(state: GenerationState, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#current.abort();
    this.#current = new AbortController();
    const { signal } = this.#current;
    this.#show(signal, state);
    try {
      await work(signal);
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    }
  }

  #show(signal: AbortSignal, state: GenerationState): void {
    if (signal.aborted) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** What is known of the progress stays on the screen while there is trouble. */
  #generating(id: string): Extract<GenerationState, { phase: 'generating' }> {
    return this.#state.phase === 'generating' ? this.#state : { phase: 'generating', id };
  }
}

function isBusy({ kind }: ApiProblem): boolean {
  return kind === 'busy';
}

/** What is no problem with the service is a bug of ours, or the end of a job that was left. */
function problemIn(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  throw thrown;
}

function stateOf(view: JobView, unsent: ApiProblem | undefined): GenerationState {
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
        ...(unsent && { problem: unsent }),
      };
    case 'completed': {
      const { presentation, tokens_used: tokens } = view;
      return { phase: 'completed', presentation, ...(tokens && { tokens }) };
    }
    case 'failed':
      return { phase: 'failed', reason: view.error };
  }
}
