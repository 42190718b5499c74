/** The transports of the shared suite. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import supertest from 'supertest';
import { createDeckhand } from '../../src/app/deckhand.js';
import {
  deckhandMiddleware,
  type DeckhandMiddleware,
  type DeckhandMiddlewareOptions,
} from '../../src/integrations/express.js';
import { setupDeckhand } from '../../src/integrations/node.js';
import { serve } from '../server/start-test-server.js';
import {
  readResponse,
  type Transport,
  type TransportResponse,
  type TransportRequest,
} from './transport-types.js';

export async function startHttp(): Promise<Transport> {
  const server = await serve();
  return {
    deckhand: server.deckhand,
    request: async (method, path, request) => {
      // After an abort, fetch opens a spare connection, and a stopping server would wait for it.
      if (request?.signal) return throughSupertest(server.url, method, path, request);
      return readResponse(await fetch(server.url + path, { method, ...request }));
    },
    close: server.close,
  };
}

/**
 * @param mount adds the middleware to an application
 */
export function startExpress(
  mount: (app: Express, middleware: DeckhandMiddleware) => void,
  options: DeckhandMiddlewareOptions = { onUnhandledRequest: 'error' },
) {
  return async (): Promise<Transport> => {
    const middleware = deckhandMiddleware(options);
    const app = express();
    mount(app, middleware);
    const server = createServer(app as RequestListener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      deckhand: middleware.deckhand,
      request: (method, path, request) => throughSupertest(url, method, path, request),
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  };
}

export async function throughSupertest(
  url: string,
  method: string,
  path: string,
  { headers = {}, body, signal }: TransportRequest = {},
): Promise<TransportResponse> {
  const pending = supertest(url)
    [method.toLowerCase() as 'get'](path)
    .set({ ...headers });
  // The raw body: supertest would parse every body that is declared as JSON, and fail on invalid ones.
  pending.buffer(true).parse((message, done) => {
    let text = '';
    message.setEncoding('utf8');
    message.on('data', (chunk: string) => (text += chunk));
    message.on('end', () => done(null, text));
  });
  const response = await new Promise<supertest.Response>((resolve, reject) => {
    signal?.addEventListener('abort', () => {
      pending.abort();
      reject(new Error('Aborted'));
    });
    pending.send(body).end((error: Error | null, received) => (error ? reject(error) : resolve(received)));
  });
  const text = typeof response.body === 'string' ? response.body : '';
  return {
    status: response.status,
    headers: new Headers(response.headers),
    text,
    json: () => JSON.parse(text),
  };
}

/** Requests without a handler fail: the option's name in msw 2, and in msw 3. */
const STRICT = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;

export async function startMsw(): Promise<Transport> {
  const origin = 'https://api.example.com';
  const setup = setupDeckhand({ origin, onUnhandledRequest: 'error' });
  setup.listen(STRICT);
  return {
    deckhand: setup.deckhand,
    request: async (method, path, request) =>
      readResponse(await fetch(origin + path, { method, ...request })),
    close: async () => setup.close(),
  };
}

export async function startInProcess(): Promise<Transport> {
  const deckhand = createDeckhand();
  return {
    deckhand,
    request: async (method, path, request) =>
      readResponse(
        await deckhand.fetch(new Request(`http://deckhand.localhost${path}`, { method, ...request })),
      ),
    close: async () => {},
  };
}
