import { afterEach, expect, test } from 'vitest';
import { wireClient } from '../../src/proxy/client.js';
import { hostileServer, whole } from '../contract/hostile-server.js';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** The client's result for one raw response, and the head of the request at the server. */
async function exchange(response: string | Buffer, { path = '/x', end = false } = {}) {
  let seen = '';
  const server = await hostileServer((socket, head) => {
    seen = head;
    socket.write(response);
    if (end) socket.end();
  });
  const client = wireClient();
  closing.push(client.close, server.close);
  const sent = {
    method: 'GET',
    url: server.baseUrl + path,
    headers: [['x-api-key', 'k']] as const,
    timeout: 20_000,
  };
  return { ...(await client.transport(sent)), seen };
}

test('a truncated response is reported as truncated', async () => {
  const { response, failure } = await exchange('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"a"', {
    end: true,
  });
  expect([response?.status, failure]).toEqual([200, 'truncated']);
});

test('a redirect is a response, and is not followed', async () => {
  const { response } = await exchange(
    whole('', { status: '302 Found', headers: 'Location: http://127.0.0.1:1/\r\n' }),
  );
  expect(response?.status).toBe(302);
});

test('headers keep their case and their repetition', async () => {
  const { response } = await exchange(whole('', { headers: 'X-Odd-CASE: 1\r\nx-odd-case: 2\r\n' }));
  expect(response?.headers.filter(([name]) => /odd/i.test(name))).toEqual([
    ['X-Odd-CASE', '1'],
    ['x-odd-case', '2'],
  ]);
});

test('an address without a server is unreachable, with the reason', async () => {
  const client = wireClient();
  const response = await client.transport({
    method: 'GET',
    url: 'http://127.0.0.1:1/',
    headers: [],
    timeout: 20_000,
  });
  expect(response).toMatchObject({ failure: 'unreachable', detail: expect.stringContaining('ECONNREFUSED') });
  const broken = await client.transport({
    method: 'GET',
    url: 'http://127.0.0.1:1/',
    headers: [['x', 'a\nb']],
    timeout: 20_000,
  });
  expect(broken.failure).toBe('unreachable');
  const nowhere = await client.transport({ method: 'GET', url: 'http://[/', headers: [], timeout: 20_000 });
  expect(nowhere).toEqual({ failure: 'unreachable', detail: 'Invalid URL' });
});
