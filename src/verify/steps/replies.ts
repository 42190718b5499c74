/** Sends the replies of one job: finds the body that the service accepts, and the header of the key. Sections 3, 4.6 and 5.1. */
import { formatStatus } from '../../judge/model/format-result.js';
import type { Call } from '../../judge/model/call.js';
import { isBodyRefusal, isKeyRefusal, isLost, messageBodies } from '../request-bodies.js';
import type { RunState } from '../run-state.js';
import { otherKeyHeader, type KeyHeader } from '../api-keys.js';
import { poll } from '../senders.js';

const PLAIN_TEXT = 'City officials who plan public transport.';
/** Long, with quotes and letters beyond ASCII. The second question gets it first, if another one has got a reply. */
const RICH_TEXT = `City officials – "Häfen" & 港 \u{1F6A2} – who plan public transport. ${'They know ships, ports and batteries well. '.repeat(6).trim()}`;
const TEXT_OF_OTHER = '[deckhand check] a reply of the other workspace';
/** Accepted replies to one question. The service may accept a body that it cannot read, so each has another body. */
const MAX_ACCEPTED = 3;
/** Ms for which a question is watched after the last accepted reply. */
const PATIENCE = 12_000;
/** Refusals of one question that are not about the body. */
const MAX_REFUSALS = 2;

interface Attempt {
  /** The index of the body. */
  readonly at: number;
  readonly body: unknown;
  /** Of an accepted reply. Default: the other header than the last one. */
  readonly via?: KeyHeader;
}

export class Replies {
  readonly #run: RunState;
  readonly #id: string;
  readonly #by: 'key' | 'other';
  /** Accepted replies to the current question. */
  #accepted = 0;
  #repliedAt = 0;
  /** The index of the message body to send next. */
  #next = 0;
  /** The last accepted reply to the current question, and whether it is sent once more. */
  #last: Attempt | undefined;
  #mayRepeat = false;
  #isAgain = false;
  /** The number of accepted replies to all questions. */
  count = 0;
  /** Whether the question stays open because each reply was refused. */
  areRefused = false;

  constructor(run: RunState, id: string, by: 'key' | 'other') {
    this.#run = run;
    this.#id = id;
    this.#by = by;
  }

  /** Begins with another question. */
  begin(): void {
    this.#accepted = 0;
    this.#last = undefined;
    this.#mayRepeat = false;
    this.#isAgain = false;
    this.#next = this.#run.messageBody;
  }

  /** The next reply is the last one once more, so that no chance explains that it has no effect. Then it has another body. */
  tryAgain(): void {
    this.#isAgain = this.#mayRepeat;
    this.#mayRepeat = false;
    if (!this.#isAgain) this.#next++;
  }

  /** Whether the question got as many replies as a question gets. */
  get areEnough(): boolean {
    return this.#accepted >= MAX_ACCEPTED;
  }

  /** Whether a replica may not show the effect of the last accepted reply yet. */
  get isFresh(): boolean {
    return this.#run.session.now() - this.#repliedAt <= this.#run.session.settings.consistencyWindow;
  }

  /** Whether the last accepted reply may still have an effect. */
  get isRecent(): boolean {
    return this.#run.session.now() - this.#repliedAt < PATIENCE;
  }

  /** The body that the service has accepted, or the likeliest one. */
  body(text = PLAIN_TEXT): unknown {
    const bodies = this.#bodies(text);
    return bodies[this.#run.messageBody] ?? bodies[0];
  }

  #bodies(text = PLAIN_TEXT): readonly unknown[] {
    return messageBodies(this.#run.session.settings, text);
  }

  /** @returns whether the service accepts it */
  async sendOnce(): Promise<boolean> {
    const { repliedVia } = this.#run;
    return (await this.#call(this.body(), repliedVia && otherKeyHeader(repliedVia))).isSuccess;
  }

  #call(body: unknown, via?: KeyHeader): Promise<Call> {
    return this.#run.session.call({
      ...{ operation: 'sendGenerationMessage', id: this.#id, by: this.#by, body },
      ...(via && { via }),
    });
  }

  async #isAsking(): Promise<boolean> {
    return (await poll(this.#run, this.#id, false, this.#by)).status === 'awaiting_input';
  }

  /**
   * Replies to a question until the service accepts a body, or until the job asks nothing more.
   * @returns whether it is worth to follow the job
   */
  async send(): Promise<boolean> {
    if (this.#by === 'other') return this.#sendAsOther();
    const run = this.#run;
    const refusals: string[] = [];
    let refused = 0;
    for (const { at, body, via } of this.#attempts()) {
      if (refused >= MAX_REFUSALS) break;
      const call = await this.#sendBody(body, via);
      if (!call) return true;
      if (call.isSuccess) {
        run.areRepliesBroken = false;
        this.#noteAccepted(at, body, call.credential.header === 'bearer' ? 'bearer' : 'x-api-key');
        return true;
      }
      refusals.push(formatStatus(call));
      // A reply may have an effect although it gets a server error.
      if (call.status === 500 && !(await this.#isAsking())) return true;
      if (isBodyRefusal(call) && call.status !== 404) continue;
      // The job may have gone on, such as after a timeout of its own. Otherwise it refuses the reply to its own question.
      refused++;
      if (!(await this.#isAsking())) return true;
    }
    run.areRepliesBroken ||= refusals.length === this.#bodies().length;
    run.session.note(
      `the target accepted no reply (${refusals.join(', ')}); use --reply-body to set the body`,
    );
    await poll(run, this.#id);
    this.areRefused = true;
    return false;
  }

  /** The first key finds out which body the service accepts. */
  async #sendAsOther(): Promise<boolean> {
    const { isSuccess } = await this.#call(this.body(TEXT_OF_OTHER));
    if (isSuccess) this.#count();
    else await this.#isAsking();
    return isSuccess;
  }

  /** The bodies in the order to try them. A service that refuses another body has read the accepted one. */
  #attempts(): readonly Attempt[] {
    const { messageBody, areRepliesBroken, repliedVias } = this.#run;
    const bodies = this.#bodies();
    const inTurn = bodies.map((_, tries) => (this.#next + tries) % bodies.length);
    const known = this.#accepted > 0 ? [this.#next % bodies.length, messageBody] : [];
    // No body was accepted for another question.
    const most = areRepliesBroken ? 1 : bodies.length;
    const plain = [...new Set([...known, ...inTurn])].slice(0, most).map((at) => ({ at, body: bodies[at] }));
    // The first reply to a question, once the plain text has moved another job: before, the service may not read the body.
    if (this.#isAgain && this.#last) return [this.#last, ...plain];
    if (this.#accepted > 0 || repliedVias.size === 0) return plain;
    this.#mayRepeat = true;
    return [{ at: messageBody, body: this.#bodies(RICH_TEXT)[messageBody] }, ...plain];
  }

  /**
   * Sends a reply. Sends it again with the other header if the key is refused, or if the response is lost.
   * @returns `undefined` if the job no longer asks
   */
  async #sendBody(body: unknown, known: KeyHeader | undefined): Promise<Call | undefined> {
    // Each accepted reply uses the other header, and so does each one to the same question.
    const via = known ?? otherKeyHeader(this.#last?.via ?? this.#run.repliedVia ?? 'x-api-key');
    const call = await this.#call(body, via);
    if (!isKeyRefusal(call) && !isLost(call)) return call;
    if (!(await this.#isAsking())) return undefined;
    return this.#call(body, isLost(call) ? via : otherKeyHeader(via));
  }

  #noteAccepted(at: number, body: unknown, via: KeyHeader): void {
    const run = this.#run;
    this.#last = { at, body, via };
    this.#isAgain = false;
    run.repliedVia = via;
    run.repliedVias.add(via);
    this.#next = at;
    run.messageBody = at;
    this.#count();
  }

  #count(): void {
    this.#accepted++;
    this.count++;
    this.#repliedAt = this.#run.session.now();
  }
}
