import { describe, expect, it, vi } from 'vitest';
import { validate } from '../../src/generated/validate-full.js';
import { RawConnection, requestText } from './raw-connection.js';
import { serveEachTest } from './serve.js';
import { Client } from './transport-suite/client.js';
import { faulty } from './transport-suite/faults.js';

const server = serveEachTest();
const connect = (): RawConnection => new RawConnection(server().port);
const journal = () => server().deckhand.workspace('ws_dev').journal();
const START = '/api/v1/presentations/generate';
const STATUS = '/api/v1/presentations/generate/gen_none/status';

/** The hold of the workspace’s next answer, as the shared suite waits for it. */
const nextHold = (): Promise<void> =>
  new Client({
    deckhand: server().deckhand,
    request: () => Promise.reject(new Error('This test sends bytes')),
    close: async () => {},
  }).nextHold();

describe('a connection', () => {
  it.each([
    ['401', 'GET /api/v1/templates HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['404', requestText('GET', STATUS)],
    ['404', requestText('HEAD', STATUS)],
    ['404', requestText('POST', '/api/v1/nowhere', [], '{"never":"read"}')],
    ['405', requestText('DELETE', '/api/v1/templates', [], '{"never":"read"}')],
    ['400', requestText('POST', START, [], '{"prompt":')],
    ['400', requestText('POST', START, [], '{"prompt":7}')],
    ['400', requestText('GET', '/api/v1/templates', ['X-Deckhand-Scenario: none'])],
    ['415', requestText('POST', START, ['Content-Length: 2', 'Content-Type: text/plain']) + '{}'],
    ['403', requestText('GET', '/api/v1/templates', ['X-Deckhand-Scenario: api-disabled'])],
    ['204', requestText('OPTIONS', '/api/v1/templates')],
    ['404', requestText('GET', '/elsewhere')],
  ])('is good for another request after %s: %j', async (status, text) => {
    const connection = connect().send(text);
    expect((await connection.answer(text.startsWith('HEAD') ? 'HEAD' : 'GET')).status).toBe(Number(status));
    connection.send(requestText('GET', '/api/v1/templates'));
    expect((await connection.answer()).status).toBe(200);
    connection.destroy();
  });

  it('answers requests that come all at once, in their order', async () => {
    const connection = connect().send(
      ['a', 'b', 'c']
        .map((id) => requestText('POST', START, [`X-Request-Id: ${id}`], JSON.stringify({ prompt: id })))
        .join('') + requestText('GET', '/api/v1/templates', ['X-Request-Id: d']),
    );
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await connection.answer());
    expect(answers.map(({ status, headers }) => [headers.get('x-request-id'), status])).toEqual([
      ['a', 202],
      ['b', 202],
      ['c', 202],
      ['d', 200],
    ]);
    connection.destroy();
  });

  it('keeps that order when the first answer is held back', async () => {
    const { clock } = server().deckhand.workspace('ws_dev');
    server()
      .deckhand.workspace('ws_dev')
      .use(faulty({ requests: 1, latency: '1m' }));
    const held = nextHold();
    const connection = connect().send(
      requestText('GET', '/api/v1/templates', ['X-Request-Id: a']) +
        requestText('GET', '/api/v1/templates', ['X-Request-Id: b']),
    );
    await held;
    clock.advance('1m');
    expect((await connection.answer()).headers.get('x-request-id')).toBe('a');
    expect((await connection.answer()).headers.get('x-request-id')).toBe('b');
    connection.destroy();
  });
});

describe('what is no HTTP', () => {
  // The refusal is written at once, and the connection closed: the request before it never gets its answer.
  it('waits for the answer to the request before it', async () => {
    const connection = connect().send(`${requestText('GET', '/api/v1/templates')}nonsense\r\n\r\n`);
    expect((await connection.answer()).status).toBe(200);
    expect((await connection.answer()).status).toBe(400);
  });

  // The refusal is written into the body under way.
  it('does not spoil an answer under way', async () => {
    const { clock } = server().deckhand.workspace('ws_dev');
    server()
      .deckhand.workspace('ws_dev')
      .use(faulty({ drip: '1m' }));
    const held = nextHold();
    const connection = connect().send(requestText('GET', '/api/v1/templates'));
    await held;
    clock.advance('30s');
    await vi.waitFor(() => expect(connection.received.length).toBeGreaterThan(0), { interval: 5 });
    connection.send('nonsense\r\n\r\n');
    await connection.closed;
    expect(connection.received.toString()).not.toContain('HTTP/1.1 400');
  });

  // X-Request-Id is on every other answer.
  it('is refused with the identifier in a header, too', async () => {
    const { headers, body } = await connect().send('nonsense\r\n\r\n').answer();
    expect(headers.get('x-request-id')).toBe(JSON.parse(body.toString()).request_id);
  });
});

describe('a request', () => {
  it.each([
    'http://deckhand.localhost/api/v1/templates',
    'HTTPS://deckhand.localhost:443/api/v1/templates?x=http://a/b',
    '/api/v1/templates?page=/api/v1/presentations',
  ])('may name its target as proxies do: %s', async (target) => {
    const connection = connect().send(requestText('GET', target));
    expect((await connection.answer()).status).toBe(200);
    connection.destroy();
  });

  it('that expects 100-continue hears it before it sends its body', async () => {
    const body = '{"prompt":"A deck"}';
    const connection = connect().send(
      requestText('POST', START, [
        'Expect: 100-continue',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ]),
    );
    expect((await connection.answer()).status).toBe(100);
    connection.send(body);
    expect((await connection.answer()).status).toBe(202);
    connection.destroy();
  });

  it('in HTTP/1.0 is answered, and the connection ends', async () => {
    const connection = connect().send(
      'GET /api/v1/templates HTTP/1.0\r\nX-Api-Key: deckhand-dev-key\r\n\r\n',
    );
    const { status, headers } = await connection.answer();
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await connection.closed;
  });

  it('that asks for another protocol is answered in this one', async () => {
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket'];
    const connection = connect().send(requestText('GET', '/api/v1/templates', upgrade));
    expect((await connection.answer()).status).toBe(200);
    connection.destroy();
  });

  // Node answers it before Deckhand does, with an empty 400.
  it('without a host is answered, or refused with a problem', async () => {
    const connection = connect().send('GET /api/v1/templates HTTP/1.1\r\n\r\n');
    expect((await connection.answer()).body).not.toHaveLength(0);
  });

  it.each([
    ['words', 'hello there\r\n\r\n'],
    ['a TLS handshake', Buffer.from('16030100c5010000c10303', 'hex')],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nnonsense\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a length that is no number', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n'],
    ['a chunk that is none', `${requestText('POST', START, ['Transfer-Encoding: chunked'])}zz\r\n`],
    ['a space in its target', 'GET /api/v1/tem plates HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('that is %s gets a problem, and the connection ends', async (_, bytes) => {
    const connection = connect().send(bytes);
    const { status, headers, body } = await connection.answer();
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(validate('Problem', JSON.parse(body.toString()))).toEqual([]);
    await connection.closed;
    expect(connection.received).toHaveLength(0);
  });
});

describe('a client that goes away', () => {
  it('while its answer is held back is noted, and harms nobody', async () => {
    server()
      .deckhand.workspace('ws_dev')
      .use(faulty({ latency: '1h' }));
    const held = nextHold();
    const connection = connect().send(requestText('GET', '/api/v1/templates'));
    await held;
    connection.destroy();
    await vi.waitFor(() => expect(journal()).toMatchObject([{ failure: 'aborted' }]), { interval: 5 });
    server().deckhand.workspace('ws_dev').use('instant');
    const next = connect().send(requestText('GET', '/api/v1/templates'));
    expect((await next.answer()).status).toBe(200);
    next.destroy();
  });

  it('in the middle of its own request starts nothing', async () => {
    const connection = connect().send(
      requestText('POST', START, ['Content-Type: application/json', 'Content-Length: 100']) + '{"prompt":"A',
    );
    connection.end();
    await connection.closed;
    expect(journal().filter(({ notes }) => notes?.generationId !== undefined)).toEqual([]);
  });

  // It is noted as answered with 400.
  it('in the middle of its own request is noted', async () => {
    const headers = ['Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue'];
    const connection = connect().send(requestText('POST', START, headers));
    // It is told to go on once the head was read.
    await vi.waitFor(() => expect(connection.received.toString()).toContain('100 Continue'), { interval: 5 });
    connection.send('{"prompt":"A');
    connection.destroy();
    await vi.waitFor(() => expect(journal()).toHaveLength(1), { interval: 5 });
    expect(journal()).toMatchObject([{ failure: 'aborted' }]);
  });

  it('in the middle of its answer is noted', async () => {
    const { clock } = server().deckhand.workspace('ws_dev');
    server()
      .deckhand.workspace('ws_dev')
      .use(faulty({ drip: '1m' }));
    const held = nextHold();
    const connection = connect().send(requestText('GET', '/api/v1/templates'));
    await held;
    clock.advance('30s');
    await vi.waitFor(() => expect(connection.received.length).toBeGreaterThan(0), { interval: 5 });
    connection.destroy();
    await vi.waitFor(() => expect(journal()).toMatchObject([{ failure: 'aborted' }]), { interval: 5 });
  });
});

describe('a server that stops', () => {
  it('lets an answer under way get out, and takes no new connection', async () => {
    const { clock } = server().deckhand.workspace('ws_dev');
    server()
      .deckhand.workspace('ws_dev')
      .use(faulty({ latency: '1h' }));
    const held = nextHold();
    const connection = connect().send(requestText('GET', '/api/v1/templates', ['Connection: close']));
    await held;
    const stopped = server().close();
    const late = connect();
    await late.closed;
    expect(late.received).toHaveLength(0);
    clock.advance('1h');
    expect((await connection.answer()).status).toBe(200);
    await stopped;
  });

  // It waits for two seconds: browsers open such connections in advance.
  it('does not wait for connections on which nothing was asked yet', async () => {
    const connection = connect();
    await vi.waitFor(() => fetch(`${server().url}/api/v1/templates`), { interval: 5 });
    const stopped = server().close();
    const outcome = await Promise.race([
      stopped.then(() => 'stopped'),
      new Promise((resolve) => setTimeout(resolve, 500, 'waiting')),
    ]);
    connection.destroy();
    expect(outcome).toBe('stopped');
  });

  it('does not wait for connections that are kept for later', async () => {
    const connection = connect().send(requestText('GET', '/api/v1/templates'));
    await connection.answer();
    const began = performance.now();
    await server().close();
    expect(performance.now() - began).toBeLessThan(1000);
    await connection.closed;
  });
});
