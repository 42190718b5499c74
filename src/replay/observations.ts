/** Reads a job's views and accepted replies from its calls, and lists the calls that the steps cannot show. */
import { counted } from '../base/counted.js';
import type { JobCall, RecordedJob } from './recorded-jobs.js';
import { isSuccess } from './recorded-response.js';
import type { Observation } from './segments.js';
import { readStatusView, type StatusView } from './status-view.js';

export interface Observations {
  readonly observations: readonly Observation[];
  /** The indexes of the calls with a view that the steps do not show. */
  readonly misfits: ReadonlySet<number>;
  /** What the recording lacks or the scenario leaves out, in sentences. */
  readonly notes: readonly string[];
}

export function observe(job: RecordedJob): Observations {
  const observer = new Observer(job);
  for (const [index, call] of job.calls.entries()) observer.add(call, index);
  return observer;
}

class Observer implements Observations {
  readonly observations: Observation[] = [];
  readonly misfits = new Set<number>();
  readonly #job: RecordedJob;
  #tokens = 0;
  #title: { readonly first: string | undefined; readonly isChanged: boolean } | undefined;
  #missingBodies = 0;

  constructor(job: RecordedJob) {
    this.#job = job;
  }

  add(call: JobCall, index: number): void {
    const { operation, response } = call;
    if (response.kind === 'broken') {
      // The service accepted the message before the connection broke.
      const isAccepted = response.failure === 'truncated' && isSuccess(response.partialStatus ?? 0);
      if (operation === 'sendGenerationMessage' && isAccepted) this.#reply(call, index, undefined);
      return;
    }
    if (!isSuccess(response.status)) return;
    switch (operation) {
      case 'getGenerationStatus':
        this.#addPoll(call, index);
        return;
      case 'sendGenerationMessage':
        this.#addMessage(call, index);
        return;
      case 'updatePresentation':
        this.#title = { first: this.#title?.first, isChanged: true };
        return;
      case 'startGeneration':
      case 'getPresentation':
      case 'createPresentation':
      case 'listTemplates':
    }
  }

  get notes(): readonly string[] {
    const missing = this.#missingBodies;
    return [
      !this.#job.isStartRecorded &&
        this.#job.id !== undefined &&
        'The recording has no start of this job: times count from the first request about it.',
      missing > 0 &&
        `${counted(missing, 'poll has', 'polls have')} no body in the recording, so the scenario infers the views.`,
    ].filter((note) => typeof note === 'string');
  }

  #addPoll(call: JobCall, index: number): void {
    const { response, after } = call;
    if (response.kind === 'missing') this.#missingBodies += 1;
    if (response.kind === 'empty') this.misfits.add(index);
    if (response.kind !== 'json') return;
    const { view, isExact } = readStatusView(response.value, this.#job.id);
    const playable = this.#playable(view);
    if (playable) this.observations.push({ kind: 'poll', after, view: playable.view, call: index });
    if (!isExact || playable?.isExact === false) this.misfits.add(index);
  }

  #addMessage(call: JobCall, index: number): void {
    const { response } = call;
    if (response.kind !== 'json') {
      this.#reply(call, index, undefined);
      return;
    }
    const { view } = readStatusView(response.value, this.#job.id);
    this.#reply(call, index, this.#playable(view)?.view);
  }

  #reply({ after }: JobCall, index: number, view: StatusView | undefined): void {
    this.observations.push({ kind: 'reply', after, view, call: index });
  }

  /** The nearest view that a scenario can show: its running total never falls, and its presentation keeps the first title. */
  #playable(view: StatusView | undefined): { view: StatusView; isExact: boolean } | undefined {
    if (!view || !('tokens' in view)) return view && { view, isExact: true };
    const title = this.#title;
    const titled = view.status === 'completed' && title?.isChanged ? { ...view, title: title.first } : view;
    if (titled.status === 'completed') this.#title ??= { first: titled.title, isChanged: false };
    const isLower = titled.tokens < this.#tokens && !(titled.status === 'completed' && titled.tokens === 0);
    if (isLower) return { view: { ...titled, tokens: this.#tokens }, isExact: false };
    this.#tokens = Math.max(this.#tokens, titled.tokens);
    return { view: titled, isExact: true };
  }
}
