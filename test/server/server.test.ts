import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { startServer } from '../../src/server/server.js';
import type { RawResponse } from '../transports/raw-response.js';
import { RawConnection } from '../transports/raw-connection.js';
import { serveEachTest } from './start-test-server.js';

/** `connected`, or the code of the error. */
function tryToConnect(port: number, host: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 10_000 });
    const finish = (outcome: string): void => {
      socket.destroy();
      resolve(outcome);
    };
    socket.on('connect', () => finish('connected'));
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    socket.on('timeout', () => finish('timeout'));
  });
}

describe('the server', () => {
  const server = serveEachTest();

  it('listens on no other address of the machine', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid)
      .map(({ address }) => address);
    for (const address of others) expect(await tryToConnect(server().port, address)).not.toBe('connected');
  });

  it.each(['192.0.2.1'])('rejects an address of another machine: %s', async (host) => {
    await expect(startServer(createDeckhand(), { host, port: 0 })).rejects.toMatchObject({
      name: 'UserError',
      code: 'address-not-available',
    });
  });
});

describe('a request', () => {
  const refused: string[] = [];
  const onRefusedHost = (host: string): void => void refused.push(host);
  const server = serveEachTest({ allowHosts: ['deckhand.internal'], onBlockedHost: onRefusedHost });
  const request = async (host: string): Promise<RawResponse> => {
    const connection = new RawConnection(server().port);
    connection.send(`GET /api/v1/templates HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return connection.readResponse();
  };

  it.each(['localhost:4010', '127.0.0.1:4010', '[::1]:4010', 'Deckhand.Internal:80'])(
    'can be addressed to a name of this machine, or an allowed one: %s',
    async (host) => {
      expect((await request(host)).status).toBe(401);
    },
  );

  it.each(['example.com', '127.0.0.1.example.com'])(
    'through the rebound name of a page is refused: %s',
    async (host) => {
      const { status, body } = await request(host);
      expect([status, JSON.parse(body.toString()).code]).toEqual([400, 'bad_request']);
      expect(refused.at(-1)).toBe(host);
    },
  );
});

describe('a path outside of the API', () => {
  const server = serveEachTest();

  it.each([
    ['GET', '//api/v1/templates', ' It contains a double slash. Did you mean GET /api/v1/templates?'],
    ['POST', '/presentation/generate', ' Did you mean POST /api/v1/presentations/generate?'],
    ['GET', '/nothing', ''],
  ])('names the nearest operation: %s %s', async (method, path, hint) => {
    const response = await fetch(server().url + path, { method, headers: { accept: 'application/json' } });
    expect(await response.json()).toMatchObject({
      status: 404,
      detail: `No page at ${path}.${hint} The API is at /api/v1.`,
    });
  });
});
