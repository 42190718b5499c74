/** The mock server in each place where it can run, with typed options. */
import { defineConfig, type DeckhandConfig } from 'deckhand/config';
import {
  controlMiddleware,
  deckhandMiddleware,
  type ControlMiddleware,
  type ControlMiddlewareOptions,
  type DeckhandMiddleware,
  type DeckhandMiddlewareOptions,
} from 'deckhand/express';
import { deckhandHandlers } from 'deckhand/msw';
import { setupDeckhand, type DeckhandSetup, type SetupDeckhandOptions } from 'deckhand/node';
import { createDeckhandServer, type DeckhandServer, type DeckhandServerOptions } from 'deckhand/server';
import { deckhand, type DeckhandPluginOptions } from 'deckhand/vite';

const shared: DeckhandConfig = { seed: 7, latency: '200ms' };
export default defineConfig(shared);

export const handlers = deckhandHandlers({ scenario: 'instant' }, 'https://api.example.com');

export function middlewares(
  options: DeckhandMiddlewareOptions,
  controlOptions: ControlMiddlewareOptions = {},
): readonly [DeckhandMiddleware, ControlMiddleware] {
  const api = deckhandMiddleware(options);
  return [api, controlMiddleware(api.deckhand, controlOptions)];
}

export const setup = (options: SetupDeckhandOptions): DeckhandSetup =>
  setupDeckhand({ origin: 'https://api.example.com', ...options });

export async function listening(options: DeckhandServerOptions): Promise<DeckhandServer> {
  const server = createDeckhandServer(options);
  await server.listen(0);
  return server;
}

export const plugin = (options: DeckhandPluginOptions = {}) => deckhand({ log: 'silent', ...options });
