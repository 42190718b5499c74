import { describe, expect, it } from 'vitest';
import {
  parseCounts,
  parseOrdinals,
  parsePeriod,
  parseRateLimit,
  parseSpan,
} from '../../src/scenario/notation.js';

describe('a span', () => {
  it.each([
    ['2s', { min: 2000, max: 2000 }],
    ['200ms..1.5s', { min: 200, max: 1500 }],
    ['0ms..0ms', { min: 0, max: 0 }],
  ])('%s', (text, span) => {
    expect(parseSpan(text)).toEqual(span);
  });

  it('that the schema does not accept is a bug', () => {
    expect(() => parseSpan('soon')).toThrow('soon');
  });
});

describe('a period', () => {
  it.each([
    ['3s..8s', { from: 3000, to: 8000 }],
    ['10s..', { from: 10_000, to: Infinity }],
    ['0s..1m30s', { from: 0, to: 90_000 }],
  ])('%s', (text, period) => {
    expect(parsePeriod(text)).toEqual(period);
  });
});

describe('ordinals', () => {
  it.each([
    [3, { from: 3, to: 3 }],
    ['3', { from: 3, to: 3 }],
    ['3..5', { from: 3, to: 5 }],
    ['4..', { from: 4, to: Infinity }],
  ])('%s', (figure, range) => {
    expect(parseOrdinals(figure)).toEqual(range);
  });
});

describe('counts', () => {
  const slides = (value: number) => ({ value, percent: false });
  const share = (value: number) => ({ value, percent: true });
  it.each([
    [8, { from: undefined, to: slides(8) }],
    ['8', { from: undefined, to: slides(8) }],
    ['0..8', { from: slides(0), to: slides(8) }],
    ['40%', { from: undefined, to: share(40) }],
    ['0%..100%', { from: share(0), to: share(100) }],
    ['3..100%', { from: slides(3), to: share(100) }],
  ])('%s', (figure, counts) => {
    expect(parseCounts(figure)).toEqual(counts);
  });
});

describe('a rate', () => {
  it.each([
    ['20/1m', { requests: 20, window: 60_000 }],
    ['1/250ms', { requests: 1, window: 250 }],
    ['999999/1h', { requests: 999_999, window: 3_600_000 }],
  ])('%s', (text, rate) => {
    expect(parseRateLimit(text)).toEqual(rate);
  });

  it.each(['', '20', '20/', '/1m', '0/1m', '-1/1m', '1.5/1m', '20/0s', '20/minute', '1000000/1m', '020/1m'])(
    'is not %j',
    (text) => {
      expect(parseRateLimit(text)).toBeUndefined();
    },
  );
});
