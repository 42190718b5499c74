import { expect, test } from 'vitest';
import { ByteBuffer } from '../../src/base/byte-buffer.js';

test('a body of one-byte parts is one memory of at most twice its size', () => {
  const buffer = new ByteBuffer();
  const part = new Uint8Array(1);
  const memories = new Set<ArrayBufferLike>();
  for (let index = 0; index < 100_000; index += 1) {
    part[0] = index;
    buffer.append(part);
    memories.add(buffer.bytes().buffer);
  }
  expect(buffer.length).toBe(100_000);
  expect([...buffer.bytes().subarray(254, 258)]).toEqual([254, 255, 0, 1]);
  expect(buffer.bytes().buffer.byteLength).toBeLessThan(200_000);
  // It grows by doubling, so the copies cost as much as the body.
  expect(memories.size).toBeLessThan(20);
});
