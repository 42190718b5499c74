import { describe, expect, it } from 'vitest';
import fc from '../../fast-check.js';
import type { CompiledRateLimit } from '../../../src/scenario/timeline.js';
import { JobStore } from '../../../src/service/store/store.js';

/** A simple implementation of the same rate: it checks all granted requests. */
class NaiveRateLimiter {
  readonly granted: number[] = [];

  take({ requests, windowMs }: CompiledRateLimit, now: number): number {
    const recent = this.granted.filter((at) => at > now - windowMs);
    if (recent.length < requests) {
      this.granted.push(now);
      return 0;
    }
    return recent[recent.length - requests]! + windowMs - now;
  }
}

const rates = fc.record({
  requests: fc.integer({ min: 1, max: 6 }),
  windowMs: fc.integer({ min: 1, max: 50 }),
});
/** Ascending instants, some of them equal. */
const instants = fc
  .array(fc.oneof(fc.constant(0), fc.nat({ max: 30 })), { maxLength: 80 })
  .map((gaps) => gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0)));

/** The rate of one bucket of a new store. */
function newWindow() {
  const store = new JobStore();
  return {
    take: (rate: CompiledRateLimit, now: number) => store.consumeRateLimit('amber', 'key', rate, now),
  };
}

describe('a rate window', () => {
  it('grants its number of requests, then says how long until the next', () => {
    const window = newWindow();
    const rate = { requests: 2, windowMs: 1000 };
    expect([0, 100, 200, 999, 1000, 1001, 1100].map((now) => window.take(rate, now))).toEqual([
      0, 0, 800, 1, 0, 99, 0,
    ]);
  });

  it('gives the same results as the simple implementation', () => {
    fc.assert(
      fc.property(rates, instants, (rate, times) => {
        const window = newWindow();
        const model = new NaiveRateLimiter();
        for (const now of times) expect(window.take(rate, now)).toBe(model.take(rate, now));
      }),
      { numRuns: 400 },
    );
  });
});
