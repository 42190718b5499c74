import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/generated/limits.js';
import { validate } from '../../src/generated/validate-full.js';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import type { RawResponse } from '../transports/raw-response.js';
import { serveEachTest } from './start-test-server.js';

const START = '/api/v1/presentations/generate';
const server = serveEachTest();

function expectProblem({ status, headers, body }: RawResponse, expected: number, code: string): void {
  expect(status).toBe(expected);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(headers.get('connection')).toBe('close');
  const problem = JSON.parse(body.toString());
  expect(validate('Problem', problem)).toEqual([]);
  expect(problem.code).toBe(code);
}

describe('a head', () => {
  it.each([
    ['one header of 17 kB', requestText('GET', '/api/v1/templates', [`X-Long: ${'x'.repeat(17_000)}`])],
  ])('with %s gets 431, and the connection ends', async (_, text) => {
    const connection = new RawConnection(server().port).send(text);
    expectProblem(await connection.readResponse(), 431, 'headers_too_large');
    await connection.closed;
  });

  // Node reports it after a minute, so the test reports it in its place.
  it('that takes too long to arrive gets 408, and the connection ends', async () => {
    const served = new Promise<{ server: Server; socket: Socket }>((resolve) => {
      const listener = (message: unknown): void => {
        unsubscribe('http.server.request.start', listener);
        resolve(message as { server: Server; socket: Socket });
      };
      subscribe('http.server.request.start', listener);
    });
    const connection = new RawConnection(server().port).send(requestText('GET', '/api/v1/templates'));
    await connection.readResponse();
    const { server: http, socket } = await served;
    expect(http.headersTimeout).toBeGreaterThan(0);
    connection.send('GET /api/v1/templates HTTP/1.1\r\nHost: loc');
    const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    http.emit('clientError', timeout, socket);
    expectProblem(await connection.readResponse(), 408, 'request_timeout');
    await connection.closed;
  });
});

describe('a body', () => {
  it('with a Content-Length over the limit gets 413 before it is sent', async () => {
    const connection = new RawConnection(server().port).send(
      requestText('POST', START, [`Content-Length: ${limits.body_max_bytes + 1}`]),
    );
    expectProblem(await connection.readResponse(), 413, 'content_too_large');
    await connection.closed;
  });

  it('in chunks gets 413 at the limit, even if it never ends', async () => {
    const connection = new RawConnection(server().port).send(
      requestText('POST', START, ['Transfer-Encoding: chunked']),
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent <= limits.body_max_bytes; sent += 0x10000) connection.send(chunk);
    expectProblem(await connection.readResponse(), 413, 'content_too_large');
    await connection.closed;
  });

  it('in several chunks, split within a character, is read completely', async () => {
    const body = Buffer.from(JSON.stringify({ prompt: 'Fähren 🛶' }));
    const [head, middle] = [body.subarray(0, 14), body.subarray(14, 20)];
    const connection = new RawConnection(server().port);
    connection.send(
      requestText('POST', START, ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    );
    for (const piece of [head, middle, body.subarray(20)]) {
      connection.send(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await connection.readResponse()).status).toBe(202);
    expect(server().deckhand.workspace('ws_dev').journal()[0]?.request.body?.text).toBe(body.toString());
    connection.destroy();
  });
});
