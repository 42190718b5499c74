/** Sends messages to one job: replies to its questions, and probes of the message endpoint. Sections 3 and 4.6. */
import { statusText } from '../../trace/status-text.js';
import { fieldOf } from '../../../base/json.js';
import { isBodyRefusal, messageBodies } from '../bodies.js';
import type { RunContext } from '../run-context.js';
import { replyAsOtherWorkspace } from './other-workspace.js';
import { poll } from './job-poll.js';
import { sendWithoutKey } from './keys.js';

const replyText = 'City officials who plan public transport.';
/** The questions of one job, which may ask without end. */
const maxQuestions = 3;
/** Polls that may show the old question after an accepted reply: the service may need a moment. */
const maxRepeats = 2;
/** Accepted replies to one question. The service may accept a body that it cannot read, so each has another body. */
const maxAccepted = 3;
/** Ms for which a question is watched after the last accepted reply. */
const patience = 12_000;
/** Refusals of one question that are not about the body. */
const maxRefusals = 2;

export class Conversation {
  readonly #context: RunContext;
  readonly #id: string;
  #questions = 0;
  #question: string | undefined;
  /** Polls with the same question since the last reply. */
  #repeats = 0;
  #accepted = 0;
  #repliedAt = 0;
  /** The index of the message body to send next. */
  #next = 0;

  constructor(context: RunContext, id: string) {
    this.#context = context;
    this.#id = id;
  }

  /** Replies to a question, unless the last reply may not be visible yet. @returns false if following the job is useless */
  async reply(question: string): Promise<boolean> {
    if (this.#question === question) {
      if (this.#repeats++ < maxRepeats) return true;
      // The service may ask the same once more, or have accepted a body that it cannot read.
      if (this.#accepted >= maxAccepted) return this.#context.session.now() - this.#repliedAt < patience;
      this.#next++;
    } else {
      if (this.#questions++ >= maxQuestions) return false;
      this.#question = question;
      this.#accepted = 0;
      this.#next = this.#context.messageBody;
      if (this.#questions === 1) await this.#probe();
    }
    this.#repeats = 0;
    const isAccepted = await this.#send(question);
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
    const bodies = this.#bodies();
    return bodies[this.#context.messageBody] ?? bodies[0];
  }

  #bodies(): readonly unknown[] {
    return messageBodies(this.#context.session.settings, replyText);
  }

  async #sendOnce(): Promise<boolean> {
    const call = await this.#context.session.call({
      operation: 'sendGenerationMessage',
      id: this.#id,
      body: this.#body(),
    });
    return call.ok;
  }

  /** The indexes of the bodies to try. A service that refuses another body has read the accepted one. */
  #order(length: number): readonly number[] {
    const first = this.#accepted > 0 ? [this.#next % length, this.#context.messageBody] : [];
    return [...first, ...Array.from({ length }, (_, tries) => (this.#next + tries) % length)].slice(
      0,
      length,
    );
  }

  /** Tries bodies until the service accepts one, or until the job asks nothing more. */
  async #send(question: string): Promise<boolean> {
    const { session } = this.#context;
    const bodies = this.#bodies();
    const refusals: string[] = [];
    let refused = 0;
    for (const at of this.#order(bodies.length)) {
      if (refused >= maxRefusals) break;
      const call = await session.call({ operation: 'sendGenerationMessage', id: this.#id, body: bodies[at] });
      if (call.ok) {
        this.#next = at;
        this.#context.messageBody = at;
        this.#accepted++;
        this.#repliedAt = session.now();
        return true;
      }
      refusals.push(statusText(call));
      if (isBodyRefusal(call) && call.status !== 404) continue;
      // The job may have gone on, such as after a timeout of its own. Otherwise it refuses the reply to its own question.
      refused++;
      const { status, view } = await poll(this.#context, this.#id);
      if (status !== 'awaiting_input' || String(fieldOf(view, 'message')) !== question) return true;
    }
    session.note(`the target accepted no reply (${refusals.join(', ')}); use --reply-body to set the body`);
    await poll(this.#context, this.#id);
    return false;
  }
}
