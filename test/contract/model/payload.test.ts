import { expect, test } from 'vitest';
import { bodyOfBytes } from '../../../src/journal/body.js';
import { payloadOf } from '../../../src/contract/model/payload.js';

const json = '{"a":"ä"}';
const swapped = (bytes: Buffer) => bytes.swap16();

test.each([
  ['UTF-16', Buffer.from(json, 'utf16le')],
  ['UTF-16 of the other order', swapped(Buffer.from(json, 'utf16le'))],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${json}`, 'utf16le')],
  ['UTF-16 of the other order with a mark', swapped(Buffer.from(`\uFEFF${json}`, 'utf16le'))],
])('JSON in %s is not JSON, whatever the header says', (_name, bytes) => {
  for (const type of ['application/json', 'application/json; charset=utf-16', undefined])
    expect(payloadOf(bodyOfBytes(bytes), type)).toEqual({ kind: 'not-json', why: 'it is UTF-16 or UTF-32' });
});
