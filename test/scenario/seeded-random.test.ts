import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { seededRandom, randomId, hash32 } from '../../src/scenario/seeded-random.js';

const labels = fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 4 });

describe('a random number', () => {
  it('is the same in every process: these values never change', () => {
    expect(hash32(1)).toBe(920564995);
    expect(hash32(1, 'a', 2)).toBe(4275627156);
    expect(randomId(1, 'ws_dev', 'job', 1)).toBe('e6zzgs3t4wb1n5g9');
  });

  it('is from 0 up to, but not including, 1', () => {
    fc.assert(
      fc.property(fc.integer(), labels, (seed, names) => {
        const value = seededRandom(seed, ...names);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
        expect(seededRandom(seed, ...names)).toBe(value);
      }),
    );
  });

  it('depends on where one label ends and the next begins', () => {
    expect(hash32(1, 'ab', 'c')).not.toBe(hash32(1, 'a', 'bc'));
    expect(hash32(1, 'a')).not.toBe(hash32(1, 'a', ''));
  });
});
