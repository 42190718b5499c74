/** Recordings for tests, written as a list of requests with their responses, and a client that repeats them in virtual time. */
import { Deckhand } from '../../src/app/deckhand.js';
import { bodyFromText } from '../../src/journal/body.js';
import type { Exchange, HeaderPairs, WireBody, WireFailure } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { realNow } from '../../src/base/real-time.js';

export const RECORDED_AT = Date.UTC(2026, 0, 15, 9, 30);

/** One recorded exchange. */
export interface RecordedExchangeSpec {
  /** Milliseconds since the first request. */
  readonly at: number;
  /** `POST /presentations/generate` */
  readonly request: string;
  readonly sent?: unknown;
  readonly sentHeaders?: HeaderPairs;
  readonly key?: string | null;
  /** 0 for no response. */
  readonly status: number;
  readonly reason?: string;
  readonly headers?: HeaderPairs;
  /** A JSON value. */
  readonly body?: unknown;
  readonly wire?: WireBody;
  readonly failure?: WireFailure;
  /** Milliseconds to the first byte and to the last one. */
  readonly wait?: number;
  readonly took?: number;
}

export function exchangesOf(recorded: readonly RecordedExchangeSpec[]): readonly Exchange[] {
  return recorded.map((one, index): Exchange => {
    const [method = '', path = ''] = one.request.split(' ');
    const startedAt = RECORDED_AT + one.at;
    const json = one.body === undefined ? undefined : bodyFromText(JSON.stringify(one.body));
    const body = one.wire ?? json;
    const key = one.key === undefined ? 'recorded-key' : one.key;
    return {
      sequence: index + 1,
      startedAt,
      ...(one.status > 0 && { firstByteAt: startedAt + (one.wait ?? 0) }),
      endedAt: startedAt + (one.took ?? one.wait ?? 0),
      request: {
        method,
        url: `https://staging.example.com/api/v1${path}`,
        headers: [
          ...(key === null ? [] : [['x-api-key', key] as const]),
          ...(one.sent === undefined ? [] : [['content-type', 'application/json'] as const]),
          ...(one.sentHeaders ?? []),
        ],
        ...(one.sent !== undefined && { body: bodyFromText(JSON.stringify(one.sent)) }),
      },
      ...(one.status > 0 && {
        response: {
          status: one.status,
          ...(one.reason !== undefined && { statusText: one.reason }),
          headers: one.headers ?? [['Content-Type', 'application/json']],
          ...(body && { body }),
        },
      }),
      ...(one.failure && { failure: one.failure }),
    };
  });
}

export const recordingToHar = (recorded: readonly RecordedExchangeSpec[]): object =>
  toHar(exchangesOf(recorded), { name: 'test', version: '1' });

const poll = (id: string): string => `GET /presentations/generate/${id}/status`;

export const start = (
  at: number,
  id: string,
  prompt = 'A pitch',
  more: Partial<RecordedExchangeSpec> = {},
): RecordedExchangeSpec => ({
  at,
  request: 'POST /presentations/generate',
  sent: { prompt },
  status: 202,
  body: { generation_id: id, status: 'generating', poll_url: `/api/v1/presentations/generate/${id}/status` },
  ...more,
});

export const view = (
  at: number,
  id: string,
  fields: object,
  more: Partial<RecordedExchangeSpec> = {},
): RecordedExchangeSpec => ({
  at,
  request: poll(id),
  status: 200,
  body: { generation_id: id, ...fields },
  ...more,
});

export const working = (at: number, id: string, tokens_used: number): RecordedExchangeSpec =>
  view(at, id, { status: 'generating', tokens_used });

export const asking = (at: number, id: string, message: string): RecordedExchangeSpec =>
  view(at, id, { status: 'awaiting_input', message });

export const completed = (at: number, id: string, deck: string): RecordedExchangeSpec =>
  view(at, id, { status: 'completed', presentation: { id: deck, title: 'A pitch' } });

export const errorResponse = (
  at: number,
  request: string,
  status: number,
  more: Partial<RecordedExchangeSpec> = {},
): RecordedExchangeSpec => ({
  at,
  request,
  status,
  body: { error: `rejected with ${status}` },
  ...more,
});

export const reply = (
  at: number,
  id: string,
  message: string,
  more: Partial<RecordedExchangeSpec> = {},
): RecordedExchangeSpec => ({
  at,
  request: `POST /presentations/generate/${id}/message`,
  sent: { message },
  status: 200,
  body: { accepted: message },
  ...more,
});

/** A response that a client received. */
export interface ReceivedResponse {
  /** 0 if the connection was reset. */
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A client of a replay, on a clock that is paused between its requests. */
export class ReplayClient {
  readonly deckhand: Deckhand;
  readonly #key: string;
  readonly #workspace: string;
  #now = 0;
  #isPaused = false;

  constructor(
    recorded: readonly RecordedExchangeSpec[] | object,
    key = 'deckhand-dev-key',
    workspace = 'ws_dev',
  ) {
    this.deckhand = new Deckhand({
      replay: Array.isArray(recorded) ? recordingToHar(recorded as RecordedExchangeSpec[]) : recorded,
    });
    this.#key = key;
    this.#workspace = workspace;
  }

  /** Another client of the same mock server. */
  withKey(key: string, workspace: string): ReplayClient {
    const client = new ReplayClient(recordingToHar([start(0, 'unused')]), key, workspace);
    Object.assign(client, { deckhand: this.deckhand });
    return client;
  }

  /** @param at milliseconds since the first request */
  async send(
    at: number,
    request: string,
    sent?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ReceivedResponse> {
    const { clock } = this.deckhand.workspace(this.#workspace);
    if (!this.#isPaused) clock.pause();
    this.#isPaused = true;
    if (at > this.#now) clock.advance(at - this.#now);
    this.#now = Math.max(at, this.#now);
    const [method = '', path = ''] = request.split(' ');
    try {
      const response = await this.deckhand.fetch(`http://127.0.0.1:4010/api/v1${path}`, {
        method,
        headers: {
          'x-api-key': this.#key,
          ...(sent !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
        // A recorded timeout ends when the client gives up.
        signal: AbortSignal.timeout(500),
      });
      const text = await response.text().catch(() => '<broken>');
      return { status: response.status, text, headers: response.headers };
    } catch {
      return { status: 0, text: '', headers: new Headers() };
    }
  }

  poll(at: number, id: string): Promise<ReceivedResponse> {
    return this.send(at, poll(id));
  }

  start(at: number, prompt = 'A pitch'): Promise<ReceivedResponse> {
    return this.send(at, 'POST /presentations/generate', { prompt });
  }

  reply(at: number, id: string, message: string): Promise<ReceivedResponse> {
    return this.send(at, `POST /presentations/generate/${id}/message`, { message });
  }

  /** What was not replayed, and which requests are not recorded. */
  summary(): readonly string[] {
    return this.deckhand.service.workspace(this.#workspace, realNow()).replay?.summary() ?? [];
  }
}

/** The value of a field in a JSON response. */
export const field = ({ text }: ReceivedResponse, name: string): unknown =>
  (JSON.parse(text) as Record<string, unknown>)[name];

export const JOB = 'gen_7f3k';
export const DECK = 'pres_7f3k';

/** Polls every 3 s, and completes at 12 s. */
export const completingJob = [
  start(0, JOB),
  working(3000, JOB, 100),
  working(6000, JOB, 200),
  working(9000, JOB, 300),
  completed(12_000, JOB, DECK),
];

export const tokens = (got: ReceivedResponse): unknown => field(got, 'tokens_used');
export const statusOf = (got: ReceivedResponse): unknown => field(got, 'status');

/** The statuses that a client receives which polls at these times. */
export async function statusesSeen(client: ReplayClient, times: readonly number[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const at of times) {
    const got = await client.poll(at, JOB);
    seen.push(got.status === 200 ? (tokens(got) ?? statusOf(got)) : got.status);
  }
  return seen;
}
