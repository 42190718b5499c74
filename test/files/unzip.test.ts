/** Archives that other tools have written, and damaged ones. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unzip } from '../../src/files/unzip.js';

const LIMIT = 1_000_000;

const read = (archive: Uint8Array, limit = LIMIT): Record<string, string> =>
  Object.fromEntries(
    [...unzip(archive, limit)].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  );

describe('an archive', () => {
  it('has compressed files, stored files, empty files and folders', () => {
    const archive = zipSync({
      'har.har': strToU8('{}'),
      'stored/ä.json': [strToU8('[1]'), { level: 0 }],
      'empty.txt': new Uint8Array(),
    });
    expect(read(archive)).toEqual({ 'har.har': '{}', 'stored/ä.json': '[1]', 'empty.txt': '' });
  });

  it('can be a part of a larger buffer, and end with a comment', () => {
    const archive = zipSync({ 'a.txt': strToU8('A') });
    const comment = strToU8('made by hand');
    const buffer = new Uint8Array(archive.length + comment.length + 10);
    buffer.set(archive, 10);
    buffer.set(comment, archive.length + 10);
    expect(read(buffer.subarray(10))).toEqual({ 'a.txt': 'A' });
  });

  it.each([
    ['stored', 0],
    ['compressed', 9],
  ] as const)('is rejected if its %s files together exceed the limit', (_, level) => {
    const archive = zipSync({ a: [new Uint8Array(600), { level }], b: [new Uint8Array(600), { level }] });
    expect(() => unzip(archive, 1199)).toThrow(expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }));
    expect(unzip(archive, 1200).size).toBe(2);
  });

  it('is rejected at the limit if it declares a smaller size than it has', () => {
    const archive = zipSync({ a: new Uint8Array(100_000) });
    const view = new DataView(archive.buffer);
    const directory = view.getUint32(archive.length - 22 + 16, true);
    view.setUint32(directory + 24, 1, true);
    expect(() => unzip(archive, 1000)).toThrow(expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }));
  });

  it('is rejected if any part of it is missing', () => {
    const archive = zipSync({ 'a.txt': strToU8('A'.repeat(50)), 'b.txt': [strToU8('B'), { level: 0 }] });
    for (let length = 0; length < archive.length; length += 1)
      expect(() => unzip(archive.subarray(0, length), LIMIT)).toThrow();
  });
});
