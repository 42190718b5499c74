import { expect, test } from 'vitest';
import { problemOf } from './problem';

const body = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

test.each([
  [400, 'refused', false],
  [401, 'key', false],
  [403, 'disabled', false],
  [404, 'gone', false],
  [408, 'slow', true],
  [409, 'refused', false],
  [429, 'busy', true],
  [500, 'broken', true],
  [503, 'broken', true],
])('a %i is a problem of the kind %s', (status, kind, isTransient) => {
  expect(problemOf(body(status), undefined)).toMatchObject({ kind, isTransient });
});

test('Retry-After is read as seconds and as a date, and anything else is no hint', () => {
  const hint = (value: string) => problemOf(body(429, { 'retry-after': value }), undefined).retryAfter;
  expect(hint('7')).toBe(7_000);
  const inAMinute = hint(new Date(Date.now() + 60_000).toUTCString());
  expect(inAMinute).toBeGreaterThan(57_000);
  expect(inAMinute).toBeLessThanOrEqual(60_000);
  expect(hint('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(0);
  expect(hint('soon')).toBeUndefined();
});

test('whatever reads like a sentence is what the service said', () => {
  expect(problemOf(body(400), { detail: 'Too short.' }).detail).toBe('Too short.');
  expect(problemOf(body(400), { error: 'Too short.' }).detail).toBe('Too short.');
  expect(problemOf(body(400), { error: { code: 7 } }).detail).toBeUndefined();
  expect(problemOf(body(400), undefined).detail).toBeUndefined();
});
