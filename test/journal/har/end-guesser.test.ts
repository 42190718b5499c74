import { expect, test } from 'vitest';
import { HarReader } from '../../../src/journal/har/har-reader.js';
import { entry, find, harOf } from './har-files.js';

/** How often an end was sought, and what was read. */
function readGuessing(entries: readonly unknown[], isBeside?: (entry: Uint8Array) => boolean) {
  let sought = 0;
  const reader = new HarReader({
    ...(isBeside && { isBeside }),
    find: (...args) => {
      sought++;
      return find(...args);
    },
  });
  const bytes = new TextEncoder().encode(harOf(entries));
  const urls = [...reader.push(bytes), ...reader.end()].map(({ exchange }) => exchange.request.url);
  return { urls, sought, reader };
}

const many = Array.from({ length: 100 }, (_, index) => `/${index}`);

test('entries that begin alike end where the next begins', () => {
  const { urls, sought, reader } = readGuessing(many.map((url) => entry({ url })));
  expect(urls).toEqual(many);
  // But for the first one, from which it learns, each is guessed; behind the last one there is nothing to be found.
  expect(sought).toBe(99);
  expect(reader.damaged).toBe(0);
});

test.each([
  ['inside a text', (url: string) => entry({ url, body: '"},{"startedDateTime":"' })],
  ['inside a text, as it is', (url: string) => ({ a: `{"a":1},{"a":`, ...entry({ url }) })],
  ['inside another', (url: string) => entry({ url, more: [{}, entry({ url: 'x' })] })],
])('what looks like the beginning of an entry %s is none', (_, made) => {
  const { urls, reader } = readGuessing(many.map(made));
  expect(urls).toEqual(many);
  expect([reader.entries, reader.damaged]).toEqual([100, 0]);
});

test('where guesses are wrong too often, there are no more', () => {
  const { urls, sought } = readGuessing(many.map((url) => entry({ url, more: [{}, entry({ url: 'x' })] })));
  expect(urls).toEqual(many);
  expect(sought).toBeLessThan(20);
});

test('an entry that is passed over unread is scanned, so that what stands inside it stays inside', () => {
  const inner = [{}, entry({ url: '/inner' })];
  const entries = many.map((url, index) =>
    index % 7 === 0 ? entry({ url: '/asset', more: inner }) : entry({ url }),
  );
  const isBeside = (bytes: Uint8Array): boolean =>
    find(bytes, new TextEncoder().encode('/asset'), 0, bytes.length) >= 0;
  const { urls, reader } = readGuessing(entries, isBeside);
  expect(urls).toEqual(many.filter((_, index) => index % 7 !== 0));
  expect([reader.entries, reader.beside]).toEqual([100, 15]);
});
