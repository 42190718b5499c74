/** Talks with one job: when its questions get replies, and probes of the message endpoint. Sections 3 and 4.6. */
import type { RunContext } from '../run-context.js';
import { replyAsOtherWorkspace } from './other-workspace.js';
import { poll } from './read.js';
import { Replies } from './replies.js';
import { sendOnly, sendWithoutKey } from './keys.js';
import type { PlannedJob } from '../plan.js';

/** The questions of one job, which may ask without end. */
const maxQuestions = 3;
/** Polls that may show the old question after an accepted reply: the service may need a moment. */
const maxRepeats = 2;
const maxUndisturbedPolls = 20;
/** A question without messages is polled once in this number of requests. */
const pollsInTurn = 8 / 3;
const minute = 60_000;

export class Conversation {
  readonly #context: RunContext;
  readonly #id: string;
  readonly #job: Pick<PlannedJob, 'isToWatch' | 'isLast'>;
  readonly #onQuestion: () => void;
  #questions = 0;
  #question: string | undefined;
  /** Polls with the same question since the last reply. */
  #repeats = 0;
  readonly #replies: Replies;
  /** When the last poll before a question started, and the last poll of a question. */
  #generatingAt: number;
  #askingAt = 0;

  /**
   * @param job which of the questions of the run it asks
   * @param asked called when the job asks its first question
   */
  constructor(
    context: RunContext,
    id: string,
    job: Pick<PlannedJob, 'isToWatch' | 'isLast'>,
    onQuestion: () => void,
  ) {
    this.#context = context;
    this.#id = id;
    this.#job = job;
    this.#onQuestion = onQuestion;
    this.#generatingAt = context.session.now();
    this.#replies = new Replies(context, id, () => this.#isAsking());
  }

  /** The number of accepted replies to all questions. */
  get replies(): number {
    return this.#replies.count;
  }

  /** Whether its question stays open because each reply was refused. */
  get isRefused(): boolean {
    return this.#replies.areRefused;
  }

  /** Replies to a question, unless the last reply may not be visible yet. @returns false if following the job is useless */
  async reply(question: string): Promise<boolean> {
    if (this.#question === question) {
      if (this.#repeats++ < maxRepeats || this.#replies.isFresh) return true;
      // The service may ask the same once more, or have accepted a body that it cannot read.
      if (this.#replies.areEnough) return this.#replies.isRecent;
      this.#context.hasIgnoredReply = true;
      this.#replies.tryAgain();
    } else {
      if (this.#questions++ >= maxQuestions) return false;
      this.#question = question;
      this.#replies.begin();
      if (this.#questions === 1) {
        this.#onQuestion();
        if (!(await this.#beforeReply())) return true;
      }
    }
    this.#repeats = 0;
    const isAccepted = await this.#replies.send();
    if (this.#job.isToWatch && this.#context.isHolding) {
      this.#context.hasRepliedBeside = isAccepted;
      this.#context.isHolding = false;
    }
    const { askers, watched } = this.#context;
    // The reply to another question has the other header.
    if (isAccepted && askers + watched === 0 && this.#context.isFirst('second header')) {
      if (this.#context.repliedVias.size > 1) return true;
      await poll(this.#context, this.#id, true);
      await this.#replies.sendOnce();
    }
    return isAccepted;
  }

  /**
   * Sends a message without a question, if no question is expected in this run.
   * @param polledAt when the poll without a question started
   */
  async sendUnasked(polledAt: number): Promise<void> {
    this.#generatingAt = polledAt;
    const { session, isSmoke } = this.#context;
    if (isSmoke || session.settings.questionPrompt !== undefined) return;
    if (!this.#context.isFirst('interjection')) return;
    const body = this.#replies.body();
    if ((await this.#replies.sendOnce()) && (await this.#replies.sendOnce())) await this.#sendWithoutKey();
    await replyAsOtherWorkspace(this.#context, this.#id, body);
  }

  /**
   * Of two jobs that ask, the first gets no message while the second gets the probes and a reply. If only one job asks, it gets
   * the probes. If the service has accepted another body than the probes had, a third one gets the probes with this body.
   * @returns whether it still asks
   */
  async #beforeReply(): Promise<boolean> {
    const context = this.#context;
    if (context.isSmoke) return true;
    if (this.#job.isLast && !(await this.#askBeside())) return false;
    if (this.#job.isToWatch) {
      if (!(await this.#watch())) return false;
      const isProbed = context.probedFor !== undefined;
      // No other question needs to be watched.
      if (isProbed) context.isFirst('undisturbed question');
      if (!(await this.#holdForLast())) return false;
      if (isProbed) return true;
    }
    if (context.isFirst('probes of a question')) return this.#probe();
    if (context.watched === 0 && context.isFirst('undisturbed question')) return this.#watch();
    return context.isProbeOutdated ? this.#probeAgain() : true;
  }

  async #probe(): Promise<boolean> {
    this.#context.isProbing = true;
    return this.#sendProbes().finally(() => (this.#context.isProbing = false));
  }

  /** Sends messages that the service must refuse, while the job waits for a reply. */
  async #sendProbes(): Promise<boolean> {
    const context = this.#context;
    const body = (text: string) => this.#replies.body(text);
    const probe = { operation: 'sendGenerationMessage', id: this.#id, body } as const;
    const senders = [
      () => sendOnly(context, probe, 'none'),
      () => sendOnly(context, probe, 'wrong'),
      () => replyAsOtherWorkspace(context, this.#id, this.#replies.body()),
    ];
    let isAsking = true;
    // A job may be public while it waits.
    if (context.isFirst('poll of a question'))
      await context.session.call({ operation: 'getGenerationStatus', id: this.#id, by: 'none' });
    // A poll after each kind of key shows which of them had an effect.
    for (const send of senders) {
      if (!isAsking) break;
      if (!(await send())) continue;
      // The effect of a message may take a moment.
      if (!context.isPaced) await context.session.sleep(context.session.settings.pollInterval);
      isAsking = await this.#isAsking();
    }
    context.probedBody = context.messageBody;
    context.probedFor ??= context.session.now() - this.#generatingAt;
    return isAsking;
  }

  /** The probes once more, with the body that the service accepts. */
  #probeAgain(): Promise<boolean> {
    this.#context.repeatProbes('sendGenerationMessage');
    return this.#probe();
  }

  /** Polls more often and for longer than a job with probes. */
  async #watch(): Promise<boolean> {
    const context = this.#context;
    const since = context.session.now();
    context.watched++;
    const isAsking = await this.#isAskingForLong(since).finally(() => context.watched--);
    if (isAsking) return true;
    context.hasMovedAlone = true;
    context.probedFor = Math.max(context.probedFor ?? 0, context.session.now() - this.#generatingAt);
    return false;
  }

  /** Leaves the question open until the last job asks, too. @returns whether it still asks */
  async #holdForLast(): Promise<boolean> {
    const context = this.#context;
    if (context.lastQuestion === 'over') return true;
    context.isHolding = true;
    // It needs no share of the request rate.
    context.session.polledJobs--;
    await this.#waitWhile(() => context.lastQuestion === 'to come');
    context.session.polledJobs++;
    const isAsking = await this.#isAsking();
    context.isHolding &&= isAsking;
    return isAsking;
  }

  /** The question of the last job stays open while the first one gets its reply. @returns whether it still asks */
  async #askBeside(): Promise<boolean> {
    const context = this.#context;
    context.lastQuestion = 'open';
    await this.#waitWhile(() => context.isHolding);
    return !context.hasRepliedBeside || this.#isAsking();
  }

  async #waitWhile(isWaiting: () => boolean): Promise<void> {
    const { session } = this.#context;
    const { jobTimeout, pollInterval } = session.settings;
    const until = session.now() + 2 * jobTimeout;
    while (isWaiting() && session.now() < until && !session.isOver) await session.sleep(pollInterval);
  }

  async #isAskingForLong(since: number): Promise<boolean> {
    const context = this.#context;
    const { pollInterval, requestsPerMinute } = context.session.settings;
    for (let polls = 0; polls < maxUndisturbedPolls; polls++) {
      const { probedFor, askers, isProbing } = context;
      // No other question gets the probes.
      if (probedFor === undefined && askers === 0 && !isProbing) break;
      // The rule counts to the start of the last poll.
      // Another poll follows once the last job asks.
      const enough = context.quietPolls - (context.lastQuestion === 'over' ? 0 : 1);
      if (polls >= enough && this.#askingAt - since > (probedFor ?? Infinity)) break;
      // As few polls as possible in the time of the probed question.
      const share = requestsPerMinute === 0 ? 0 : (pollsInTurn * minute) / requestsPerMinute;
      await context.session.sleep(
        Math.max(pollInterval, probedFor === undefined ? share : probedFor / context.quietPolls),
      );
      if (await this.#isAsking()) continue;
      // Another question must stay open for longer.
      context.quietPolls = Math.max(context.quietPolls, polls + 3);
      return false;
    }
    return true;
  }

  /** The wording of a question may change from poll to poll, so only the state counts. */
  async #isAsking(): Promise<boolean> {
    const { status, startedAt } = await poll(this.#context, this.#id);
    this.#askingAt = startedAt;
    return status === 'awaiting_input';
  }

  #sendWithoutKey(): Promise<boolean> {
    const body = (text: string) => this.#replies.body(text);
    return sendWithoutKey(this.#context, { operation: 'sendGenerationMessage', id: this.#id, body });
  }
}
