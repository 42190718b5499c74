/**
 * A stand-in and its clients in virtual time. Clients are ordinary asynchronous functions; whenever all of them wait, time goes
 * on to the first that is woken. Nothing waits in real time, and every exchange is in the journal as any transport enters it.
 */
import { Deckhand, DEVELOPMENT_KEYS, type DeckhandOptions } from '../../src/adapters/deckhand.js';
import { basePath } from '../../src/generated/routes.js';
import { bodyOfText } from '../../src/journal/body.js';
import type { Exchange, HeaderPairs, WireFailure } from '../../src/journal/exchange.js';
import type { Answer } from '../../src/service/api.js';
import { runVerb } from '../../src/service/control/run.js';
import type { ReplyOf, VerbId } from '../../src/service/control/types.js';
import { clockOf } from './world-clock.js';

/** When everything begins. */
const EPOCH = Date.UTC(2026, 0, 15, 9, 30);
/** Ms that every answer takes on the way. */
const TRAVEL = 40;

export interface Reply {
  /** 0 when no answer came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- a client believes what it is told
}

export interface Question {
  readonly method?: string;
  /** Below the base path, or a whole address. */
  readonly path: string;
  readonly headers?: HeaderPairs;
  readonly body?: string;
  readonly page?: string;
  /** The client lets go of it after so many ms. */
  readonly patience?: number;
}

export class World {
  readonly deckhand: Deckhand;
  /** In the order in which they were over. */
  readonly exchanges: Exchange[] = [];
  readonly #clock = clockOf(EPOCH);
  #requests = 0;

  constructor(options: DeckhandOptions = {}) {
    this.deckhand = new Deckhand(options);
  }

  get now(): number {
    return this.#clock.now();
  }

  readonly sleep = (milliseconds: number): Promise<void> => this.#clock.sleep(milliseconds);

  /** Has clients live until the last of them is done. */
  run(...clients: readonly Promise<unknown>[]): Promise<void> {
    return this.#clock.run(Promise.all(clients));
  }

  /** Steers the stand-in, in ws_dev. */
  steer<Id extends VerbId>(
    id: Id,
    body?: unknown,
    params: Record<string, string> = {},
  ): Promise<ReplyOf<Id>> {
    const call = { params: { workspace: 'ws_dev', ...params }, query: {}, body, real: this.now };
    return runVerb(this.deckhand.control, id, call);
  }

  async ask({
    method = 'GET',
    path,
    headers = [],
    body,
    page,
    patience = Infinity,
  }: Question): Promise<Reply> {
    const { service } = this.deckhand;
    const url = path.startsWith('http') ? path : `https://decks.example${basePath}${path}`;
    const { pathname } = new URL(url);
    const answer = await service.answer({
      method,
      path: pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '',
      header: (name) => headers.find(([one]) => one.toLowerCase() === name)?.[1],
      body,
      requestId: `request-${(this.#requests += 1)}`,
      at: this.now,
    });
    const failure = await this.#travel(answer, patience);
    const request = { method, url, headers, ...(body !== undefined && { body: bodyOfText(body) }) };
    const hasAnswer = failure === undefined || failure === 'truncated';
    const half = answer.body.slice(0, answer.body.length / 2);
    const response = {
      status: answer.status,
      headers: Object.entries(answer.headers),
      ...(answer.body !== '' && { body: bodyOfText(failure === undefined ? answer.body : half) }),
    };
    const exchange = service.record(
      { endedAt: this.now, request, ...(hasAnswer && { response }), ...(failure && { failure }) },
      answer,
    );
    this.exchanges.push(page === undefined ? exchange : { ...exchange, page });
    return failure === undefined
      ? { status: answer.status, headers: answer.headers, body: parsed(answer.body) }
      : { status: 0, headers: {}, body: undefined };
  }

  async #travel({ delivery, notes }: Answer, patience: number): Promise<WireFailure | undefined> {
    const clock = this.deckhand.service.workspace(notes.workspaceId ?? '', this.now).clock;
    const held =
      delivery?.holdUntil === undefined || clock.paused ? 0 : Math.max(0, delivery.holdUntil - this.now);
    const takes = delivery?.connection === 'stall' ? Infinity : TRAVEL + held;
    await this.sleep(Math.min(takes, patience));
    if (takes > patience) return 'aborted';
    if (delivery?.connection === 'reset') return 'reset';
    return delivery?.truncate ? 'truncated' : undefined;
  }
}

export const KEYS = { dev: DEVELOPMENT_KEYS.ws_dev, other: DEVELOPMENT_KEYS.ws_other };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
