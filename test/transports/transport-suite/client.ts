/** A client with the development key, and access to the clock, the scenario and the journal of its workspace. */
import { expect } from 'vitest';
import type { Deckhand } from '../../../src/app/deckhand.js';
import { validate } from '../../../src/generated/validate-full.js';
import type {
  Transport,
  TransportResponse,
  TransportRequest,
  TransportWorkspace,
} from '../transport-types.js';
import { realNow } from '../../../src/base/real-time.js';

export const API = '/api/v1';
export const KEY = 'deckhand-dev-key';

interface ClientRequest extends TransportRequest {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** `null` for none. */
  readonly key?: string | null;
}

export class Client {
  readonly transport: Transport;
  readonly workspace: TransportWorkspace;

  constructor(transport: Transport) {
    this.transport = transport;
    this.workspace = transport.deckhand.workspace('ws_dev');
  }

  /** The workspace's clock is paused from here on: tests advance it. */
  static async open(transport: Transport): Promise<Client> {
    const client = new Client(transport);
    await client.workspace.clock.pause();
    return client;
  }

  /**
   * @param path below the API's base path, or absolute as in responses
   */
  send(method: string, path: string, request: ClientRequest = {}): Promise<TransportResponse> {
    const { json, key = KEY, headers, ...rest } = request;
    return this.transport.request(method, path.startsWith(API) ? path : API + path, {
      ...rest,
      ...(json !== undefined && { body: JSON.stringify(json) }),
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...((json !== undefined || rest.body !== undefined) && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  }

  get(path: string, request?: ClientRequest): Promise<TransportResponse> {
    return this.send('GET', path, request);
  }

  post(path: string, json: unknown, request?: ClientRequest): Promise<TransportResponse> {
    return this.send('POST', path, { json, ...request });
  }

  /** Starts a job and returns its poll_url. */
  async start(prompt = 'A pitch for electric harbour taxis', request?: ClientRequest): Promise<string> {
    const response = await this.post('/presentations/generate', { prompt }, request);
    expect(response.status).toBe(202);
    return response.json().poll_url;
  }

  async view(pollUrl: string) {
    const response = await this.get(pollUrl);
    expect(response.status).toBe(200);
    expect(validate('JobView', response.json())).toEqual([]);
    return response.json();
  }

  /** Resolves when the next response starts to wait for the clock. */
  nextPendingResponse(): Promise<void> {
    return new Promise((resolve) => {
      for (const { service } of this.transport.stateOwners ?? [this.transport.deckhand as Deckhand]) {
        const state = service.workspace('ws_dev', realNow());
        const onClockSet = state.onClockChange.bind(state);
        state.onClockChange = (listener) => {
          state.onClockChange = onClockSet;
          resolve();
          return onClockSet(listener);
        };
      }
    });
  }
}

/** Whether a promise is still pending after all due work. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  // Each turn does the work that the one before made due, also that of sockets.
  const turns = async (): Promise<string> => {
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    return 'pending';
  };
  return (await Promise.race([promise, turns()])) === 'pending';
}

/** A turn of the event loop, in Node and in pages. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Expects a problem with this code, and checks its status, media type, schema and request id. */
export function expectProblem(response: TransportResponse, status: number, code: string) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = response.json();
  expect(validate('Problem', problem)).toEqual([]);
  expect(problem).toMatchObject({ status, code, request_id: response.headers.get('x-request-id') });
  return problem;
}
