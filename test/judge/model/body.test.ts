import { expect, test } from 'vitest';
import { bodyFromBytes } from '../../../src/journal/body.js';
import { parseBody } from '../../../src/judge/model/body.js';

const json = '{"a":"ä"}';
const swapped = (bytes: Buffer) => bytes.swap16();

test.each([
  ['UTF-16', Buffer.from(json, 'utf16le')],
  ['UTF-16 of the other order', swapped(Buffer.from(json, 'utf16le'))],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${json}`, 'utf16le')],
  ['UTF-16 of the other order with a mark', swapped(Buffer.from(`\uFEFF${json}`, 'utf16le'))],
])('JSON in %s is not JSON, whatever the header', (_name, bytes) => {
  for (const type of ['application/json', 'application/json; charset=utf-16', undefined])
    expect(parseBody(bodyFromBytes(bytes), type)).toEqual({
      kind: 'not-json',
      reason: 'it is UTF-16 or UTF-32',
    });
});
