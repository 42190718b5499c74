import { expect, test } from 'vitest';
import { bodyFromPrefix } from '../../src/journal/body.js';

const bytes = (text: string, end?: number): Uint8Array => Buffer.from(text).subarray(0, end);

test.each([
  ['ab', undefined, 'ab'],
  ['aé', undefined, 'aé'],
  ['aé', 2, 'a'],
  ['a€', 3, 'a'],
  ['a😀', 4, 'a'],
  ['a😀', 2, 'a'],
  ['a😀', undefined, 'a😀'],
  ['', undefined, ''],
])(
  'the prefix of %j with %j bytes is the text %j, without an incomplete character',
  (text, end, expected) => {
    expect(bodyFromPrefix(bytes(text, end))).toMatchObject({ text: expected });
  },
);

test('the prefix of binary data is in base64', () => {
  expect(bodyFromPrefix(Uint8Array.of(0xff, 0xfe, 0x80)).encoding).toBe('base64');
});
