import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody } from '../../src/files/decode-body.js';
import { unzstd } from '../../src/proxy/unzstd.js';

const whole = { maxBytes: 1_048_576, isComplete: true, unzstd };

const text = JSON.stringify({ templates: [{ id: 'tpl_pitch', name: 'Pitch' }] });
const plain = Buffer.from(text);
/** `{"templates":[]}`, compressed by the reference implementation of zstd. */
const zstd = Buffer.from('KLUv/SAQgQAAeyJ0ZW1wbGF0ZXMiOltdfQ==', 'base64');

test.each([
  [undefined, plain],
  ['gzip', gzipSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['deflate', deflateRawSync(plain)],
])('%s is decompressed', (encoding, bytes) => {
  expect(Buffer.from(decodeBody(bytes, encoding, whole)).toString()).toBe(text);
});

test('zstd is decompressed', () => {
  expect(Buffer.from(decodeBody(zstd, 'zstd', whole)).toString()).toBe('{"templates":[]}');
});

test.each([['gzip', gzipSync(plain).subarray(0, 20)]])(
  'a body that is not %s cannot be read',
  (encoding, bytes) => {
    expect(decodeBody(bytes, encoding, whole)).toBe('unreadable');
  },
);

test.each([['snappy'], ['constructor']])('a body in the unknown encoding %s is unchanged', (encoding) => {
  expect(Buffer.from(decodeBody(plain, encoding, whole))).toEqual(plain);
});

test.each([['gzip', gzipSync(Buffer.alloc(whole.maxBytes + 1))]])(
  'a body in %s that is too large after decompression is reported as too large',
  (encoding, bytes) => {
    expect(bytes.length).toBeLessThan(10_000);
    expect(decodeBody(bytes, encoding, whole)).toBe('too large');
  },
);
