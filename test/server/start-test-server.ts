/** A server for a test, on its own port. A bug while it responds fails the test. */
import { afterEach, beforeEach } from 'vitest';
import { createDeckhand, type Deckhand } from '../../src/app/deckhand.js';
import { startServer, type ServerOptions } from '../../src/server/server.js';

export interface TestServer {
  readonly deckhand: Deckhand;
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

export async function serve(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const deckhand = createDeckhand();
  const bugs: unknown[] = [];
  const server = await startServer(deckhand, {
    host: '127.0.0.1',
    port: 0,
    onBug: (error) => bugs.push(error),
    ...options,
  });
  let closed: Promise<void> | undefined;
  return {
    deckhand,
    url: server.url,
    port: Number(new URL(server.url).port),
    async close() {
      await (closed ??= server.close());
      if (bugs.length > 0) throw new AggregateError(bugs, 'Bugs surfaced while requests were answered');
    },
  };
}

/** A new server for each test of the file. */
export function serveEachTest(options?: Partial<ServerOptions>): () => TestServer {
  let server: TestServer;
  beforeEach(async () => {
    server = await serve(options);
  });
  afterEach(() => server.close());
  return () => server;
}
