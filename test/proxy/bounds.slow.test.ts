import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { portOf } from './port-of.js';
import { startProxy } from './start-proxy.js';
const CHUNK = Buffer.alloc(65_536, 'abcdefghijklmnopqrstuvwxyz');

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
