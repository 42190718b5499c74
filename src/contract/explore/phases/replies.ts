/** Sends the replies of one job: finds the body that the service accepts, and the header of the key. Sections 3, 4.6 and 5.1. */
import { statusText } from '../../model/status-text.js';
import type { Call } from '../../model/call.js';
import { isBodyRefusal, isKeyRefusal, isLost, messageBodies } from '../bodies.js';
import type { RunContext } from '../run-context.js';
import { otherVia, type Via } from '../run-keys.js';
import { poll } from './read.js';

const replyText = 'City officials who plan public transport.';
/** Long, with quotes and letters beyond ASCII. The second question gets it first, if another one has got a reply. */
const richText = `City officials – "Häfen" & 港 \u{1F6A2} – who plan public transport. ${'They know ships, ports and batteries well. '.repeat(6).trim()}`;
/** Accepted replies to one question. The service may accept a body that it cannot read, so each has another body. */
const maxAccepted = 3;
/** Ms for which a question is watched after the last accepted reply. */
const patience = 12_000;
/** Refusals of one question that are not about the body. */
const maxRefusals = 2;

/** An accepted reply. */
interface Sent {
  /** The index of its body. */
  readonly at: number;
  readonly body: unknown;
  readonly via: Via;
}

export class Replies {
  readonly #context: RunContext;
  readonly #id: string;
  readonly #isAsking: () => Promise<boolean>;
  /** Accepted replies to the current question. */
  #accepted = 0;
  #repliedAt = 0;
  /** The index of the message body to send next. */
  #next = 0;
  /** The last accepted reply to the current question. */
  #last: Sent | undefined;
  #mayRepeat = false;
  #isAgain = false;
  /** The number of accepted replies to all questions. */
  count = 0;
  /** Whether the question stays open because each reply was refused. */
  areRefused = false;

  /** @param isAsking polls the job, and says whether it asks */
  constructor(context: RunContext, id: string, isAsking: () => Promise<boolean>) {
    this.#context = context;
    this.#id = id;
    this.#isAsking = isAsking;
  }

  /** Begins with another question. */
  begin(): void {
    this.#accepted = 0;
    this.#last = undefined;
    this.#isAgain = false;
    this.#mayRepeat = false;
    this.#next = this.#context.messageBody;
  }

  /** The next reply is the last one once more, so that no chance explains that it has no effect. Then it has another body. */
  tryAgain(): void {
    this.#isAgain = this.#mayRepeat;
    this.#mayRepeat = false;
    if (!this.#isAgain) this.#next++;
  }

  /** Whether the question got as many replies as a question gets. */
  get areEnough(): boolean {
    return this.#accepted >= maxAccepted;
  }

  /** Whether a replica may not show the effect of the last accepted reply yet. */
  get isFresh(): boolean {
    return this.#context.session.now() - this.#repliedAt <= this.#context.session.settings.settle;
  }

  /** Whether the last accepted reply may still have an effect. */
  get isRecent(): boolean {
    return this.#context.session.now() - this.#repliedAt < patience;
  }

  /** The body that the service has accepted, or the likeliest one. */
  body(text = replyText): unknown {
    const bodies = this.#bodies(text);
    return bodies[this.#context.messageBody] ?? bodies[0];
  }

  #bodies(text = replyText): readonly unknown[] {
    return messageBodies(this.#context.session.settings, text);
  }

  /** @returns whether the service accepts it */
  async sendOnce(): Promise<boolean> {
    const call = await this.#context.session.call({
      operation: 'sendGenerationMessage',
      id: this.#id,
      body: this.body(),
      ...(this.#context.repliedVia && { via: otherVia(this.#context.repliedVia) }),
    });
    return call.ok;
  }

  /** The indexes of the bodies to try. A service that refuses another body has read the accepted one. */
  #order(length: number): readonly number[] {
    const first = this.#accepted > 0 ? [this.#next % length, this.#context.messageBody] : [];
    return [...new Set([...first, ...Array.from({ length }, (_, tries) => (this.#next + tries) % length)])];
  }

  /**
   * Sends a reply. Sends it again with the other header if the key is refused, or if the response is lost.
   * @returns `undefined` if the job no longer asks
   */
  async #sendBody(body: unknown): Promise<Call | undefined> {
    const { session, repliedVia } = this.#context;
    // Each accepted reply uses the other header, and so does each one to the same question.
    const via = (this.#last?.via ?? repliedVia) === 'bearer' ? 'x-api-key' : 'bearer';
    const spec = { operation: 'sendGenerationMessage', id: this.#id, body } as const;
    const call = await session.call({ ...spec, via });
    if (!isKeyRefusal(call) && !isLost(call)) return call;
    if (!(await this.#isAsking())) return undefined;
    return session.call({ ...spec, via: isLost(call) ? via : otherVia(via) });
  }

  /** The first reply to a question, once the plain text has moved another job. */
  #richBody(): readonly { readonly at: number; readonly body: unknown }[] {
    const at = this.#context.messageBody;
    const isToSend = this.#accepted === 0 && this.#context.repliedVias.size > 0;
    // Before another job was replied to, the body may be one that the service cannot read.
    this.#mayRepeat ||= isToSend;
    return isToSend ? [{ at, body: this.#bodies(richText)[at] }] : [];
  }

  /** @returns whether the last reply was sent again, and accepted */
  async #sendAgain(): Promise<boolean> {
    if (!this.#isAgain || !this.#last) return false;
    this.#isAgain = false;
    const { body, via } = this.#last;
    const call = await this.#context.session.call({
      operation: 'sendGenerationMessage',
      id: this.#id,
      body,
      via,
    });
    if (call.ok) this.#noteAccepted(this.#last);
    return call.ok;
  }

  #noteAccepted(sent: Sent): void {
    this.#last = sent;
    this.#context.repliedVia = sent.via;
    this.#context.repliedVias.add(sent.via);
    this.#next = sent.at;
    this.#context.messageBody = sent.at;
    this.#accepted++;
    this.count++;
    this.#repliedAt = this.#context.session.now();
  }

  /** Tries bodies until the service accepts one, or until the job asks nothing more. */
  async send(): Promise<boolean> {
    const { session } = this.#context;
    if (await this.#sendAgain()) return true;
    const bodies = this.#bodies();
    const refusals: string[] = [];
    let refused = 0;
    // No body was accepted for another question.
    const most = this.#context.areRepliesBroken ? 1 : bodies.length;
    const plain = this.#order(bodies.length)
      .slice(0, most)
      .map((at) => ({ at, body: bodies[at] }));
    for (const { at, body } of [...this.#richBody(), ...plain]) {
      if (refused >= maxRefusals) break;
      const call = await this.#sendBody(body);
      if (!call) return true;
      if (call.ok) {
        this.#context.areRepliesBroken = false;
        this.#noteAccepted({ at, body, via: call.by.via === 'bearer' ? 'bearer' : 'x-api-key' });
        return true;
      }
      refusals.push(statusText(call));
      // A reply may have an effect although it gets a server error.
      if (call.status === 500 && !(await this.#isAsking())) return true;
      if (isBodyRefusal(call) && call.status !== 404) continue;
      // The job may have gone on, such as after a timeout of its own. Otherwise it refuses the reply to its own question.
      refused++;
      if (!(await this.#isAsking())) return true;
    }
    this.#context.areRepliesBroken ||= refusals.length === bodies.length;
    session.note(`the target accepted no reply (${refusals.join(', ')}); use --reply-body to set the body`);
    await poll(this.#context, this.#id);
    this.areRefused = true;
    return false;
  }
}
