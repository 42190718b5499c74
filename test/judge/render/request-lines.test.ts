/** The lines of a finding send its requests as the run did, or say what they do not do. */
import { expect, test } from 'vitest';
import type { ExchangeReport } from '../../../src/judge/report/report.js';
import { buildRequestLines } from '../../../src/judge/render/request-lines.js';
import { formatFinding, formatTiming } from '../../../src/judge/render/format.js';

const exchange = (sequence: number, curl?: string): ExchangeReport => ({
  sequence,
  offsetMs: sequence,
  startedAt: sequence,
  durationMs: 1,
  method: 'GET',
  path: '/',
  key: 'no key',
  ...(curl !== undefined && { curl }),
});
const [first, second] = [exchange(1, 'curl -i http://a'), exchange(2, 'curl -i http://b')];
const piped = exchange(1, "printf 'x' | curl -i http://a");

test('the lines are in the order of the requests, with a wait of a second or more', () => {
  const timed = (delayMs: number) =>
    buildRequestLines([second, first], { exchange: 2, timing: { after: 1, delayMs } })?.lines;
  expect(timed(999)).toEqual(['curl -i http://a', 'curl -i http://b']);
  expect(timed(1140)).toEqual(['curl -i http://a', 'sleep 1.2', 'curl -i http://b']);
  expect(buildRequestLines([second], { exchange: 2 })).toEqual({
    title: 'Requests:',
    lines: ['curl -i http://b'],
  });
  expect(buildRequestLines([exchange(1)], { exchange: 1 })).toBeUndefined();
});

test('two requests on one connection are one line, unless a body is piped', () => {
  const timing = { after: 1, delayMs: 5, isOnOneConnection: true };
  expect(buildRequestLines([second, first], { exchange: 2, timing })).toEqual({
    title: 'Requests:',
    lines: ['curl -i http://a --next -i http://b'],
  });
  expect(buildRequestLines([second, piped], { exchange: 2, timing })).toEqual({
    title: 'Requests (the lines do not use one connection):',
    lines: [piped.curl, 'curl -i http://b'],
  });
});

test('lines of requests at the same instant say that they come one after the other', () => {
  const timing = { after: 1, delayMs: -3 };
  expect(buildRequestLines([second, first], { exchange: 2, timing })?.title).toBe(
    'Requests (the lines do not send them at the same instant):',
  );
});

test('a finding says when its exchange was sent, and how often it was seen', () => {
  expect(formatTiming({ after: 4, delayMs: 60 })).toBe('60 ms after #4');
  expect(formatTiming({ after: 4, delayMs: 1100, isOnOneConnection: true })).toBe(
    '1.1 s after #4, on one connection',
  );
  expect(formatTiming({ after: 4, delayMs: -1, isOnOneConnection: false })).toBe('at the same instant as #4');
  expect(formatFinding({ message: 'it is gone', count: 2, outOf: 40 })).toBe(
    'it is gone (in 2 of 40 checks)',
  );
  expect(formatFinding({ message: 'it is gone', count: 2 })).toBe('it is gone (2 times)');
});
