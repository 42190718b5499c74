import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { validate } from '../../src/generated/validate-full.js';
import { listen } from '../../src/transports/listen.js';
import { createShutdown } from '../../src/transports/graceful-shutdown.js';
import { RawConnection, requestText } from './raw-connection.js';
import { serveEachTest } from '../server/start-test-server.js';
import { Client } from './transport-suite/client.js';
import { scenarioWithFault } from './transport-suite/faults.js';

const server = serveEachTest();
const connect = (): RawConnection => new RawConnection(server().port);
const journal = () => server().deckhand.workspace('ws_dev').journal();
/** Looks in short intervals: most of these events take no time. */
const SOON = { interval: 5 };
const START = '/api/v1/presentations/generate';
const STATUS = '/api/v1/presentations/generate/gen_none/status';

/** Resolves when the next response of the workspace is delayed, as in the shared suite. */
const nextPendingResponse = (): Promise<void> => {
  const { deckhand } = server();
  deckhand.workspace('ws_dev').clock.pause();
  return new Client({
    deckhand,
    request: () => Promise.reject(new Error('This test sends bytes')),
    close: async () => {},
  }).nextPendingResponse();
};

describe('a connection', () => {
  it.each([
    ['404', requestText('GET', STATUS)],
    ['400', requestText('POST', START, [], '{"prompt":')],
  ])('accepts another request after %s: %j', async (status, text) => {
    const connection = connect().send(text);
    expect((await connection.readResponse()).status).toBe(Number(status));
    connection.send(requestText('GET', '/api/v1/templates'));
    expect((await connection.readResponse()).status).toBe(200);
    connection.destroy();
  });
});

describe('a request', () => {
  it.each(['http://deckhand.localhost/api/v1/templates', '/api/v1/templates?page=/api/v1/presentations'])(
    'can name its target as proxies do: %s',
    async (target) => {
      const connection = connect().send(requestText('GET', target));
      expect((await connection.readResponse()).status).toBe(200);
      connection.destroy();
    },
  );

  it('with Expect: 100-continue gets a 100 before it sends its body', async () => {
    const body = '{"prompt":"A deck"}';
    const connection = connect().send(
      requestText('POST', START, [
        'Expect: 100-continue',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ]),
    );
    expect((await connection.readResponse()).status).toBe(100);
    connection.send(body);
    expect((await connection.readResponse()).status).toBe(202);
    connection.destroy();
  });

  it.each([
    ['a TLS handshake', Buffer.from('16030100c5010000c10303', 'hex')],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
    ['a chunk that is none', `${requestText('POST', START, ['Transfer-Encoding: chunked'])}zz\r\n`],
  ])('that is %s gets a problem, and the connection ends', async (_, bytes) => {
    const connection = connect().send(bytes);
    const { status, headers, body } = await connection.readResponse();
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(validate('Problem', JSON.parse(body.toString()))).toEqual([]);
    await connection.closed;
    expect(connection.received).toHaveLength(0);
  });
});

describe('a client that disconnects', () => {
  it('while its response is delayed is in the journal, and disturbs no other client', async () => {
    server()
      .deckhand.workspace('ws_dev')
      .useScenario(scenarioWithFault({ latency: '1h' }));
    const pending = nextPendingResponse();
    const connection = connect().send(requestText('GET', '/api/v1/templates'));
    await pending;
    connection.destroy();
    await expect.poll(journal, SOON).toMatchObject([{ failure: 'aborted' }]);
    server().deckhand.workspace('ws_dev').useScenario('instant');
    const next = connect().send(requestText('GET', '/api/v1/templates'));
    expect((await next.readResponse()).status).toBe(200);
    next.destroy();
  });
});

describe('a stopping server', () => {
  // Browsers open connections in advance, and keep those that they have used.
  it('does not wait for connections without a request, or with one that is over', async () => {
    const server = createServer((_, response) => response.end('{}'));
    const stop = createShutdown(server, TEN_MINUTES);
    const port = Number(new URL(await listen(server, '127.0.0.1', 0)).port);
    const unused = new RawConnection(port);
    const idle = new RawConnection(port).send(requestText('GET', '/'));
    await idle.readResponse();
    await stop();
    await Promise.all([idle.closed, unused.closed]);
  });
});

/** Longer than a test may take. */
const TEN_MINUTES = 600_000;
