import { expect, test } from 'vitest';
import fc from '../../fast-check.js';
import { fromHar } from '../../../src/journal/read-har.js';
import { HarReader } from '../../../src/journal/har/har-reader.js';
import { entry, harOf, readWhole } from './har-files.js';

const value = fc.jsonValue({ maxDepth: 3 });

/** Entries of all kinds, between fields that look like entries. */
const anyEntry = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ url: fc.string(), body: fc.string({ unit: 'grapheme' }), more: value }).map(entry),
  },
  { weight: 1, arbitrary: value },
);
const anyFile = fc
  .record({
    before: fc.dictionary(fc.string(), value),
    entries: fc.array(anyEntry, { maxLength: 6 }),
    after: value,
  })
  .map(({ before, entries, after }) => ({ ...before, log: { version: '1.2', before, entries, after } }));

test('a file that is read in chunks gives the same result as in one piece', () => {
  fc.assert(
    fc.property(
      anyFile,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      fc.boolean(),
      (har, sizes, isPretty) => {
        const bytes = new TextEncoder().encode(JSON.stringify(har, undefined, isPretty ? 2 : undefined));
        const reader = new HarReader();
        const read = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          read.push(...reader.push(bytes.slice(at, at + size)));
          at += size;
        }
        read.push(...reader.end());
        const whole = fromHar(har);
        expect(read.map(({ exchange }) => exchange.request.url)).toEqual(
          [...whole.exchanges]
            .sort((one, two) => one.sequence - two.sequence)
            .map(({ request }) => request.url),
        );
        expect(read.map(({ exchange }) => ({ ...exchange, sequence: 0 }))).toEqual(
          whole.exchanges.map((exchange) => ({ ...exchange, sequence: 0 })),
        );
        expect(reader.damaged).toBe(whole.problems.length);
        expect(reader.problems.map(({ entry: ordinal, what }) => `entry ${ordinal}: ${what}`)).toEqual(
          whole.problems,
        );
        expect([reader.error, reader.truncated]).toEqual([undefined, undefined]);
      },
    ),
  );
});

test('a file that is cut at any byte gives its complete entries and the position of the cut', () => {
  const text = harOf([1, 2, 3].map((number) => entry({ url: `/${number}`, body: 'é\\"\u{1f600}\n{[' })));
  const bytes = new TextEncoder().encode(text);
  const ends = [1, 2, 3].map((number) => new TextEncoder().encode(text.slice(0, endOf(text, number))).length);
  for (let length = 0; length < bytes.length; length++) {
    const { urls, reader } = readWhole(bytes.slice(0, length));
    expect(urls).toEqual(['/1', '/2', '/3'].slice(0, ends.filter((end) => end <= length).length));
    expect(reader.error === undefined).toBe(length > text.indexOf('['));
    const isCut = length > text.indexOf('[') && length <= bytes.lastIndexOf(0x5d);
    expect(reader.truncated !== undefined).toBe(isCut);
    expect(reader.damaged).toBe(0);
  }
});

/** The index in the text where the entry with this number ends. */
function endOf(text: string, number: number): number {
  const next = text.indexOf(`"/${number + 1}"`);
  return next < 0 ? text.lastIndexOf(']') : text.lastIndexOf(',{', next);
}

test.each([
  ['', 'it is empty'],
  ['\ufeff', 'it is empty'],
  ['not json', 'it is not a HAR file: a HAR file starts with {'],
  ['[{"log":{"entries":[]}}]', 'it is not a HAR file: a HAR file starts with {'],
  ['{}', 'it has no log.entries, so it is not a HAR file'],
  ['{"entries":[{}]}', 'it has no log.entries, so it is not a HAR file'],
  ['{"log":[{"entries":[]}]}', 'it has no log.entries, so it is not a HAR file'],
  ['{"log":{"entries":"[]"}}', 'it has no log.entries, so it is not a HAR file'],
  ['{"log":{"version":"1.2"', 'it ends before its log.entries, or it is not JSON'],
])('%j gives one error line', (text, error) => {
  const { reader, urls } = readWhole(new TextEncoder().encode(text));
  expect([urls, reader.error]).toEqual([[], error]);
});

test('a byte order mark before the file is skipped', () => {
  expect(readWhole(new TextEncoder().encode(`\ufeff${harOf([entry({ url: '/1' })])}`)).urls).toEqual(['/1']);
});

test('names and strings that look like log.entries are not mistaken for it', () => {
  const text = `{"a":"{\\"log\\":{\\"entries\\":[","log":{"x":{"entries":[{"no":1}]},"entries" : [${JSON.stringify(entry({ url: '/1' }))}]}}`;
  expect(readWhole(new TextEncoder().encode(text)).urls).toEqual(['/1']);
});

test.each<[string, boolean | undefined]>([
  ['{"log":{"_recording":true,"entries":[],"_end":{"at":"2026-01-15"}}}', true],
  ['{"log":{"_recording":true,"entries":[]}}', false],
  ['{"log":{"_recording":true,"entries":[', false],
  ['{"log":{"_recording":true,"entries":[],"_end":{}', false],
  ['{"log":{"_recording":true,"entries":[],"comment":"_end","more":{"_end":1}}}', false],
  ['{"log":{"entries":[],"_end":{}}}', undefined],
  ['{"log":{"creator":{"_recording":1},"entries":[]}}', undefined],
])('whether the recording in %s has ended: %s', (text, ended) => {
  const bytes = new TextEncoder().encode(text);
  expect(readWhole(bytes).reader.ended).toBe(ended);
  expect(readWhole(...[...bytes].map((byte) => Uint8Array.of(byte))).reader.ended).toBe(ended);
});
