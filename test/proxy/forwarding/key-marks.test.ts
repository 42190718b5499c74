import { expect, test } from 'vitest';
import { KeyMarks } from '../../../src/proxy/forwarding/key-marks.js';
import { bodyOfBytes, bodyOfText } from '../../../src/journal/body.js';
import type { HeaderPairs, WireBody } from '../../../src/journal/exchange.js';

const one = 'pk_live_first+key/1';
const other = 'pk_live_second';

/** The redactor for an exchange with these headers. */
function redactorOf(marks: KeyMarks, sent: HeaderPairs) {
  const { own, markOf } = marks.marksOf(sent);
  return {
    url: (url: string) => marks.redactor.url(url, own),
    headers: (headers: HeaderPairs) => marks.redactor.headers(headers, markOf),
    body: (body: WireBody) => marks.redactor.body(body),
  };
}

test('a key has the same mark in both headers, and another key has another mark', () => {
  const marks = new KeyMarks('salt');
  const clean = (name: string, value: string) =>
    redactorOf(marks, [[name, value]]).headers([[name, value]])[0]?.[1];
  const bearer = clean('Authorization', `Bearer ${one}`);
  expect(bearer).toMatch(/^Bearer \[redacted [\da-f]{8}\]$/);
  expect(clean('x-api-key', one)).toBe(bearer?.slice('Bearer '.length));
  expect(clean('X-API-KEY', other)).not.toBe(clean('x-api-key', one));
  expect(
    redactorOf(new KeyMarks('pepper'), [['x-api-key', one]]).headers([['x-api-key', one]])[0]?.[1],
  ).not.toBe(clean('x-api-key', one));
});

test('a key is removed from headers, URLs and bodies, also of other clients', () => {
  const marks = new KeyMarks('salt');
  redactorOf(marks, [['x-api-key', one]]);
  const redact = redactorOf(marks, [['authorization', `Bearer ${other}`]]);
  const texts = [
    redact.url(
      `https://h.example/api/v1/templates?api_key=${one}&q=${encodeURIComponent(one)}&token=unknown`,
    ),
    redact.body(bodyOfText(JSON.stringify({ one, other }))).text,
    redact.body(bodyOfText(btoa(one))).text,
    atob(redact.body(bodyOfBytes(Buffer.from(`\u00ff${one}`, 'latin1'))).text),
    redact.headers([['x-echo', `${one} ${other}`]])[0]?.[1] ?? '',
  ];
  for (const text of texts) {
    expect(text).toContain('[redacted');
    for (const key of [one, encodeURIComponent(one), btoa(one), other, 'unknown'])
      expect(text).not.toContain(key);
  }
});

test('two keys of one request have two marks', () => {
  const pairs = [
    ['Authorization', `Bearer ${one}`],
    ['X-API-Key', other],
  ] as const;
  const [bearer, plain] = redactorOf(new KeyMarks('salt'), pairs).headers(pairs);
  expect(plain?.[1]).toMatch(/^\[redacted [\da-f]{8}\]$/);
  expect(bearer?.[1]).not.toBe(`Bearer ${plain?.[1]}`);
});

test('cookies and passwords are removed, too', () => {
  const pairs = [
    ['Cookie', 'session=abcdef'],
    ['Authorization', 'Basic dXNlcjpwYXNz'],
  ] as const;
  const clean = redactorOf(new KeyMarks('salt'), pairs).headers(pairs);
  expect(clean.map(([, value]) => value.replace(/[\da-f]{8}/, '…'))).toEqual([
    '[redacted …]',
    'Basic [redacted …]',
  ]);
});

test('only recent keys are removed from bodies', () => {
  const marks = new KeyMarks('salt');
  for (let count = 0; count < 20; count += 1) redactorOf(marks, [['x-api-key', `key-number-${count}`]]);
  const redact = redactorOf(marks, []);
  expect(redact.body(bodyOfText('key-number-19')).text).toMatch(/^\[redacted/);
  expect(redact.body(bodyOfText('key-number-0')).text).toBe('key-number-0');
});
