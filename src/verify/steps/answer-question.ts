/** Drives the question and reply exchange of one job. Sections 3 and 4.6. */
import { getField } from '../../base/json.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import { replyAsOtherWorkspace } from './other-workspace.js';
import { Replies } from './replies.js';
import type { RunState } from '../run-state.js';
import { sendOnly, sendWithoutKey } from './invalid-keys.js';
import { poll } from '../senders.js';

export interface FollowedJob {
  readonly id: string;
  readonly by: 'key' | 'other';
  readonly isToWatch: boolean;
  readonly isLast: boolean;
  readonly talk: QuestionDriver;
  status: JobStatus | undefined;
  view: unknown;
  /** When the last poll started. */
  polledAt: number;
  /** Ms until the next poll of a question that stays open on purpose. That time does not count for the limit of the job. */
  openFor: number | undefined;
  /** Whether it is polled at once: the first view, and the first one after a reply, show what later ones do not. */
  isSoon: boolean;
  /** Whether further polls are useless. */
  isGivenUp: boolean;
  /** The id of the job that ended before this one. */
  endedBefore: string | undefined;
  /** The title of its presentation before the run renamed it. */
  title: string | undefined;
}

/** The questions of one job, which may ask without end. */
const MAX_QUESTIONS = 3;
/** Polls that may show the old question after an accepted reply: the service may need a moment. */
const MAX_REPEATS = 2;
/** The polls for which a question gets no message, and the most of them. */
const QUIET_POLLS = 5;
const MAX_WATCHING_POLLS = 20;
/** A question without messages is polled once in this number of requests. */
const POLLS_IN_TURN = 8 / 3;
const MINUTE = 60_000;

export class QuestionDriver {
  readonly #run: RunState;
  readonly #id: string;
  readonly #by: FollowedJob['by'];
  readonly #onFirstQuestion: () => void;
  readonly #replies: Replies;
  #questions = 0;
  #question: string | undefined;
  /** Whether a reply to the current question was sent, and the polls that show it since the last one. */
  #hasReplied = false;
  #repeats = 0;
  /** When the last poll before a question started. */
  #generatingAt: number;
  /** Since when its first question gets no message, and the polls since then. */
  #watch: { readonly since: number; polls: number } | undefined;
  #isWatched = false;
  #hasHeld = false;
  #isProbed = false;

  constructor(run: RunState, id: string, by: FollowedJob['by'], onFirstQuestion: () => void) {
    this.#run = run;
    this.#id = id;
    this.#by = by;
    this.#onFirstQuestion = onFirstQuestion;
    this.#generatingAt = run.session.now();
    this.#replies = new Replies(run, id, by);
  }

  /** After a poll that shows no question. */
  end({ status, polledAt }: FollowedJob): void {
    if (this.#watch && !this.#isWatched) {
      this.#endWatch();
      this.#run.probedFor = Math.max(this.#run.probedFor ?? 0, this.#run.session.now() - this.#generatingAt);
    }
    if (this.#hasHeld) this.#run.isHolding = false;
    if (status === 'generating') this.#generatingAt = polledAt;
  }

  /** After a poll that shows a question: replies when it is due, or has the job polled again. */
  async onQuestion(job: FollowedJob): Promise<void> {
    const run = this.#run;
    run.following.delete(this.#id);
    const question = String(getField(job.view, 'message'));
    // The wording of a question may change from poll to poll until it gets a reply.
    const isNew = this.#question === undefined || (this.#hasReplied && question !== this.#question);
    if (isNew) {
      if (this.#questions++ >= MAX_QUESTIONS) return void (job.isGivenUp = true);
      this.#question = question;
      this.#hasReplied = false;
      this.#replies.begin();
      if (this.#questions === 1) this.#onFirstQuestion();
    } else if (this.#hasReplied) {
      if (this.#repeats++ < MAX_REPEATS || this.#replies.isFresh) return;
      // The service may ask the same once more, or have accepted a body that it cannot read.
      if (this.#replies.areEnough) return void (job.isGivenUp = !this.#replies.isRecent);
      run.hasIgnoredReply = true;
      this.#replies.tryAgain();
    }
    if (this.#questions === 1 && !this.#hasReplied && !(await this.#isDue(job))) return;
    await this.#reply(job);
    run.following.add(this.#id);
  }

  async #reply(job: FollowedJob): Promise<void> {
    const run = this.#run;
    this.#repeats = 0;
    const before = this.#replies.count;
    const goesOn = await this.#replies.send();
    const isAccepted = this.#replies.count > before;
    this.#hasReplied = true;
    if (job.isToWatch && run.isHolding) {
      run.hasRepliedBeside = goesOn;
      run.isHolding = false;
    }
    job.isSoon = isAccepted && this.#by === 'key';
    job.isGivenUp = !goesOn;
    if (this.#replies.areRefused) run.unended.push(this.#id);
    if (!goesOn || this.#by === 'other') return;
    // The other jobs have shown what follows a reply.
    const isShown = run.finished.some(({ status }) => status === 'completed') && !run.hasIgnoredReply;
    if (job.isLast && isShown && isAccepted) job.isGivenUp = true;
  }

  /**
   * Whether the first question gets its reply now. Of two jobs that ask, the first gets no message while the second gets the
   * probes and a reply. Then it waits until the last job asks, too, and that one waits for the reply to the first. If only one
   * job asks, it gets the probes.
   */
  async #isDue(job: FollowedJob): Promise<boolean> {
    const run = this.#run;
    if (run.isSmoke || this.#isProbed) return true;
    if (this.#by === 'other') {
      await this.#waitForFirstReply();
      return true;
    }
    if (job.isLast && !(await this.#isBesideOver(job))) return false;
    if (job.isToWatch) {
      if (!this.#isWatchedEnough(job)) return false;
      if (await this.#hold(job)) return false;
      if (run.probedFor !== undefined) return true;
    }
    if (run.isFirst('probes of a question')) return this.#probe();
    return true;
  }

  /** Until the first key may know which body of a reply the service accepts. */
  async #waitForFirstReply(): Promise<void> {
    const run = this.#run;
    const mayReply = () => run.askers > 0 || run.watched > 0 || run.isHolding || run.isProbing;
    await this.#waitWhile(() => run.repliedVias.size === 0 && mayReply());
  }

  /** The question is polled more often and for longer than the one with the probes. */
  #isWatchedEnough(job: FollowedJob): boolean {
    if (this.#isWatched) return true;
    const run = this.#run;
    if (!this.#watch) run.watched++;
    this.#watch ??= { since: run.session.now(), polls: 0 };
    const { probedFor, askers, isProbing, lastQuestion, session } = run;
    const { polls, since } = this.#watch;
    // No other question gets the probes.
    const isAlone = probedFor === undefined && askers === 0 && !isProbing;
    // Another poll follows once the last job asks. The rule counts to the start of the last poll.
    const enough = QUIET_POLLS - (lastQuestion === 'over' ? 0 : 1);
    const isLonger = polls >= enough && polls > 0 && job.polledAt - since > (probedFor ?? Infinity);
    if (isAlone || isLonger || polls >= MAX_WATCHING_POLLS) {
      this.#endWatch();
      return true;
    }
    this.#watch.polls++;
    const { pollInterval, requestsPerMinute } = session.settings;
    // As few polls as possible in the time of the probed question.
    const share = requestsPerMinute === 0 ? 0 : (POLLS_IN_TURN * MINUTE) / requestsPerMinute;
    job.openFor = Math.max(pollInterval, probedFor === undefined ? share : probedFor / QUIET_POLLS);
    return false;
  }

  #endWatch(): void {
    this.#run.watched--;
    this.#isWatched = true;
  }

  /** Leaves the question open until the last job asks, too, without polls. @returns whether it did */
  async #hold(job: FollowedJob): Promise<boolean> {
    const run = this.#run;
    if (this.#hasHeld || run.lastQuestion === 'over') return false;
    this.#hasHeld = true;
    run.isHolding = true;
    // It needs no share of the request rate.
    run.session.polledJobs--;
    await this.#waitWhile(() => run.lastQuestion === 'to come');
    run.session.polledJobs++;
    job.openFor = 0;
    return true;
  }

  /** The question of the last job stays open while the first one gets its reply. @returns whether it needs no further poll */
  async #isBesideOver(job: FollowedJob): Promise<boolean> {
    const run = this.#run;
    if (run.lastQuestion === 'open') return true;
    run.lastQuestion = 'open';
    await this.#waitWhile(() => run.isHolding);
    if (!run.hasRepliedBeside) return true;
    job.openFor = 0;
    return false;
  }

  async #waitWhile(isWaiting: () => boolean): Promise<void> {
    const { session } = this.#run;
    const { jobTimeout, pollInterval } = session.settings;
    const until = session.now() + 2 * jobTimeout;
    while (isWaiting() && session.now() < until && !session.isOver) await session.sleep(pollInterval);
  }

  /** Sends messages that the service must refuse, while the job waits for a reply. @returns whether it still asks */
  async #probe(): Promise<boolean> {
    const run = this.#run;
    this.#isProbed = true;
    run.isProbing = true;
    return this.#sendProbes().finally(() => (run.isProbing = false));
  }

  async #sendProbes(): Promise<boolean> {
    const run = this.#run;
    const body = (text: string) => this.#replies.body(text);
    const probe = { operation: 'sendGenerationMessage', id: this.#id, body } as const;
    const senders = [
      () => sendOnly(run, probe, 'none'),
      () => sendOnly(run, probe, 'wrong'),
      () => replyAsOtherWorkspace(run, this.#id, this.#replies.body()),
    ];
    // A job may be public while it waits.
    if (run.isFirst('poll of a question'))
      await run.session.call({ operation: 'getGenerationStatus', id: this.#id, by: 'none' });
    let isAsking = true;
    // A poll after each kind of key shows which of them had an effect.
    for (const send of senders) {
      if (!isAsking) break;
      if (!(await send())) continue;
      // The effect of a message may take a moment.
      if (!run.isPaced) await run.session.sleep(run.session.settings.pollInterval);
      isAsking = (await poll(run, this.#id)).status === 'awaiting_input';
    }
    run.probedFor ??= run.session.now() - this.#generatingAt;
    return isAsking;
  }

  /** Sends a message without a question, if no question is expected in this run. */
  async sendUnasked(): Promise<void> {
    const run = this.#run;
    if (run.session.settings.questionPrompt !== undefined || !run.isFirst('interjection')) return;
    const body = this.#replies.body();
    if ((await this.#replies.sendOnce()) && (await this.#replies.sendOnce()))
      await sendWithoutKey(run, {
        operation: 'sendGenerationMessage',
        id: this.#id,
        body: (text) => this.#replies.body(text),
      });
    await replyAsOtherWorkspace(run, this.#id, body);
  }
}
