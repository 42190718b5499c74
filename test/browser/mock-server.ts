/** `test` with a server in this process, which has all bundled scenarios. A bug while it responds fails the test. */
import { Deckhand, type DeckhandDependencies, type DeckhandOptions } from '../../src/app/deckhand.js';
import { startServer, type ServerOptions } from '../../src/server/server.js';
import { expect, test as base } from './browser-test.js';

export interface MockServer {
  readonly deckhand: Deckhand;
  readonly url: string;
}

interface ServerFixtures {
  readonly mockServer: MockServer;
}

export const test = base.extend<ServerFixtures>({
  mockServer: ({}, use) => withServer({}, use),
});

/** Runs a server while a test uses it. */
export async function withServer(
  {
    controlToken,
    sources,
    ...options
  }: DeckhandOptions & Pick<ServerOptions, 'controlToken'> & Pick<DeckhandDependencies, 'sources'>,
  use: (server: MockServer) => Promise<void>,
): Promise<void> {
  let url = '';
  const deckhand = new Deckhand({ ...options, publicUrl: () => url }, { sources });
  const bugs: unknown[] = [];
  const onBug = (error: unknown): number => bugs.push(error);
  const server = await startServer(deckhand, { host: '127.0.0.1', port: 0, controlToken, onBug });
  ({ url } = server);
  await use({ deckhand, url });
  await server.close();
  expect(bugs, 'bugs that surfaced in the server').toEqual([]);
}
