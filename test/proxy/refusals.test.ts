import { expect, test } from 'vitest';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { rawUpstream, type RawUpstream } from './raw-upstream.js';
import { startProxy } from './start-proxy.js';

const path = '/api/v1/templates';

const respondingUpstream = (): Promise<RawUpstream> =>
  rawUpstream((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));

test.each(['POST', 'PATCH', 'PUT', 'DELETE', 'PROPFIND'])(
  'read-only: %s does not reach the upstream, and is not judged',
  async (method) => {
    const upstream = await respondingUpstream();
    const proxy = await startProxy(upstream.url, { readOnly: true });
    const client = new RawConnection(proxy.port).send(requestText(method, path, [], '{"prompt":"x"}'));
    const { status, headers, body } = await client.answer();
    expect([status, headers.get('x-deckhand-proxy')]).toEqual([403, 'read-only']);
    expect(JSON.parse(body.toString())).toMatchObject({
      code: 'deckhand_proxy_read_only',
      detail: `${method} was not forwarded, because of --read-only.`,
    });
    client.send(requestText('GET', path));
    expect((await client.answer()).body.toString()).toBe('ok');
    client.destroy();
    expect(upstream.requests).toHaveLength(1);
    expect(await proxy.close()).toHaveLength(1);
  },
);

test('a WebSocket is refused, and an offer of HTTP/2 is ignored', async () => {
  const upstream = await respondingUpstream();
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port);
  client.send(requestText('GET', path, ['Connection: Upgrade', 'Upgrade: websocket']));
  const { status, headers } = await client.answer();
  expect([status, headers.get('x-deckhand-proxy')]).toEqual([501, 'upgrade']);
  client.destroy();

  const other = new RawConnection(proxy.port);
  other.send(
    requestText('GET', path, ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AA']),
  );
  expect((await other.answer()).status).toBe(200);
  other.destroy();
  expect(upstream.requests[0]?.head.join()).not.toMatch(/upgrade|http2/i);
});

test('a tunnel is refused', async () => {
  const proxy = await startProxy((await respondingUpstream()).url);
  const client = new RawConnection(proxy.port).send(
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
  );
  await client.closed;
  expect(client.all().toString()).toMatch(/^HTTP\/1\.1 501 /);
});

test('an absolute URL in the request line is accepted for the upstream’s host and refused for others', async () => {
  const upstream = await respondingUpstream();
  const reported: string[] = [];
  const proxy = await startProxy(upstream.url, { onProxyResponse: (reason) => reported.push(reason) });
  const client = new RawConnection(proxy.port).send(requestText('GET', `${upstream.url}${path}?a=1`));
  expect((await client.answer()).status).toBe(200);
  expect(upstream.requests[0]?.head[0]).toBe(`GET ${path}?a=1 HTTP/1.1`);
  client.send(requestText('GET', `http://elsewhere.example${path}`));
  const { status, headers } = await client.answer();
  client.destroy();
  expect([status, headers.get('x-deckhand-proxy')]).toEqual([421, 'other-host']);
  expect(reported).toEqual(['other-host']);
  expect(upstream.requests).toHaveLength(1);
});

test.each([
  ['evil.example', 421],
  ['127.0.0.1:4020', 200],
  ['localhost', 200],
  ['staging.internal', 200],
])('a request for the host %s gets a %d', async (host, status) => {
  const upstream = await respondingUpstream();
  const proxy = await startProxy(upstream.url, { allowHosts: ['staging.internal'] });
  const client = new RawConnection(proxy.port).send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  expect((await client.answer()).status).toBe(status);
  client.destroy();
});

test('a preflight is forwarded to the upstream', async () => {
  const upstream = await rawUpstream(
    (socket) =>
      void socket.write('HTTP/1.1 204 Sure\r\nAccess-Control-Allow-Origin: https://app.example\r\n\r\n'),
  );
  const proxy = await startProxy(upstream.url, { readOnly: true });
  const lines = ['Origin: https://app.example', 'Access-Control-Request-Method: POST'];
  const client = new RawConnection(proxy.port).send(requestText('OPTIONS', path, lines));
  const { status, headers } = await client.answer();
  client.destroy();
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example']);
  expect(upstream.requests[0]?.head).toContain('Access-Control-Request-Method: POST');
});
