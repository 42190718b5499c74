/** Requests that offer another protocol, and what the app responds to them. */
import { expect, onTestFinished, test } from 'vitest';
import { startWall } from '../../src/wall/server.js';
import { rawUpstream, type RawUpstream } from '../proxy/raw-upstream.js';
import { RawConnection } from '../transports/raw-connection.js';

type Head = (method: string, path: string, ...lines: readonly string[]) => string;

/** A connection to the wall, and the head of a request to its frame. */
async function connectToFrame(upstream: RawUpstream): Promise<readonly [RawConnection, Head]> {
  const wall = await startWall({ appUrl: new URL(upstream.url), port: 0, scenarios: ['happy-path'] });
  const client = new RawConnection(wall.port);
  onTestFinished(() => {
    client.destroy();
    return wall.close();
  });
  const host = `Host: happy-path.wall.localhost:${wall.port}`;
  const head: Head = (method, path, ...lines) =>
    `${[`${method} ${path} HTTP/1.1`, host, ...lines].join('\r\n')}\r\n\r\n`;
  return [client, head];
}

test('an offer of h2c is withdrawn, and the app gets the body with one length', async () => {
  const upstream = await rawUpstream(
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
  );
  const [client, head] = await connectToFrame(upstream);
  const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMA'];
  client.send(`${head('POST', '/form', ...offer, 'X-A: é', 'Content-Length: 4')}bo`);
  client.send('dy');
  expect((await client.readResponse()).body.toString()).toBe('ok');
  client.send(`${head('POST', '/form', ...offer, 'Content-Length: 0')}${head('GET', '/next')}`);
  for (const method of ['POST', 'GET']) expect((await client.readResponse(method)).status).toBe(200);
  const [first, second, third] = upstream.requests;
  expect([first?.body.toString(), third?.head[0]]).toEqual(['body', 'GET /next HTTP/1.1']);
  expect(first?.head.filter((line) => /^(?:content-length|upgrade|http2)/i.test(line))).toEqual([
    'Content-Length: 4',
  ]);
  expect(second?.head.filter((line) => /^content-length/i.test(line))).toEqual(['Content-Length: 0']);
});

test.each(['099 Low', '000 Zero', '403 Bad\u0001Text'])(
  'a refused WebSocket with the status line %j gets 502, and its cookies stay in the frame',
  async (status) => {
    const upstream = await rawUpstream(
      (socket) =>
        void socket.write(
          `HTTP/1.1 ${status}\r\nset-cookie: a=1; Domain = wall.localhost ; Path=/\r\ncontent-length: 0\r\n\r\n`,
        ),
    );
    const [client, head] = await connectToFrame(upstream);
    client.send(head('GET', '/socket', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'));
    await client.closed;
    const text = client.all().toString('latin1');
    expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(text).toContain('set-cookie: a=1; Path=/\r\n');
  },
);
