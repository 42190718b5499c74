/**
 * A mock server and its clients in virtual time. When all clients wait, virtual time advances to the next timer. There is no real wait, and the journal has every exchange as with any transport.
 */
import { Deckhand, DEVELOPMENT_KEYS, type DeckhandOptions } from '../../src/app/deckhand.js';
import { basePath } from '../../src/generated/routes.js';
import { bodyFromText } from '../../src/journal/body.js';
import type { Exchange, HeaderPairs, WireFailure } from '../../src/journal/exchange.js';
import type { ApiResponse } from '../../src/service/response.js';
import { runControlOperation } from '../../src/service/control/control-operations.js';
import type { ControlOperationId } from '../../src/generated/control-routes.js';
import type { ResultOf } from '../service/control/control-operation-types.js';
import { createVirtualClock } from './virtual-clock.js';

/** The start time. */
const EPOCH = Date.UTC(2026, 0, 15, 9, 30);
/** Of every response. */
const LATENCY_MS = 40;

export interface SimulatedResponse {
  /** 0 when no response came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- a client believes what it is told
}

export interface SimulatedRequest {
  readonly method?: string;
  /** Below the base path, or an absolute URL. */
  readonly path: string;
  readonly headers?: HeaderPairs;
  readonly body?: string;
  readonly page?: string;
  readonly connection?: string;
  /** The client aborts after this number of milliseconds. */
  readonly timeout?: number;
}

export class ClientSimulation {
  readonly deckhand: Deckhand;
  /** In the order in which they ended. */
  readonly exchanges: Exchange[] = [];
  readonly #clock = createVirtualClock(EPOCH);
  #requests = 0;
  #connections = 0;

  constructor(options: DeckhandOptions = {}) {
    this.deckhand = new Deckhand(options);
    Object.assign(this.deckhand.control, { realNow: () => this.now });
  }

  get now(): number {
    return this.#clock.now();
  }

  openConnection(): string {
    this.#connections += 1;
    return `connection_${this.#connections}`;
  }

  readonly sleep = (milliseconds: number): Promise<void> => this.#clock.sleep(milliseconds);

  /** Runs clients until the last of them is done. */
  run(...clients: readonly Promise<unknown>[]): Promise<void> {
    return this.#clock.run(Promise.all(clients));
  }

  /** Runs a control operation in ws_dev. */
  control<Id extends ControlOperationId>(
    id: Id,
    body?: unknown,
    params: Record<string, string> = {},
  ): Promise<ResultOf<Id>> {
    const sent = { params: { workspace: 'ws_dev', ...params }, query: {}, body };
    return this.#clock.during(
      Promise.resolve(runControlOperation(this.deckhand.control, id, sent) as ResultOf<Id>),
    );
  }

  async send({
    method = 'GET',
    path,
    headers = [],
    body,
    page,
    connection,
    timeout = Infinity,
  }: SimulatedRequest): Promise<SimulatedResponse> {
    const { service } = this.deckhand;
    const url = path.startsWith('http') ? path : `https://decks.example${basePath}${path}`;
    const { pathname } = new URL(url);
    const response = service.respond({
      method,
      path: pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '',
      header: (name) => headers.find(([one]) => one.toLowerCase() === name)?.[1],
      body,
      requestId: `request-${(this.#requests += 1)}`,
      receivedAt: this.now,
    });
    const failure = await this.#deliver(response, timeout);
    const hasResponse = failure === undefined || failure === 'truncated';
    const half = response.body.slice(0, response.body.length / 2);
    const text = failure === undefined ? response.body : half;
    const raw = service.record(
      {
        endedAt: this.now,
        method,
        url,
        requestHeaders: headers.flat(),
        requestBody: body === undefined ? undefined : bodyFromText(body),
        responseHeaders: hasResponse ? Object.entries(response.headers).flat() : undefined,
        responseBody: hasResponse && response.body !== '' ? bodyFromText(text) : undefined,
        failure,
      },
      response,
    );
    const exchange = raw.toExchange();
    this.exchanges.push({
      ...exchange,
      ...(page !== undefined && { pageref: page }),
      ...(connection !== undefined && { connection }),
    });
    return failure === undefined
      ? { status: response.status, headers: response.headers, body: parsed(response.body) }
      : { status: 0, headers: {}, body: undefined };
  }

  async #deliver({ delivery, metadata }: ApiResponse, timeout: number): Promise<WireFailure | undefined> {
    const clock = this.deckhand.service.workspace(metadata.workspaceId ?? '', this.now).clock;
    const held =
      delivery?.notBefore === undefined || clock.paused ? 0 : Math.max(0, delivery.notBefore - this.now);
    const takes = delivery?.connection === 'timeout' ? Infinity : LATENCY_MS + held;
    await this.sleep(Math.min(takes, timeout));
    if (takes > timeout) return 'aborted';
    if (delivery?.connection === 'reset') return 'reset';
    return delivery?.truncateBody ? 'truncated' : undefined;
  }
}

export const SIMULATION_KEYS = { dev: DEVELOPMENT_KEYS.ws_dev, other: DEVELOPMENT_KEYS.ws_other };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
