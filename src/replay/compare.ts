/**
 * Holds what a replay answered against what was recorded, call by call: the status, when to come back, how the connection
 * ended, and all that is documented of a job's view. Texts may have been replaced, but always one by the same other.
 */
import type { Exchange } from '../journal/exchange.js';
import { isSuccess, readAnswer, type Answer } from './answer.js';
import type { JobCall, RecordedJob } from './recorded-jobs.js';
import { readView, type Seen } from './view.js';

export interface Difference {
  readonly call: JobCall;
  readonly recorded: string;
  readonly played: string;
}

/** @param played an exchange for each call of the job, in the same order */
export function differencesBetween(job: RecordedJob, played: readonly Exchange[]): readonly Difference[] {
  const texts = new Texts();
  let isRenamed = false;
  return job.calls.flatMap((call, index): Difference[] => {
    const exchange = played[index];
    if (!exchange) throw new Error('Every call of the job is played');
    const answer = readAnswer(exchange);
    if (call.operation === 'updatePresentation') isRenamed ||= isSuccess(call.answer.status);
    const [one, two] = [told(call, call.answer), told(call, answer)];
    if (one === undefined || two === undefined) return [];
    if (one !== two) return [{ call, recorded: one, played: two }];
    if (call.operation !== 'getGenerationStatus' || call.answer.kind !== 'json' || answer.kind !== 'json')
      return [];
    const [before, after] = [readView(call.answer.value, job.id), readView(answer.value, undefined)];
    if (!before.isExact || !before.seen || !after.seen) return [];
    const [recorded, again] = [figures(before.seen), figures(after.seen)];
    if (recorded !== again) return [{ call, recorded, played: again }];
    const [wording, wordingAgain] = [words(before.seen, isRenamed), words(after.seen, isRenamed)];
    return wording === wordingAgain || texts.match(wording, wordingAgain)
      ? []
      : [{ call, recorded: wording, played: wordingAgain }];
  });
}

/** A call's answer in a word; undefined when the recording does not tell. */
function told({ operation, took }: JobCall, answer: Answer): string | undefined {
  if (answer.kind === 'broken') {
    if (answer.failure === 'truncated') return 'a body that breaks off';
    if (answer.failure === 'aborted') return took >= 1000 ? 'no answer' : undefined;
    return answer.failure === 'timeout' ? 'no answer' : 'a connection that breaks';
  }
  const { status, retryAfter } = answer;
  if (status === 304) return undefined;
  if (isSuccess(status)) {
    // Only of a start and a poll is it documented which success it is, and only a poll's is a scenario's to say.
    if (operation !== 'getGenerationStatus') return 'a success';
    if (answer.kind === 'missing') return undefined;
    return `${status}${answer.kind === 'text' ? ' that is no JSON' : ''}`;
  }
  return `${status}${retryAfter === undefined ? '' : ` with Retry-After ${retryAfter}`}`;
}

function figures(seen: Seen): string {
  switch (seen.status) {
    case 'generating': {
      const { progress, tokens } = seen;
      return `generating, ${progress ? `${progress.done} of ${progress.total}` : 'no progress'}, ${tokens} tokens`;
    }
    case 'awaiting_input':
    case 'failed':
      return seen.status;
    case 'completed':
      return `completed, ${seen.sections.length} sections, ${seen.tokens} tokens${seen.isPublic ? ', public' : ''}`;
  }
}

function words(seen: Seen, isRenamed: boolean): string {
  switch (seen.status) {
    case 'generating':
      // The same text may stand beside other figures, and then be another step's.
      return seen.progress ? `${seen.progress.text} (${seen.progress.done} of ${seen.progress.total})` : '';
    case 'awaiting_input':
      return seen.message;
    case 'failed':
      return seen.error;
    case 'completed':
      return isRenamed ? '' : (seen.title ?? '');
  }
}

/** Which text stands for which: none for two, and none by two. */
class Texts {
  readonly #there = new Map<string, string>();
  readonly #back = new Map<string, string>();

  match(one: string, two: string): boolean {
    const known = this.#there.get(one);
    if (known !== undefined || this.#back.has(two)) return known === two && this.#back.get(two) === one;
    this.#there.set(one, two);
    this.#back.set(two, one);
    return true;
  }
}
