/**
 * Starts the jobs of one key, polls each until it ends, and has the other files send what is due beside the polls: `start-queue.ts`
 * says which job starts next, `question-handler.ts` replies, and `due-job-steps.ts` sends the steps. Sections 3 and 4.4 to 4.6.
 */
import type { PlannedJob, RunPlan } from '../run-plan.js';
import type { Requester } from '../requester.js';
import { StuckJobDetector } from '../retry-budget.js';
import { DueJobSteps } from './due-job-steps.js';
import { POLL_AFTER_END, type JobStep, type JobStepResult, type PolledJob } from './job-steps.js';
import { poll, type Poll } from './poll.js';
import { QuestionHandler } from './question-handler.js';
import { QuestionTable } from './question-table.js';
import type { FinishedJob, KnownPresentation } from './run-results.js';
import { StartQueue } from './start-queue.js';
import type { StartResult } from './start-job.js';
import { TaskGroup } from './task-group.js';
import type { SharedProgress } from './shared-progress.js';

const MAX_POLLS = 80;
const MAX_INTERVAL_MS = 30_000;
const MINUTE_MS = 60_000;
/** For a job in a run of a minute. */
const SMOKE_TIMEOUT_MS = 25_000;

export interface JobLoopInput {
  readonly requester: Requester;
  readonly plan: RunPlan;
  readonly shared: SharedProgress;
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
  /** Whether it is polled before other requests: its first poll, and the first one after a reply, show what later ones do not. */
  isSoon: boolean;
  /** Without those that showed a silent question. */
  countedPolls: number;
  /** The end of its time limit. The time in which its question is open does not count. */
  deadline: number;
  /** Whether the last job starts after it. */
  readonly isLate: boolean;
}

export class JobLoop {
  readonly #input: JobLoopInput;
  readonly #requester: Requester;
  readonly #queue: StartQueue;
  readonly #questions: QuestionTable;
  readonly #handler: QuestionHandler;
  readonly #steps: DueJobSteps;
  readonly #tasks = new TaskGroup();
  readonly #running = new Map<string, FollowedJob>();
  /** Jobs that have ended, to be polled again once another job was started. */
  #toPollAfterStart: readonly string[] = [];
  readonly #jobs: string[] = [];
  readonly #finished: FinishedJob[] = [];
  readonly #unfinished = new Set<string>();
  readonly #presentations: KnownPresentation[] = [];
  readonly #unfetched: string[] = [];

  constructor(input: JobLoopInput) {
    const { requester, plan, shared, by } = input;
    this.#input = input;
    this.#requester = requester;
    this.#queue = new StartQueue(requester, input.jobs);
    this.#questions = new QuestionTable({
      settings: requester.settings,
      by,
      isAskingJobToStart: () => this.#queue.pending.some(({ asks }) => asks),
    });
    this.#handler = new QuestionHandler({ requester, plan, shared, by, table: this.#questions });
    this.#steps = new DueJobSteps(input.steps);
  }

  /** @throws RunStopped when the run ends early. No request of the loop is open then */
  async run(): Promise<JobLoopResult> {
    for (;;) {
      this.#startDueJobs();
      this.#pollDueJobs();
      if (this.#tasks.failure || (this.#tasks.isEmpty && this.#running.size === 0)) break;
      await this.#waitForNextEvent();
      this.#endIfOver();
    }
    await this.#tasks.waitForAll();
    if (this.#tasks.failure) {
      this.#input.onStopped?.([...this.#running.keys()].filter((id) => !this.#questions.isOpen(id)));
      throw this.#tasks.failure.error;
    }
    return {
      jobs: this.#jobs,
      finished: this.#finished,
      unfinished: [...this.#unfinished],
      presentations: this.#presentations.toReversed(),
      unfetched: this.#unfetched,
    };
  }

  /** Until a task ends, or the next poll or start is due. */
  async #waitForNextEvent(): Promise<void> {
    const due = [...this.#running.values()].flatMap(({ isBusy, nextPollAt }) => (isBusy ? [] : [nextPollAt]));
    const { nextStartAt } = this.#queue;
    if (nextStartAt !== undefined) due.push(nextStartAt);
    if (due.length === 0) return this.#tasks.waitForEvent();
    const ms = Math.min(...due) - this.#requester.now();
    await this.#tasks.waitForEvent((signal) => this.#requester.sleep(ms, signal));
  }

  /** Waits end at the end of the run, so the loop must end, too: the next poll would be in the future for ever. */
  #endIfOver(): void {
    try {
      this.#requester.assertNotOver();
    } catch (error) {
      this.#tasks.fail(error);
    }
  }

  // Starts

  #startDueJobs(): void {
    const context = {
      started: this.#jobs.length,
      running: [...this.#running.values()],
      hasFinished: this.#finished.length > 0,
    };
    let job: PlannedJob | undefined;
    while ((job = this.#queue.takeDue(context))) this.#tasks.add(this.#startJob(job));
  }

  async #startJob(planned: PlannedJob): Promise<void> {
    const result = await this.#input.start(planned);
    this.#queue.endStart(planned);
    if (result.kind === 'rejected') {
      this.#questions.endSilence();
      if (result.isTemporary && this.#jobs.length > 0) this.#queue.addRejected(planned);
      return this.#startRejectedJobs();
    }
    const { id, body } = result;
    // Two starts may get one id: then the polls show one job.
    if (id === undefined || this.#jobs.includes(id)) return;
    this.#jobs.push(id);
    this.#follow(id, planned);
    for (const ended of this.#toPollAfterStart) this.#tasks.add(poll(this.#requester, ended));
    this.#toPollAfterStart = [];
    if (this.#jobs.length === 1) await this.#input.afterFirstStart?.(body);
  }

  #startRejectedJobs(): void {
    if (this.#running.size === 0) this.#queue.startRejected();
  }

  #follow(id: string, { asks, isLate }: PlannedJob): void {
    const { jobTimeout, consistencyWindow, smoke } = this.#requester.settings;
    const now = this.#requester.now();
    this.#questions.addJob(id, { mayAsk: asks, now });
    this.#running.set(id, {
      id,
      stuck: new StuckJobDetector(consistencyWindow, now),
      isBusy: false,
      nextPollAt: now,
      isSoon: this.#input.by === 'key',
      countedPolls: 0,
      deadline: now + (smoke ? Math.min(jobTimeout, SMOKE_TIMEOUT_MS) : jobTimeout),
      isLate,
    });
  }

  get #isStartToCome(): boolean {
    return this.#queue.pending.length > 0;
  }

  // Polls

  #pollDueJobs(): void {
    for (const job of this.#running.values())
      if (!job.isBusy && job.nextPollAt <= this.#requester.now()) this.#tasks.add(this.#pollJob(job));
  }

  /** Polls a job once, and does what is due at its status. Marks it as busy before it waits, so that no second task polls it. */
  async #pollJob(job: FollowedJob): Promise<void> {
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
    if (status === 'generating') this.#questions.close(job.id, polled);
    if (status !== undefined) await this.#sendStepsAt({ id: job.id, status, body: polled.body });
    if (status === 'awaiting_input') return this.#atQuestion(job, polled);
    this.#scheduleNextPoll(job);
  }

  /** The time in which a question is open does not count against the time limit of the job. */
  async #atQuestion(job: FollowedJob, polled: Poll): Promise<void> {
    // Of the poll before this one: `show` replaces it.
    const since = this.#questions.get(job.id)?.polledAt ?? polled.startedAt;
    const question = this.#questions.show(job.id, polled);
    if (!question) return this.#leave(job);
    const { ends, nextInterval, isSoon = false } = await this.#handler.handle(question);
    if (ends === 'rejected' && this.#input.by === 'key') this.#unfinished.add(job.id);
    if (ends) return this.#leave(job);
    job.deadline += this.#requester.now() - since;
    job.isSoon = isSoon;
    this.#scheduleNextPoll(job, nextInterval);
  }

  /** @param interval in ms. Default: by the number of polls */
  #scheduleNextPoll(job: FollowedJob, interval = this.#intervalAfter(job.countedPolls)): void {
    const now = this.#requester.now();
    if (!this.#questions.isOpen(job.id) && (now >= job.deadline || job.countedPolls >= MAX_POLLS)) {
      this.#requester.note(`${this.#nameOf(job)} timed out (--job-timeout)`);
      this.#unfinished.add(job.id);
      return this.#leave(job);
    }
    const silentInterval = this.#questions.intervalFor(job.id);
    if (silentInterval === undefined) job.countedPolls += 1;
    job.nextPollAt = now + (silentInterval ?? interval);
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
    this.#questions.removeJob(job.id);
    this.#startRejectedJobs();
  }

  async #end(job: FollowedJob, polled: Poll, status: FinishedJob['status']): Promise<void> {
    this.#questions.endJob(job.id, polled);
    const endedBefore = this.#finished.at(-1)?.id;
    this.#finished.push({ id: job.id, status });
    // The first job of each kind is polled again once another job was started, if one is.
    if (this.#isStartToCome && this.#steps.claim(POLL_AFTER_END, status))
      this.#toPollAfterStart = [...this.#toPollAfterStart, job.id];
    const results = await this.#sendSteps({ id: job.id, status, body: polled.body }, endedBefore);
    for (const { presentation, unfetched } of results) {
      if (presentation) this.#presentations.push(presentation);
      if (unfetched !== undefined) this.#unfetched.push(unfetched);
    }
    this.#running.delete(job.id);
    this.#startRejectedJobs();
  }

  #nameOf({ id }: FollowedJob): string {
    return this.#input.by === 'key' ? `job ${id}` : `job ${id} of the other workspace`;
  }

  // Steps that are due at a status

  /** With a request rate, the next poll does not wait for them. Without one, each status gets them. */
  async #sendStepsAt(polled: PolledJob): Promise<void> {
    const sending = this.#sendSteps(polled);
    if (this.#requester.isPaced) this.#tasks.add(sending);
    else await sending;
  }

  #sendSteps(polled: PolledJob, endedBefore?: string): Promise<readonly JobStepResult[]> {
    const { requester, plan, shared } = this.#input;
    return this.#steps.send(
      {
        requester,
        plan,
        shared,
        endedBefore,
        hasOtherJobs: this.#jobs.length > 1,
        isStartToCome: this.#isStartToCome,
      },
      polled,
    );
  }
}
