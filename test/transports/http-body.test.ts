import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { readIncoming } from '../../src/transports/http-body.js';

const MOST = 100;
const request = () => new IncomingMessage(new Socket());
const chunk = (bytes: number) => Buffer.alloc(bytes, 'x');

it('bodies that arrive at the same time have a limit together, and its bytes are free again afterwards', async () => {
  const [one, other, third] = [request(), request(), request()];
  const [first, second] = [readIncoming(one, 90, MOST), readIncoming(other, 90, MOST)];
  one.emit('data', chunk(60));
  other.emit('data', chunk(60));
  expect(await second).toEqual({ busy: true });
  one.emit('end');
  expect(await first).toEqual({ text: 'x'.repeat(60), bytes: 60 });
  const last = readIncoming(third, 90, MOST);
  third.emit('data', chunk(90));
  third.emit('end');
  expect(await last).toMatchObject({ bytes: 90 });
});

it('a body above its limit, and a client that leaves, free their bytes', async () => {
  const [one, other, third] = [request(), request(), request()];
  const large = readIncoming(one, 50, MOST);
  one.emit('data', chunk(40));
  one.emit('data', chunk(40));
  expect(await large).toEqual({ tooLarge: true });
  const left = readIncoming(other, 90, MOST);
  other.emit('data', chunk(80));
  other.emit('close');
  expect(await left).toBeUndefined();
  const last = readIncoming(third, 90, MOST);
  third.emit('data', chunk(90));
  third.emit('end');
  expect(await last).toMatchObject({ bytes: 90 });
});
