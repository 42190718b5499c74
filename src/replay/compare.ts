/**
 * Compares the played responses of a job with the recorded ones, call by call: the status, `Retry-After`, how the
 * connection ended, and the documented fields of the status view. A text can be replaced, if always by the same placeholder.
 */
import type { Exchange } from '../journal/exchange.js';
import { isSuccess, readResponse, type RecordedResponse } from './recorded-response.js';
import type { JobCall, RecordedJob } from './recorded-jobs.js';
import { readStatusView, type StatusView } from './status-view.js';

export interface Difference {
  readonly call: JobCall;
  readonly recorded: string;
  readonly played: string;
}

/** @param played an exchange for each call of the job, in the same order */
export function differencesBetween(job: RecordedJob, played: readonly Exchange[]): readonly Difference[] {
  const texts = new TextPairs();
  let isRenamed = false;
  return job.calls.flatMap((call, index): Difference[] => {
    const exchange = played[index];
    if (!exchange) throw new Error('There is no played exchange for a call of the job');
    const response = readResponse(exchange);
    if (call.operation === 'updatePresentation') isRenamed ||= isSuccess(call.response.status);
    const [one, two] = [outcomeOf(call, call.response), outcomeOf(call, response)];
    if (one === undefined || two === undefined) return [];
    if (one !== two) return [{ call, recorded: one, played: two }];
    if (call.operation !== 'getGenerationStatus') return [];
    if (call.response.kind !== 'json' || response.kind !== 'json') return [];
    const before = readStatusView(call.response.value, job.id);
    const after = readStatusView(response.value, undefined);
    if (!before.isExact || !before.view || !after.view) return [];
    const [recorded, again] = [figures(before.view), figures(after.view)];
    if (recorded !== again) return [{ call, recorded, played: again }];
    const [text, textAgain] = [textOf(before.view, isRenamed), textOf(after.view, isRenamed)];
    return text === textAgain || texts.match(before.view.status, text, textAgain)
      ? []
      : [{ call, recorded: text, played: textAgain }];
  });
}

/** The outcome of a call in a few words; undefined when the recording does not show it. */
function outcomeOf({ operation, took }: JobCall, response: RecordedResponse): string | undefined {
  if (response.kind === 'broken') {
    if (response.failure === 'truncated') return 'a truncated body';
    if (response.failure === 'aborted') return took >= 1000 ? 'no response' : undefined;
    return response.failure === 'timeout' ? 'no response' : 'a broken connection';
  }
  const { status, retryAfter } = response;
  if (status === 304) return undefined;
  if (isSuccess(status)) {
    // The status and body of other successes are either not documented, or not part of a scenario.
    if (operation !== 'getGenerationStatus') return 'a success';
    if (response.kind === 'missing') return undefined;
    return `${status}${response.kind === 'text' ? ' with a body that is not JSON' : ''}`;
  }
  return `${status}${retryAfter === undefined ? '' : ` with Retry-After ${retryAfter}`}`;
}

function figures(view: StatusView): string {
  switch (view.status) {
    case 'generating': {
      const { progress, tokens } = view;
      return `generating, ${progress ? `${progress.done} of ${progress.total}` : 'no progress'}, ${tokens} tokens`;
    }
    case 'awaiting_input':
    case 'failed':
      return view.status;
    case 'completed':
      return `completed, ${view.sections.length} sections, ${view.tokens} tokens${view.isPublic ? ', public' : ''}`;
  }
}

function textOf(view: StatusView, isRenamed: boolean): string {
  switch (view.status) {
    case 'generating':
      return view.progress?.text ?? '';
    case 'awaiting_input':
      return view.message;
    case 'failed':
      return view.error;
    case 'completed':
      return isRenamed ? '' : (view.title ?? '');
  }
}

/** Pairs each recorded text of a status with one played text, and each played text with one recorded text. */
class TextPairs {
  readonly #played = new Map<string, string>();
  readonly #recorded = new Map<string, string>();

  match(status: string, recorded: string, played: string): boolean {
    const [one, two] = [`${status} ${recorded}`, `${status} ${played}`];
    if (this.#played.has(one) || this.#recorded.has(two))
      return this.#played.get(one) === two && this.#recorded.get(two) === one;
    this.#played.set(one, two);
    this.#recorded.set(two, one);
    return true;
  }
}
