/** The questions of the jobs of one key: their phases, and which one is handled next. Sends nothing. Sections 3 and 4.6. */
import { getField } from '../../base/json.js';
import type { ResolvedVerifyOptions } from '../options.js';
import type { Poll } from './poll.js';
import {
  isHandled,
  isOpen,
  MAX_QUESTIONS,
  nextAction,
  silentInterval,
  type HandledDuration,
  type Question,
  type QuestionAction,
} from './question.js';

/** A job whose polls can show a question. */
interface AskingJob {
  /** When the last poll that showed no question started. */
  lastPollBefore: number;
  /** The questions that it asked. */
  questions: number;
  /** Whether its first question is still expected. */
  mayAsk: boolean;
}

export interface QuestionTableInput {
  readonly settings: ResolvedVerifyOptions;
  readonly by: 'key' | 'other';
  /** Whether a job that asks is still to be started. */
  readonly isAskingJobToStart: () => boolean;
}

export class QuestionTable {
  readonly #input: QuestionTableInput;
  /** The jobs that are polled. */
  readonly #jobs = new Map<string, AskingJob>();
  /** The newest one of each job. */
  readonly #questions = new Map<string, Question>();
  /** Of the question that got the requests without a valid key, once it has ended. */
  #probedDuration: HandledDuration | undefined;
  #probedJob: string | undefined;
  #isSilenceOver = false;

  constructor(input: QuestionTableInput) {
    this.#input = input;
  }

  get(job: string): Question | undefined {
    return this.#questions.get(job);
  }

  isOpen(job: string): boolean {
    return isOpen(this.#questions.get(job));
  }

  /** @param now when the job was started, in ms since 1970 */
  addJob(job: string, { mayAsk, now }: { readonly mayAsk: boolean; readonly now: number }): void {
    this.#jobs.set(job, { lastPollBefore: now, questions: 0, mayAsk });
  }

  /** The job is no longer polled. A question that is still open counts as ignored. */
  removeJob(job: string): void {
    this.#jobs.delete(job);
    const question = this.#questions.get(job);
    if (isOpen(question)) this.set({ ...question, phase: 'ignored' });
    this.#handleNext();
  }

  /** The job has ended, so it asks nothing more. */
  endJob(job: string, poll: Poll): void {
    this.close(job, poll);
    this.#jobs.delete(job);
  }

  /** A start was rejected: a service may count a job that asks as a running one, so no question stays silent from now on. */
  endSilence(): void {
    this.#isSilenceOver = true;
  }

  set(question: Question): Question {
    this.#questions.set(question.job, question);
    return question;
  }

  /** The requests without a valid key go to the questions of this job only. */
  setProbed(job: string): void {
    this.#probedJob = job;
  }

  /**
   * A poll showed a question.
   * @returns `undefined` if the job asks more questions than a job may
   */
  show(id: string, { body, startedAt, endedAt }: Poll): Question | undefined {
    const job = this.#jobs.get(id);
    if (!job) return undefined;
    const open = this.#questions.get(id);
    const text = String(getField(body, 'message'));
    const isReplied = open?.replies.some(({ isAccepted }) => isAccepted) === true;
    // The wording of a question may change from poll to poll until it gets a reply.
    if (isOpen(open) && !(isReplied && text !== open.text))
      return this.set({
        ...open,
        polledAt: startedAt,
        polls: open.polls + 1,
        pollsAfterReply: isReplied ? open.pollsAfterReply + 1 : 0,
      });
    if (isOpen(open)) this.close(id, { startedAt: job.lastPollBefore, endedAt });
    job.mayAsk = false;
    job.questions += 1;
    if (job.questions > MAX_QUESTIONS) return undefined;
    return this.set({
      job: id,
      phase: this.#firstPhase(),
      text,
      openedAfter: job.lastPollBefore,
      shownAt: endedAt,
      polledAt: startedAt,
      polls: 1,
      pollsAfterReply: 0,
      replies: [],
    });
  }

  /** A poll showed no question, or another one. */
  close(id: string, { startedAt, endedAt }: Pick<Poll, 'startedAt' | 'endedAt'>): void {
    const job = this.#jobs.get(id);
    if (job) job.lastPollBefore = startedAt;
    const question = this.#questions.get(id);
    if (!isOpen(question)) return;
    if (id === this.#probedJob)
      this.#probedDuration ??= { ms: endedAt - question.openedAfter, polls: question.polls };
    this.set({ ...question, phase: 'advanced' });
    this.#handleNext();
  }

  /** @returns what is due after a poll that showed the question; `undefined` for another poll */
  actionFor(question: Question, now: number): QuestionAction | undefined {
    const { job } = question;
    const { settings, by } = this.#input;
    const isOtherHandled = [...this.#questions.values()].some((one) => one.job !== job && isHandled(one));
    return nextAction(question, {
      now,
      consistencyWindow: settings.consistencyWindow,
      isProbed: !settings.smoke && by === 'key' && (this.#probedJob ?? job) === job && !this.#probedDuration,
      handled: this.#probedDuration,
      isOtherExpected: isOtherHandled || this.#isFirstQuestionExpected,
    });
  }

  /** @returns ms to the next poll of a job whose question is silent; `undefined` for other jobs */
  intervalFor(job: string): number | undefined {
    const question = this.#questions.get(job);
    return question?.phase === 'silent'
      ? silentInterval(question, this.#probedDuration, this.#input.settings)
      : undefined;
  }

  /** Of two jobs that ask, the first one stays silent. */
  #firstPhase(): Question['phase'] {
    if (this.#input.settings.smoke || this.#input.by === 'other') return 'asked';
    const questions = [...this.#questions.values()];
    if (questions.some(isHandled)) return 'waiting';
    const isFirst = this.#probedDuration === undefined && !questions.some(({ phase }) => phase === 'silent');
    return isFirst && this.#isFirstQuestionExpected ? 'silent' : 'asked';
  }

  /** Whether another job may still ask its first question. */
  get #isFirstQuestionExpected(): boolean {
    if (this.#isSilenceOver) return false;
    return this.#input.isAskingJobToStart() || [...this.#jobs.values()].some(({ mayAsk }) => mayAsk);
  }

  /** Another question is handled now, if one waits. */
  #handleNext(): void {
    const questions = [...this.#questions.values()];
    const next = questions.find(({ phase }) => phase === 'waiting');
    if (next && !questions.some(isHandled)) this.set({ ...next, phase: 'asked' });
  }
}
