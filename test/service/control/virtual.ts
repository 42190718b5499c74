/** A stand-in in virtual time, driven through the control verbs and asked through the API. Nothing waits. */
import { Deckhand, DEVELOPMENT_KEYS, type DeckhandOptions } from '../../../src/adapters/deckhand.js';
import { runVerb } from '../../../src/service/control/run.js';
import type { ReplyOf, VerbId } from '../../../src/service/control/types.js';
import { UserError } from '../../../src/user-error.js';

export const EPOCH = Date.UTC(2026, 0, 15, 9, 30);

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON, or as text where it is none. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- what is then expected is the check
  readonly delivery: unknown;
}

export class Virtual {
  readonly deckhand: Deckhand;
  /** The real time, in milliseconds since 1970. */
  at = EPOCH;

  constructor(options: DeckhandOptions = {}) {
    this.deckhand = new Deckhand(options);
  }

  pass(milliseconds: number): void {
    this.at += milliseconds;
  }

  /** Runs a verb, in ws_dev unless the parameters say otherwise. */
  run<Id extends VerbId>(
    id: Id,
    params: Readonly<Record<string, string>> = {},
    body?: unknown,
    query: unknown = {},
  ): Promise<ReplyOf<Id>> {
    const call = { params: { workspace: 'ws_dev', ...params }, query, body, real: this.at };
    return runVerb(this.deckhand.control, id, call);
  }

  /** The code and the pointers of a verb's refusal. */
  async refusal(...args: Parameters<Virtual['run']>): Promise<string> {
    try {
      await this.run(...args);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [error.code, ...error.faults.map(({ pointer }) => pointer)].join(' ');
    }
    return 'done';
  }

  async api(
    method: string,
    path: string,
    body?: unknown,
    key: string = DEVELOPMENT_KEYS.ws_dev,
  ): Promise<Reply> {
    const { answer, record } = await this.#ask(method, path, body, key);
    record();
    const { delivery } = answer;
    return { status: answer.status, headers: answer.headers, body: parse(answer.body), delivery };
  }

  /** Asks, and has the answer stay where it is until the returned function is called. */
  async hold(method: string, path: string, key: string = DEVELOPMENT_KEYS.ws_dev): Promise<() => void> {
    return (await this.#ask(method, path, undefined, key)).record;
  }

  async #ask(method: string, path: string, body: unknown, key: string) {
    const sent: Record<string, string> = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await this.deckhand.service.answer({
      method,
      path,
      header: (name) => sent[name],
      body: body === undefined ? undefined : JSON.stringify(body),
      requestId: 'request-1',
      at: this.at,
    });
    const response = { status: answer.status, headers: Object.entries(answer.headers) };
    const request = { method, url: path, headers: Object.entries(sent) };
    const record = (): void =>
      void this.deckhand.service.record({ endedAt: this.at, request, response }, answer);
    return { answer, record };
  }

  async job(prompt = 'A lesson about tides', key?: string): Promise<string> {
    const { status, body } = await this.api('POST', '/presentations/generate', { prompt }, key);
    if (status !== 202) throw new Error(`The job was not started: ${status}`);
    return body.generation_id;
  }

  async poll(id: string): Promise<Reply['body']> {
    return (await this.api('GET', `/presentations/generate/${id}/status`)).body;
  }

  reply(id: string): Promise<Reply> {
    return this.api('POST', `/presentations/generate/${id}/message`, { message: 'People who decide.' });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
