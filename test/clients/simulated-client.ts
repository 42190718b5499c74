/** A client: one tab, or one program on one connection, with its key and its name. It sleeps, and sends the documented requests. */
import type { HeaderPairs } from '../../src/journal/exchange.js';
import {
  SIMULATION_KEYS,
  type SimulatedRequest,
  type SimulatedResponse,
  type ClientSimulation,
} from './simulation.js';

export interface SimulatedClientOptions {
  readonly agent?: string;
  readonly key?: string;
  /** The name of the header for the key. */
  readonly via?: 'authorization' | 'x-api-key';
  /** The page in a HAR file. */
  readonly page?: string;
}

/** The name of a browser, which recordings do not assign to one tab without a page. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const JSON_TYPE: HeaderPairs = [['Content-Type', 'application/json']];

export class SimulatedClient {
  readonly simulation: ClientSimulation;
  readonly #options: SimulatedClientOptions;
  readonly #connection: string;

  constructor(simulation: ClientSimulation, options: SimulatedClientOptions = {}) {
    this.simulation = simulation;
    this.#options = options;
    this.#connection = simulation.openConnection();
  }

  get keyHeaders(): HeaderPairs {
    const { key = SIMULATION_KEYS.dev, via = 'authorization' } = this.#options;
    return [via === 'authorization' ? ['Authorization', `Bearer ${key}`] : ['X-API-Key', key]];
  }

  readonly sleep = (milliseconds: number): Promise<void> => this.simulation.sleep(milliseconds);

  /** Sends a request with the given parts and its name only. */
  plainly({ headers = [], ...question }: SimulatedRequest): Promise<SimulatedResponse> {
    const { agent = 'deck-client/1.0', page } = this.#options;
    return this.simulation.send({
      ...question,
      headers: [['User-Agent', agent], ...headers],
      connection: this.#connection,
      ...(page !== undefined && { page }),
    });
  }

  get(path: string, more: Partial<SimulatedRequest> = {}): Promise<SimulatedResponse> {
    return this.plainly({ path, ...more, headers: [...this.keyHeaders, ...(more.headers ?? [])] });
  }

  send(method: string, path: string, body: unknown): Promise<SimulatedResponse> {
    return this.plainly({
      method,
      path,
      headers: [...this.keyHeaders, ...JSON_TYPE],
      body: JSON.stringify(body),
    });
  }

  templates(): Promise<SimulatedResponse> {
    return this.get('/templates');
  }

  start(body: object = { prompt: 'Harbour taxis' }): Promise<SimulatedResponse> {
    return this.send('POST', '/presentations/generate', body);
  }

  /** Starts a job. @returns its id */
  async job(body?: object): Promise<string> {
    return String((await this.start(body)).body.generation_id);
  }

  poll(id: string): Promise<SimulatedResponse> {
    return this.get(`/presentations/generate/${id}/status`);
  }

  reply(id: string, body: object = { message: 'Users who decide.' }): Promise<SimulatedResponse> {
    return this.send('POST', `/presentations/generate/${id}/message`, body);
  }

  /** Polls a number of times, with the same wait before each. */
  async polls(id: string, times: number, wait: number): Promise<SimulatedResponse> {
    let reply: SimulatedResponse = { status: 0, headers: {}, body: undefined };
    for (let poll = 0; poll < times; poll += 1) {
      await this.sleep(wait);
      reply = await this.poll(id);
    }
    return reply;
  }

  /** Polls like a conforming client until the job has this status or has ended; sends no replies. */
  async until(id: string, status: string, wait = 3000): Promise<SimulatedResponse> {
    for (;;) {
      const reply = await this.poll(id);
      if ([status, 'completed', 'failed'].includes(String(reply.body?.status))) return reply;
      await this.sleep(wait);
    }
  }
}
