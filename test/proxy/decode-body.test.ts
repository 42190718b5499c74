import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody } from '../../src/proxy/decode-body.js';

const whole = { limit: 1_048_576, isWhole: true };

const text = JSON.stringify({ templates: [{ id: 'tpl_pitch', name: 'Pitch' }] });
const plain = Buffer.from(text);
/** `{"templates":[]}`, compressed by the reference implementation of zstd. */
const zstd = Buffer.from('KLUv/SAQgQAAeyJ0ZW1wbGF0ZXMiOltdfQ==', 'base64');

test.each([
  [undefined, plain],
  ['identity', plain],
  ['gzip', gzipSync(plain)],
  ['X-GZIP', gzipSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['gzip, br', brotliCompressSync(gzipSync(plain))],
])('%s is decompressed', (encoding, bytes) => {
  expect(Buffer.from(decodeBody(bytes, encoding, whole)).toString()).toBe(text);
});

test('zstd is decompressed', () => {
  expect(Buffer.from(decodeBody(zstd, 'zstd', whole)).toString()).toBe('{"templates":[]}');
});

test.each([
  ['gzip', plain],
  ['gzip', gzipSync(plain).subarray(0, 20)],
  ['br', plain],
  ['zstd', plain],
  ['zstd', zstd.subarray(0, 12)],
])('a body that is not %s cannot be read', (encoding, bytes) => {
  expect(decodeBody(bytes, encoding, whole)).toBe('unreadable');
});

test.each<[string, Uint8Array]>([
  ['gzip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['br', brotliCompressSync(plain)],
])('the start of a body in %s is what a client can read of it', (encoding, bytes) => {
  const start = decodeBody(bytes.subarray(0, -4), encoding, { ...whole, isWhole: false });
  expect(start).toBeInstanceOf(Uint8Array);
  expect(text.startsWith(Buffer.from(start).toString())).toBe(true);
});

test.each([['snappy'], ['constructor']])('a body in the unknown encoding %s is unchanged', (encoding) => {
  expect(Buffer.from(decodeBody(plain, encoding, whole))).toEqual(plain);
});

test.each([
  ['gzip', gzipSync(Buffer.alloc(whole.limit + 1))],
  ['br', brotliCompressSync(Buffer.alloc(whole.limit + 1))],
  // Blocks of 128 kB that repeat one byte.
  ['zstd', zstdBomb(16)],
])('a body in %s that is too large after decompression is reported as too large', (encoding, bytes) => {
  expect(bytes.length).toBeLessThan(10_000);
  expect(decodeBody(bytes, encoding, whole)).toBe('too large');
});

function zstdBomb(blocks: number): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  const size = 131_072;
  const block = (isLast: boolean): Buffer => {
    const field = (size << 3) | (1 << 1) | Number(isLast);
    return Buffer.from([field & 255, (field >> 8) & 255, (field >> 16) & 255, 0]);
  };
  return Buffer.concat([head, ...Array.from({ length: blocks }, (_, index) => block(index === blocks - 1))]);
}
