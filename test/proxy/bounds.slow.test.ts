import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { MAX_BODY } from '../../src/proxy/recording-proxy.js';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { portOf } from './port-of.js';
import { startProxy } from './start-proxy.js';

const SIZE = 20 * 1024 * 1024;
const CHUNK = Buffer.alloc(65_536, 'abcdefghijklmnopqrstuvwxyz');

/** An upstream that responds with 20 MB to a GET, and with the hash of the received body to a POST. */
async function bigUpstream(): Promise<string> {
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    request.on('end', () => {
      if (request.method === 'POST') return void response.end(hash.digest('hex'));
      response.writeHead(200, { 'content-length': SIZE });
      let sent = 0;
      const write = (): void => {
        while (sent < SIZE) {
          sent += CHUNK.length;
          if (!response.write(CHUNK)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

test('a body of 20 MB is forwarded completely in both directions, and its first megabyte is captured', async () => {
  const proxy = await startProxy(await bigUpstream());
  const response = await fetch(`${proxy.url}/big`);
  const hash = createHash('sha256');
  let came = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    came += chunk.length;
    hash.update(chunk);
  }
  const whole = createHash('sha256');
  for (let size = 0; size < SIZE; size += CHUNK.length) whole.update(CHUNK);
  const expected = whole.digest('hex');
  expect([came, hash.digest('hex')]).toEqual([SIZE, expected]);

  const body = Buffer.concat(Array.from({ length: SIZE / CHUNK.length }, () => CHUNK));
  const posted = await fetch(`${proxy.url}/big`, { method: 'POST', body });
  expect(await posted.text()).toBe(expected);

  const [one, other] = await proxy.close();
  for (const kept of [one?.response?.body, other?.request.body]) {
    expect(kept).toMatchObject({ bytes: SIZE, cut: true });
    expect(kept?.text.length).toBe(MAX_BODY);
  }
});

test('a client that does not read slows down the upstream and does not fill the memory of the proxy', async () => {
  let written = 0;
  const server = createServer((_, response) => {
    const write = (): void => {
      for (let more = true; more;) {
        written += CHUNK.length;
        more = response.write(CHUNK);
      }
      response.once('drain', write);
    };
    write();
  });
  const proxy = await startProxy(`http://127.0.0.1:${await portOf(server)}`);
  const client = new RawConnection(proxy.port).send(requestText('GET', '/endless'));
  client.pause();
  // The upstream stops writing when the socket buffers are full.
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = written === before && written > 0;
        before = written;
        return isStill;
      },
      { interval: 200 },
    )
    .toBe(true);
  expect(written).toBeLessThan(40 * 1024 * 1024);
  client.destroy();
});
