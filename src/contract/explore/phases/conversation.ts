/** Sends messages to one job: replies to its questions, and probes of the message endpoint. Sections 3 and 4.6. */
import { isBodyRefusal, messageBodies } from '../bodies.js';
import type { RunContext } from '../run-context.js';
import { replyAsOtherWorkspace } from './other-workspace.js';
import { poll } from './job-poll.js';
import { sendWithoutKey } from './keys.js';

const replyText = 'City officials who plan public transport.';
/** The replies to one job, which may ask without end. */
const maxReplies = 3;
/** Polls that may show the old question after a reply: the service may need a moment. */
const maxRepeats = 2;

export class Conversation {
  readonly #context: RunContext;
  readonly #id: string;
  #replies = 0;
  #lastQuestion: string | undefined;
  #repeats = 0;

  constructor(context: RunContext, id: string) {
    this.#context = context;
    this.#id = id;
  }

  /** Replies to a question, unless the last reply may not be visible yet. @returns false if following the job is useless */
  async reply(question: string): Promise<boolean> {
    if (this.#lastQuestion === question && this.#repeats++ < maxRepeats) return true;
    if (this.#replies >= maxReplies) return false;
    if (this.#replies === 0) await this.#probe();
    this.#repeats = 0;
    this.#lastQuestion = question;
    this.#replies++;
    const isAccepted = await this.#send();
    if (isAccepted && this.#context.isFirst('second header')) await this.#sendOnce();
    return isAccepted;
  }

  /** Sends a message without a question, if no question is expected in this run. */
  async sendUnasked(): Promise<void> {
    if (this.#context.session.settings.questionPrompt !== undefined || !this.#context.isFirst('interjection'))
      return;
    const body = this.#body();
    if ((await this.#sendOnce()) && (await this.#sendOnce())) {
      await sendWithoutKey(this.#context, { operation: 'sendGenerationMessage', id: this.#id, body });
    }
    await replyAsOtherWorkspace(this.#context, this.#id, body);
  }

  /** Sends messages that the service must refuse, while the job waits for a reply. */
  async #probe(): Promise<void> {
    const body = this.#body();
    await sendWithoutKey(this.#context, { operation: 'sendGenerationMessage', id: this.#id, body });
    await replyAsOtherWorkspace(this.#context, this.#id, body);
    await poll(this.#context, this.#id);
  }

  #body(): unknown {
    const bodies = messageBodies(this.#context.session.settings, replyText);
    return bodies[this.#context.messageBody] ?? bodies[0];
  }

  async #sendOnce(): Promise<boolean> {
    const call = await this.#context.session.call({
      operation: 'sendGenerationMessage',
      id: this.#id,
      body: this.#body(),
    });
    return call.ok;
  }

  async #send(): Promise<boolean> {
    const { session } = this.#context;
    const bodies = messageBodies(session.settings, replyText);
    for (let at = this.#context.messageBody; at < bodies.length; at++) {
      const call = await session.call({ operation: 'sendGenerationMessage', id: this.#id, body: bodies[at] });
      if (call.ok) this.#context.messageBody = at;
      if (call.ok || !isBodyRefusal(call)) return call.ok;
    }
    session.note('the target accepted no reply; use --reply-body to set the body');
    await poll(this.#context, this.#id);
    return false;
  }
}
