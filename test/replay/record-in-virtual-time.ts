/** Records the exchanges of clients with Deckhand in virtual time. */
import { Deckhand, DEVELOPMENT_KEYS } from '../../src/app/deckhand.js';
import { playRequest } from './send-in-virtual-time.js';
import type { Scenario } from '../../src/generated/control-api.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { EPOCH } from '../service/service-harness.js';
import { compileOrThrow } from '../scenario/test-scenarios.js';

export const KEYS = { dev: DEVELOPMENT_KEYS.ws_dev, other: DEVELOPMENT_KEYS.ws_other } as const;
export type KeyName = keyof typeof KEYS;

export class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly #deckhand: Deckhand;
  /** In milliseconds since 1970. */
  at = EPOCH;

  constructor(scenario: Scenario, seed = 1) {
    const library = new ScenarioLibrary();
    library.set(compileOrThrow(scenario, 'recorded'));
    this.#deckhand = new Deckhand({ scenario: 'recorded', seed }, { library });
  }

  send(key: KeyName, method: string, path: string, body?: unknown, timeoutMs = 5000): Exchange {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const exchange = playRequest(this.#deckhand.service, {
      at: this.at,
      method,
      path,
      headers: {
        'x-api-key': KEYS[key],
        ...(text !== undefined && { 'content-type': 'application/json' }),
      },
      body: text,
      timeoutMs,
    });
    this.exchanges.push(exchange);
    return exchange;
  }

  /** Returns the id of the job; undefined if it did not start. */
  start(key: KeyName): string | undefined {
    const exchange = this.send(key, 'POST', '/presentations/generate', { prompt: 'Harbour taxis' });
    return exchange.metadata?.generationId;
  }

  poll = (key: KeyName, id: string): Exchange =>
    this.send(key, 'GET', `/presentations/generate/${id}/status`);

  reply = (key: KeyName, id: string): Exchange =>
    this.send(key, 'POST', `/presentations/generate/${id}/message`, { message: 'People who decide.' });
}
