/**
 * Polls the jobs of one key until they end, answers their questions, and sends the steps that are due at each status. Only this loop
 * changes the jobs and the table of questions. Sections 3 and 4.4 to 4.6.
 */
import { getField } from '../../base/json.js';
import type { PlannedJob, RunPlan } from '../run-plan.js';
import { replyBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import { StuckJobDetector } from '../retry-budget.js';
import { plannedFor, sendInvalidKeyRequest } from './invalid-keys.js';
import type { JobStep, JobStepContext, JobStepResult, PolledJob } from './job-steps.js';
import { PATH_FORM_TEXT, sendInPathForm } from './other-path-forms.js';
import { replyAsOtherWorkspace } from './other-workspace.js';
import { poll, type Poll } from './poll.js';
import {
  isHandled,
  isOpen,
  MAX_QUESTIONS,
  nextAction,
  silentInterval,
  type HandledDuration,
  type Question,
  type QuestionAction,
  type QuestionContext,
  type SentReply,
} from './question.js';
import type { FinishedJob, KnownPresentation } from './run-results.js';
import { sendReply, sendReplyAsOther } from './send-reply.js';
import type { StartResult } from './start-job.js';
import { isSentIn } from './step-runs.js';
import type { Tracks } from './tracks.js';

const MAX_POLLS = 80;
const MAX_INTERVAL_MS = 30_000;
const MINUTE_MS = 60_000;
/** For a job in a run of a minute. */
const SMOKE_TIMEOUT_MS = 25_000;
/** Jobs at a time with a request rate. */
const MAX_PACED_JOBS = 2;
/** A job that takes longer no longer delays the start of the next one. */
const LONG_JOB_MS = 30_000;
/** Requests a minute at which all jobs can be polled every few seconds. */
const FAST_RATE = 60;

export interface JobLoopInput {
  readonly requester: Requester;
  readonly plan: RunPlan;
  readonly tracks: Tracks;
  readonly by: 'key' | 'other';
  readonly jobs: readonly PlannedJob[];
  readonly start: (job: PlannedJob) => Promise<StartResult>;
  /** Called beside the polls of the job that was started. */
  readonly afterFirstStart?: (body: unknown) => Promise<void>;
  /** Called with the jobs that are still polled, without those whose question is open, when the run is stopped. */
  readonly onStopped?: (jobs: readonly string[]) => void;
  /** What is due at each status. */
  readonly steps: readonly JobStep[];
}

export interface JobLoopResult {
  readonly jobs: readonly string[];
  readonly finished: readonly FinishedJob[];
  readonly unfinished: readonly string[];
  /** The newest first. */
  readonly presentations: readonly KnownPresentation[];
  readonly unfetched: readonly string[];
}

/** A job that is being polled. */
interface FollowedJob {
  readonly id: string;
  readonly stuck: StuckJobDetector;
  /** Whether a task polls it, or sends requests that its next poll waits for. */
  isBusy: boolean;
  nextPollAt: number;
  /** Ms to the next poll, if not by the number of polls. */
  nextInterval: number | undefined;
  /** Whether it is polled before other requests: its first poll, and the first one after a reply, show what later ones do not. */
  isSoon: boolean;
  polls: number;
  /** The end of its time limit. The time in which its question is open does not count. */
  deadline: number;
  /** When the last poll that showed no question started. */
  lastPollBeforeQuestion: number;
  questions: number;
  /** Whether its first question is still expected. */
  mayAsk: boolean;
  /** Whether the last job starts after it. */
  readonly isLate: boolean;
}

export class JobLoop {
  readonly #input: JobLoopInput;
  readonly #requester: Requester;
  #toStart: readonly PlannedJob[];
  /** The jobs whose start is under way. */
  readonly #starting = new Set<PlannedJob>();
  /** Jobs whose start was rejected while another job was open, and those that were started again. */
  #toRetry: readonly PlannedJob[] = [];
  readonly #retried = new Set<PlannedJob>();
  readonly #running = new Map<string, FollowedJob>();
  readonly #questions = new Map<string, Question>();
  readonly #acceptedReplies: SentReply[] = [];
  /** Of the question that got the requests without a valid key. */
  #handled: HandledDuration | undefined;
  #probedJob: string | undefined;
  /** A start was rejected: a service may count a job that asks as a running one, so no question stays silent. */
  #isSilenceOver = false;
  readonly #sentSteps = new Set<string>();
  /** Requests under way. Each removes itself. */
  readonly #tasks = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;
  /** Since when the next start waits for a running job. */
  #delayedSince: number | undefined;
  /** Jobs that have ended, to be polled again once another job was started. */
  #toPollAfterStart: readonly string[] = [];
  readonly #jobs: string[] = [];
  readonly #finished: FinishedJob[] = [];
  readonly #unfinished = new Set<string>();
  readonly #presentations: KnownPresentation[] = [];
  readonly #unfetched: string[] = [];

  constructor(input: JobLoopInput) {
    this.#input = input;
    this.#requester = input.requester;
    this.#toStart = input.jobs;
  }

  /** @throws RunStopped when the run ends early. No request of the loop is open then */
  async run(): Promise<JobLoopResult> {
    for (;;) {
      this.#startNextJobs();
      for (const job of this.#running.values())
        if (!job.isBusy && job.nextPollAt <= this.#requester.now()) this.#track(this.#visit(job));
      if (this.#failure || (this.#tasks.size === 0 && this.#running.size === 0)) break;
      await this.#waitForNextEvent();
      this.#endIfOver();
    }
    await Promise.all(this.#tasks);
    if (this.#failure) {
      const ids = [...this.#running.keys()];
      this.#input.onStopped?.(ids.filter((id) => !isOpen(this.#questions.get(id))));
      throw this.#failure.error;
    }
    return {
      jobs: this.#jobs,
      finished: this.#finished,
      unfinished: [...this.#unfinished],
      presentations: this.#presentations.toReversed(),
      unfetched: this.#unfetched,
    };
  }

  /** Runs a task beside the loop. The loop ends with its error. */
  #track(task: Promise<unknown>): void {
    const tracked: Promise<void> = task.then(
      () => this.#forget(tracked),
      (error: unknown) => {
        this.#failure ??= { error };
        this.#forget(tracked);
      },
    );
    this.#tasks.add(tracked);
  }

  #forget(task: Promise<void>): void {
    this.#tasks.delete(task);
    this.#wake();
  }

  /** Until a task ends, or the next poll or start is due. */
  async #waitForNextEvent(): Promise<void> {
    const due = [...this.#running.values()]
      .filter(({ isBusy }) => !isBusy)
      .map(({ nextPollAt }) => nextPollAt);
    if (this.#delayedSince !== undefined) due.push(this.#delayedSince + LONG_JOB_MS);
    const woken = new Promise<void>((resolve) => (this.#wake = resolve));
    const timer = new AbortController();
    const waits = due.length === 0 ? [] : [Math.min(...due) - this.#requester.now()];
    await Promise.race([woken, ...waits.map((ms) => this.#requester.sleep(ms, timer.signal))]);
    timer.abort();
  }

  /** Waits end at the end of the run, so the loop must end, too: the next poll would be in the future for ever. */
  #endIfOver(): void {
    try {
      this.#requester.assertNotOver();
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  // Starts

  /**
   * Starts the next job if it is due. The first start is alone, because the others learn from it. Without a request rate, the next
   * ones are sent two at the same instant: a service may give both the same id.
   */
  #startNextJobs(): void {
    const most = this.#jobs.length > 0 && !this.#requester.isPaced ? 2 : 1;
    for (let next = this.#toStart[0]; next && this.#starting.size < most; next = this.#toStart[0])
      if (!this.#startIfDue(next)) return;
  }

  /** @returns whether it was due */
  #startIfDue(next: PlannedJob): boolean {
    if (this.#isDelayed(next)) {
      this.#delayedSince ??= this.#requester.now();
      return false;
    }
    this.#delayedSince = undefined;
    this.#toStart = this.#toStart.slice(1);
    this.#starting.add(next);
    this.#track(this.#startJob(next));
    return true;
  }

  /**
   * With a request rate, a few jobs run at a time, so that each is polled often. A late job starts after another one has ended, so
   * its effects on ended jobs are visible. A long job does not hold up the others.
   */
  #isDelayed({ isLate, isLast }: PlannedJob): boolean {
    if (this.#running.size === 0) return false;
    const since = this.#delayedSince;
    if (since !== undefined && this.#requester.now() - since >= LONG_JOB_MS) return false;
    const { requestsPerMinute } = this.#requester.settings;
    const isFast = requestsPerMinute === 0 || requestsPerMinute >= FAST_RATE;
    if (!isFast && this.#running.size >= MAX_PACED_JOBS) return true;
    if (isLast) return [...this.#running.values()].some((job) => job.isLate);
    return isFast && isLate && this.#finished.length === 0;
  }

  async #startJob(planned: PlannedJob): Promise<void> {
    const result = await this.#input.start(planned);
    this.#starting.delete(planned);
    if (result.kind === 'rejected') return this.#afterRejectedStart(planned, result.isTemporary);
    if (result.id === undefined) return;
    const isFirst = this.#jobs.length === 0;
    // Two starts got one id: its polls show one job.
    if (this.#jobs.includes(result.id)) return;
    this.#jobs.push(result.id);
    this.#running.set(result.id, this.#createJob(result.id, planned));
    for (const id of this.#toPollAfterStart) this.#track(poll(this.#requester, id));
    this.#toPollAfterStart = [];
    if (isFirst) await this.#input.afterFirstStart?.(result.body);
  }

  /** The target may allow only one job at a time. */
  #afterRejectedStart(planned: PlannedJob, isTemporary: boolean): void {
    this.#isSilenceOver = true;
    if (isTemporary && this.#jobs.length > 0 && !this.#retried.has(planned))
      this.#toRetry = [...this.#toRetry, planned];
    this.#retryStarts();
  }

  /** Once all other jobs have ended. */
  #retryStarts(): void {
    if (this.#running.size > 0 || this.#isStartToCome) return;
    this.#toStart = this.#toRetry;
    this.#toRetry = [];
    for (const job of this.#toStart) this.#retried.add(job);
  }

  #createJob(id: string, { asks, isLate }: PlannedJob): FollowedJob {
    const { jobTimeout, consistencyWindow, smoke } = this.#requester.settings;
    const now = this.#requester.now();
    return {
      id,
      stuck: new StuckJobDetector(consistencyWindow, now),
      isBusy: false,
      nextPollAt: now,
      nextInterval: undefined,
      isSoon: this.#input.by === 'key',
      polls: 0,
      deadline: now + (smoke ? Math.min(jobTimeout, SMOKE_TIMEOUT_MS) : jobTimeout),
      lastPollBeforeQuestion: now,
      questions: 0,
      mayAsk: asks,
      isLate,
    };
  }

  /** Whether another planned job may still ask its first question. */
  get #isQuestionExpected(): boolean {
    const planned = [...this.#toStart, ...this.#starting];
    return (
      !this.#isSilenceOver &&
      (planned.some(({ asks }) => asks) || [...this.#running.values()].some(({ mayAsk }) => mayAsk))
    );
  }

  get #isStartToCome(): boolean {
    return this.#starting.size > 0 || this.#toStart.length > 0;
  }

  // Polls

  /** Polls a job once, and does what is due at its status. */
  async #visit(job: FollowedJob): Promise<void> {
    job.isBusy = true;
    const polled = await poll(this.#requester, job.id, { isSoon: job.isSoon, by: this.#input.by });
    job.isSoon = false;
    const reason = job.stuck.add(polled.status, polled.body, this.#requester.now());
    if (reason !== undefined) {
      this.#requester.note(`${this.#nameOf(job)} ${reason}`);
      return this.#leave(job);
    }
    const { status } = polled;
    if (status === 'completed' || status === 'failed') return this.#end(job, polled, status);
    if (status === 'generating') this.#closeQuestion(job, polled);
    if (status !== undefined) await this.#sendStepsAt({ id: job.id, status, body: polled.body });
    if (status === 'awaiting_input') await this.#atQuestion(job, polled);
    if (this.#running.has(job.id)) this.#scheduleNextPoll(job);
  }

  #scheduleNextPoll(job: FollowedJob): void {
    const question = this.#questions.get(job.id);
    const now = this.#requester.now();
    if (!isOpen(question) && (now >= job.deadline || job.polls >= MAX_POLLS)) {
      this.#requester.note(`${this.#nameOf(job)} timed out (--job-timeout)`);
      this.#unfinished.add(job.id);
      return this.#leave(job);
    }
    const isSilent = question?.phase === 'silent';
    const interval = isSilent
      ? silentInterval(question, this.#handled, this.#requester.settings)
      : (job.nextInterval ?? this.#intervalAfter(job.polls));
    if (!isSilent) job.polls += 1;
    job.nextInterval = undefined;
    job.nextPollAt = now + interval;
    job.isBusy = false;
  }

  /** A slow job needs fewer polls. With a request rate, the polls of all running jobs take three quarters of it. */
  #intervalAfter(polls: number): number {
    const { pollInterval, requestsPerMinute } = this.#requester.settings;
    const longest = Math.max(pollInterval, MAX_INTERVAL_MS);
    const interval = Math.min(pollInterval * 1.5 ** Math.floor(polls / 4), longest);
    if (requestsPerMinute === 0 || polls === 0 || this.#input.by === 'other') return interval;
    return Math.max(interval, (4 / 3) * this.#running.size * (MINUTE_MS / requestsPerMinute));
  }

  /** Stops polling a job. */
  #leave(job: FollowedJob): void {
    this.#running.delete(job.id);
    const question = this.#questions.get(job.id);
    if (question && isOpen(question)) this.#setQuestion({ ...question, phase: 'ignored' });
    this.#handleNextQuestion();
    this.#retryStarts();
  }

  async #end(job: FollowedJob, polled: Poll, status: FinishedJob['status']): Promise<void> {
    this.#closeQuestion(job, polled);
    job.mayAsk = false;
    const endedBefore = this.#finished.at(-1)?.id;
    this.#finished.push({ id: job.id, status });
    // The first job of each kind is polled again once another job was started, if one is.
    if (this.#isStartToCome && this.#isFirst(`poll after the end ${status}`))
      this.#toPollAfterStart = [...this.#toPollAfterStart, job.id];
    const results = await this.#sendSteps({ id: job.id, status, body: polled.body }, endedBefore);
    for (const { presentation, unfetched } of results) {
      if (presentation) this.#presentations.push(presentation);
      if (unfetched !== undefined) this.#unfetched.push(unfetched);
    }
    this.#running.delete(job.id);
    this.#retryStarts();
  }

  #nameOf({ id }: FollowedJob): string {
    return this.#input.by === 'key' ? `job ${id}` : `job ${id} of the other workspace`;
  }

  // Steps that are due at a status

  /** With a request rate, the next poll does not wait for them. Without one, each status gets them. */
  async #sendStepsAt(polled: PolledJob): Promise<void> {
    const sending = this.#sendSteps(polled, undefined);
    if (this.#requester.isPaced) this.#track(sending);
    else await sending;
  }

  async #sendSteps(polled: PolledJob, endedBefore: string | undefined): Promise<readonly JobStepResult[]> {
    const { requester, plan, tracks, steps } = this.#input;
    const context: JobStepContext = {
      requester,
      plan,
      tracks,
      endedBefore,
      hasOtherJobs: this.#jobs.length > 1,
      isStartToCome: this.#isStartToCome,
    };
    const due = steps.filter(
      (step) =>
        step.at.includes(polled.status) &&
        isSentIn(requester.settings, step) &&
        step.isDue?.(context, polled) !== false &&
        (step.once === 'job' ||
          this.#isFirst(step.once === 'run' ? step.name : `${step.name} ${polled.status}`)),
    );
    const results: JobStepResult[] = [];
    for (const step of due) {
      const earlier = results.reduce((all, result) => ({ ...all, ...result }), {});
      results.push(await step.send(context, polled, earlier));
    }
    return results;
  }

  /** True for the first call with this name. */
  #isFirst(name: string): boolean {
    if (this.#sentSteps.has(name)) return false;
    this.#sentSteps.add(name);
    return true;
  }

  // Questions

  /** A poll shows a question: updates the table, and does what is due. */
  async #atQuestion(job: FollowedJob, polled: Poll): Promise<void> {
    const since = this.#questions.get(job.id)?.polledAt ?? polled.startedAt;
    const question = this.#updateQuestion(job, polled);
    if (!question) return this.#leave(job);
    await this.#act(job, question, nextAction(question, this.#questionContext(job.id)));
    job.deadline += this.#requester.now() - since;
  }

  /** @returns `undefined` if the job asks more questions than a job may */
  #updateQuestion(job: FollowedJob, { body, startedAt, endedAt }: Poll): Question | undefined {
    const open = this.#questions.get(job.id);
    const text = String(getField(body, 'message'));
    const isReplied = open?.replies.some(({ isAccepted }) => isAccepted) === true;
    // The wording of a question may change from poll to poll until it gets a reply.
    if (open && isOpen(open) && !(isReplied && text !== open.text))
      return this.#setQuestion({
        ...open,
        polledAt: startedAt,
        polls: open.polls + 1,
        pollsAfterReply: isReplied ? open.pollsAfterReply + 1 : 0,
      });
    if (open && isOpen(open)) this.#closeQuestion(job, { startedAt: job.lastPollBeforeQuestion, endedAt });
    job.mayAsk = false;
    job.questions += 1;
    if (job.questions > MAX_QUESTIONS) return undefined;
    return this.#setQuestion({
      job: job.id,
      phase: this.#firstPhase(),
      text,
      openedAfter: job.lastPollBeforeQuestion,
      shownAt: endedAt,
      polledAt: startedAt,
      polls: 1,
      pollsAfterReply: 0,
      replies: [],
    });
  }

  /** Of two jobs that ask, the first one stays silent. */
  #firstPhase(): Question['phase'] {
    if (this.#requester.settings.smoke || this.#input.by === 'other') return 'asked';
    const questions = [...this.#questions.values()];
    if (questions.some(isHandled)) return 'waiting';
    const isFirst = this.#handled === undefined && !questions.some(({ phase }) => phase === 'silent');
    return isFirst && this.#isQuestionExpected ? 'silent' : 'asked';
  }

  #questionContext(job: string): QuestionContext {
    const isOtherHandled = [...this.#questions.values()].some((one) => one.job !== job && isHandled(one));
    const { smoke, consistencyWindow } = this.#requester.settings;
    return {
      now: this.#requester.now(),
      consistencyWindow,
      isProbed: !smoke && this.#input.by === 'key' && (this.#probedJob ?? job) === job && !this.#handled,
      handled: this.#handled,
      isOtherExpected: isOtherHandled || this.#isQuestionExpected,
    };
  }

  async #act(job: FollowedJob, question: Question, action: QuestionAction | undefined): Promise<void> {
    switch (action) {
      case 'send-no-key':
        this.#probedJob = job.id;
        // A job may be public while it waits.
        await this.#requester.call({ operation: 'getGenerationStatus', id: job.id, by: 'none' });
        return this.#afterProbe(
          job,
          { ...question, phase: 'no-key-sent' },
          await this.#sendProbes(job.id, 'none'),
        );
      case 'send-invalid-key':
        return this.#afterProbe(
          job,
          { ...question, phase: 'invalid-key-sent' },
          await this.#sendProbes(job.id, 'invalid'),
        );
      case 'send-other-workspace':
        return this.#afterProbe(
          job,
          { ...question, phase: 'other-workspace-sent' },
          await replyAsOtherWorkspace(this.#requester, this.#input.tracks, job.id),
        );
      case 'reply':
        return this.#reply(job, question);
      case 'give-up':
        return this.#leave(job);
      case undefined:
    }
  }

  /** Sends messages that the service must reject, because they have no key or an invalid one. @returns whether any was sent */
  async #sendProbes(id: string, by: 'none' | 'invalid'): Promise<boolean> {
    const { requester, plan } = this.#input;
    const body = (text: string): unknown => replyBody(requester.settings, text);
    const requests = plannedFor(requester, plan, 'sendGenerationMessage', by);
    for (const request of requests)
      await sendInvalidKeyRequest(requester, { operation: 'sendGenerationMessage', id, body }, request);
    if (by === 'none' && requests.length > 0)
      await sendInPathForm(requester, {
        operation: 'sendGenerationMessage',
        id,
        body: body(PATH_FORM_TEXT),
      });
    return requests.length > 0;
  }

  /** The next poll shows whether the requests had an effect. If none were sent, what follows is due at once. */
  async #afterProbe(job: FollowedJob, question: Question, isSent: boolean): Promise<void> {
    this.#setQuestion(question);
    const { isPaced, settings } = this.#requester;
    if (isSent) job.nextInterval = isPaced ? 0 : settings.pollInterval;
    else await this.#act(job, question, nextAction(question, this.#questionContext(job.id)));
  }

  async #reply(job: FollowedJob, question: Question): Promise<void> {
    const { replies, hasAdvanced } = await (this.#input.by === 'key'
      ? sendReply(this.#requester, question, this.#acceptedReplies)
      : sendReplyAsOther(this.#requester, question));
    const isAccepted = replies.at(-1)?.isAccepted === true;
    const all = [...question.replies, ...replies];
    this.#acceptedReplies.push(...replies.filter((reply) => reply.isAccepted));
    if (isAccepted || hasAdvanced) {
      job.isSoon = isAccepted && this.#input.by === 'key';
      if (job.isSoon) job.nextInterval = 0;
      this.#setQuestion({ ...question, phase: 'replied', replies: all, pollsAfterReply: 0 });
      return;
    }
    this.#setQuestion({ ...question, phase: 'rejected', replies: all });
    if (this.#input.by === 'key') this.#unfinished.add(job.id);
    this.#leave(job);
  }

  /** After a poll that shows no question, or another one. */
  #closeQuestion(job: FollowedJob, { startedAt, endedAt }: Pick<Poll, 'startedAt' | 'endedAt'>): void {
    const question = this.#questions.get(job.id);
    job.lastPollBeforeQuestion = startedAt;
    if (!question || !isOpen(question)) return;
    if (job.id === this.#probedJob)
      this.#handled ??= { ms: endedAt - question.openedAfter, polls: question.polls };
    this.#setQuestion({ ...question, phase: 'advanced' });
    this.#handleNextQuestion();
  }

  /** Another question is handled now, if one waits. */
  #handleNextQuestion(): void {
    const questions = [...this.#questions.values()];
    const next = questions.find(({ phase }) => phase === 'waiting');
    if (next && !questions.some(isHandled)) this.#setQuestion({ ...next, phase: 'asked' });
  }

  #setQuestion(question: Question): Question {
    this.#questions.set(question.job, question);
    return question;
  }
}
