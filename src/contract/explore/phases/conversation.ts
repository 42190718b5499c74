/** Talks to one job: answers its questions, and tries what else the message endpoint does. Sections 3 and 4.6. */
import { isBodyRefusal, messageBodies } from '../bodies.js';
import type { Crew } from '../crew.js';
import { replyAsStranger } from './foreign.js';
import { poll } from './job-poll.js';
import { askWithoutKey } from './keys.js';

const words = 'City officials who plan public transport.';
/** A job that always asks is asked back no more often than this. */
const mostReplies = 3;
/** A reply may take a moment to show. */
const patience = 2;

export class Conversation {
  readonly #crew: Crew;
  readonly #id: string;
  #replies = 0;
  #answered: string | undefined;
  #waited = 0;

  constructor(crew: Crew, id: string) {
    this.#crew = crew;
    this.#id = id;
  }

  /** Replies to the question, unless it was and may just not show it yet. False when there is nothing left to try. */
  async answer(question: string): Promise<boolean> {
    if (this.#answered === question && this.#waited++ < patience) return true;
    if (this.#replies >= mostReplies) return false;
    if (this.#replies === 0) await this.#probe();
    this.#waited = 0;
    this.#answered = question;
    this.#replies++;
    const isTaken = await this.#send();
    if (isTaken && this.#crew.first('second header')) await this.#sendOnce();
    return isTaken;
  }

  /** Sends a message nobody asked for, when no question will show whether messages work at all. */
  async interject(): Promise<void> {
    if (this.#crew.session.settings.questionPrompt !== undefined || !this.#crew.first('interjection')) return;
    const body = this.#body();
    if ((await this.#sendOnce()) && (await this.#sendOnce())) {
      await askWithoutKey(this.#crew, { operation: 'sendGenerationMessage', id: this.#id, body });
    }
    await replyAsStranger(this.#crew, this.#id, body);
  }

  /** Who may not answer must not; and the question waits meanwhile. */
  async #probe(): Promise<void> {
    const body = this.#body();
    await askWithoutKey(this.#crew, { operation: 'sendGenerationMessage', id: this.#id, body });
    await replyAsStranger(this.#crew, this.#id, body);
    await poll(this.#crew, this.#id);
  }

  #body(): unknown {
    const bodies = messageBodies(this.#crew.session.settings, words);
    return bodies[this.#crew.messageBody] ?? bodies[0];
  }

  async #sendOnce(): Promise<boolean> {
    const call = await this.#crew.session.call({
      operation: 'sendGenerationMessage',
      id: this.#id,
      body: this.#body(),
    });
    return call.ok;
  }

  async #send(): Promise<boolean> {
    const { session } = this.#crew;
    const bodies = messageBodies(session.settings, words);
    for (let at = this.#crew.messageBody; at < bodies.length; at++) {
      const call = await session.call({ operation: 'sendGenerationMessage', id: this.#id, body: bodies[at] });
      if (call.ok) this.#crew.messageBody = at;
      if (call.ok || !isBodyRefusal(call)) return call.ok;
    }
    session.note('no reply was taken; --reply-body says how it should look');
    await poll(this.#crew, this.#id);
    return false;
  }
}
