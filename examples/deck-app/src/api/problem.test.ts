import { expect, test } from 'vitest';
import { createProblem } from './problem';

const createResponse = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

test.each([
  [400, 'rejected', false],
  [401, 'unauthorized', false],
  [403, 'forbidden', false],
  [404, 'not-found', false],
  [408, 'timeout', true],
  [409, 'rejected', false],
  [429, 'rate-limited', true],
  [500, 'server-error', true],
  [503, 'server-error', true],
])('a %i is a problem of the kind %s', (status, kind, isTransient) => {
  expect(createProblem(createResponse(status), undefined)).toMatchObject({ kind, isTransient });
});

test('Retry-After is parsed as seconds or as a date, and other values are ignored', () => {
  const parse = (value: string) =>
    createProblem(createResponse(429, { 'retry-after': value }), undefined).retryAfter;
  expect(parse('7')).toBe(7_000);
  const inAMinute = parse(new Date(Date.now() + 60_000).toUTCString());
  expect(inAMinute).toBeGreaterThan(57_000);
  expect(inAMinute).toBeLessThanOrEqual(60_000);
  expect(parse('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(0);
  expect(parse('soon')).toBeUndefined();
});

test('the detail is the text of a usual field of the body', () => {
  expect(createProblem(createResponse(400), { detail: 'Too short.' }).detail).toBe('Too short.');
  expect(createProblem(createResponse(400), { error: 'Too short.' }).detail).toBe('Too short.');
  expect(createProblem(createResponse(400), { error: { code: 7 } }).detail).toBeUndefined();
  expect(createProblem(createResponse(400), undefined).detail).toBeUndefined();
});
