/** A mock server in virtual time, with a client of each workspace. It never waits: tests set the time. */
import { Deckhand, DEVELOPMENT_KEYS, type DeckhandOptions } from '../../src/app/deckhand.js';
import type { Scenario } from '../../src/generated/control-api.js';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import type { ApiRequest } from '../../src/service/request.js';
import type { ApiResponse } from '../../src/service/response.js';
import { compileOrThrow } from '../scenario/test-scenarios.js';

/** The start time of every test. */
export const EPOCH = Date.UTC(2026, 0, 15, 9, 30);

export interface ClientResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON; `undefined` without a body. */
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- the expectations of the tests check it
  readonly response: ApiResponse;
}

export class ServiceHarness {
  readonly deckhand: Deckhand;
  readonly dev: HarnessClient;
  readonly other: HarnessClient;
  /** The real time, in milliseconds since 1970. */
  at = EPOCH;

  constructor(options: DeckhandOptions = {}, library?: ScenarioLibrary) {
    this.deckhand = new Deckhand(options, { library });
    Object.assign(this.deckhand.control, { realNow: () => this.at });
    this.dev = this.client(DEVELOPMENT_KEYS.ws_dev);
    this.other = this.client(DEVELOPMENT_KEYS.ws_other);
  }

  /** A mock server with this scenario only. */
  static of(scenario: Scenario, options: DeckhandOptions = {}): ServiceHarness {
    const library = new ScenarioLibrary();
    library.set(compileOrThrow(scenario, 'only'));
    return new ServiceHarness({ scenario: 'only', ...options }, library);
  }

  client(key: string): HarnessClient {
    return new HarnessClient(this, { 'x-api-key': key });
  }

  advanceRealTime(milliseconds: number): void {
    this.at += milliseconds;
  }

  async respond(
    request: Partial<ApiRequest>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse> {
    return this.deckhand.service.respond({
      method: 'GET',
      path: '/templates',
      header: (name) => headers[name],
      body: undefined,
      requestId: 'request-1',
      receivedAt: this.at,
      ...request,
    });
  }
}

export class HarnessClient {
  readonly #harness: ServiceHarness;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(harness: ServiceHarness, headers: Readonly<Record<string, string>>) {
    this.#harness = harness;
    this.#headers = headers;
  }

  /** The same client, with more headers. */
  with(headers: Readonly<Record<string, string>>): HarnessClient {
    return new HarnessClient(this.#harness, { ...this.#headers, ...headers });
  }

  async send(method: string, path: string, body?: unknown): Promise<ClientResponse> {
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...this.#headers };
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    const response = await this.#harness.respond({ method, path, body: text }, headers);
    return {
      status: response.status,
      headers: response.headers,
      body: parse(response.body),
      response,
    };
  }

  templates = (): Promise<ClientResponse> => this.send('GET', '/templates');
  create = (body: unknown): Promise<ClientResponse> => this.send('POST', '/presentations', body);
  fetch = (id: string): Promise<ClientResponse> => this.send('GET', `/presentations/${id}`);
  rename = (id: string, title: string): Promise<ClientResponse> =>
    this.send('PATCH', `/presentations/${id}`, { title });
  start = (prompt: string, more: object = {}): Promise<ClientResponse> =>
    this.send('POST', '/presentations/generate', { prompt, ...more });
  poll = (id: string): Promise<ClientResponse> => this.send('GET', `/presentations/generate/${id}/status`);
  reply = (id: string, message = 'People who decide.'): Promise<ClientResponse> =>
    this.send('POST', `/presentations/generate/${id}/message`, { message });

  /** Starts a job and expects success. @returns its id */
  async job(prompt = 'A lesson about tides', more: object = {}): Promise<string> {
    const { status, body } = await this.start(prompt, more);
    if (status !== 202) throw new Error(`The job was not started: ${status} ${JSON.stringify(body)}`);
    return body.generation_id;
  }
}

/** The body as JSON; as text, when a scenario broke it. */
export function parse(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
