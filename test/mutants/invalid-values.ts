/**
 * Kinds of values, as careless code spoils or fills them: texts, times and URLs. The catalogue and the derived mutants share them.
 * Each has the end of its id, what the value is, and how it is written.
 */
import { prefix } from '../reference-service/routes.js';

export type Value = readonly [id: string, what: string, write: (original: string) => unknown];

const bytes = (text: string): Buffer => Buffer.from(text);

/** What happens to a text between a request and a response. Each changes a text that has what it spoils. */
export const invalidTexts: readonly Value[] = [
  ['escaped-for-html', 'escaped for HTML', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['quotes-escaped-for-html', 'with its quotes escaped for HTML', (text) => text.replaceAll('"', '&quot;')],
  ['unescaped-from-html', 'unescaped from HTML', (text) => text.replaceAll('&amp;', '&')],
  ['without-markup', 'stripped of what looks like markup', (text) => text.replace(/<[^>]*>/g, '')],
  ['in-latin-1', 'UTF-8 that was read as Latin-1', (text) => bytes(text).toString('latin1')],
  ['in-ascii', 'in ASCII, with question marks', (text) => text.replace(/[^\p{ASCII}]/gu, '?')],
  ['without-accents', 'without accents', (text) => text.normalize('NFD').replace(/\p{Mn}/gu, '')],
  ['escaped-twice-for-json', 'escaped twice for JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['without-backslashes', 'without its backslashes', (text) => text.replaceAll('\\', '')],
  ['with-escapes-read', 'with its backslashes read as escapes', (text) => text.replaceAll('\\n', '\n')],
  ['quotes-doubled', 'with doubled single quotes, as in SQL', (text) => text.replaceAll("'", "''")],
  ['decoded-as-a-form', 'decoded as a form', (text) => text.replaceAll('+', '-').replaceAll('%20', ' ')],
  [
    'outside-the-bmp-lost',
    'without characters outside the BMP',
    (text) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, ''),
  ],
  [
    'outside-the-bmp-replaced',
    'with U+FFFD for rare characters',
    (text) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
  ],
  ['cut-at-64-bytes', 'cut at 64 bytes, within a character', (text) => cutBytes(text, 64)],
  ['cut-at-200-bytes', 'cut at 200 bytes, within a character', (text) => cutBytes(text, 200)],
  ['cut-at-100-units', 'cut at 100 UTF-16 units, within a pair', (text) => text.slice(0, 100)],
  [
    'a-number-if-of-digits',
    'a number in digits if it can be one',
    (text) => (/^\d+$/.test(text) ? String(Number(text)) : text),
  ],
];

const cutBytes = (text: string, most: number): string => bytes(text).subarray(0, most).toString();

/** What programs write where a value is missing. */
export const placeholders: readonly Value[] = [
  ['undefined', 'the text "undefined"', () => 'undefined'],
  ['null-text', 'the text "null"', () => 'null'],
  ['object-object', 'the text "[object Object]"', () => '[object Object]'],
  ['blank', 'blank', () => ' '],
  ['braces', 'an empty object as a text', () => '{}'],
  ['quote', 'a quotation mark', () => "'"],
];

export const invalidTimestamps: readonly Value[] = [
  ['year-one', 'the zero time of year 1', () => '0001-01-01T00:00:00.000Z'],
  ['epoch', 'the epoch', () => '1970-01-01T00:00:00.000Z'],
  [
    'seconds-as-milliseconds',
    'seconds that were read as milliseconds',
    (time) => new Date(Date.parse(time) / 1000).toISOString(),
  ],
];

export const invalidUrls: readonly Value[] = [
  ...placeholders,
  ['of-nothing', 'an address that ends in "undefined"', (url) => url.replace(/[^/]+$/, 'undefined')],
  [
    'of-an-operation',
    'the address of an operation',
    (url) => `${prefix}/presentations/${url.split('/').at(-1)}`,
  ],
];
