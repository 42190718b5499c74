import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { draw, drawName, mix } from '../../src/scenario/draw.js';

const labels = fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 4 });
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a random number', () => {
  it('is the same in every process: these values never change', () => {
    expect(mix(1)).toBe(920564995);
    expect(mix(1, 'a', 2)).toBe(4275627156);
    expect(drawName(1, 'ws_dev', 'job', 1)).toBe('e6zzgs3t4wb1n5g9');
  });

  it('is from 0 up to, but not including, 1', () => {
    fc.assert(
      fc.property(fc.integer(), labels, (seed, names) => {
        const drawn = draw(seed, ...names);
        expect(drawn).toBeGreaterThanOrEqual(0);
        expect(drawn).toBeLessThan(1);
        expect(draw(seed, ...names)).toBe(drawn);
      }),
    );
  });

  it('depends on where one label ends and the next begins', () => {
    expect(mix(1, 'ab', 'c')).not.toBe(mix(1, 'a', 'bc'));
    expect(mix(1, 'a')).not.toBe(mix(1, 'a', ''));
  });
});

describe('a random name', () => {
  it('has sixteen characters, without letters that look like digits', () => {
    for (const index of many(200)) expect(drawName(index, 'job')).toMatch(/^[0-9a-hj-km-np-tv-z]{16}$/);
  });

  it('is unique among a hundred thousand ordinals', () => {
    expect(new Set(many(100_000).map((ordinal) => drawName(1, 'ws_dev', 'job', ordinal))).size).toBe(100_000);
  });

  it('differs between seeds, workspaces and kinds', () => {
    const names = [
      drawName(1, 'ws_dev', 'job', 1),
      drawName(2, 'ws_dev', 'job', 1),
      drawName(1, 'ws_other', 'job', 1),
      drawName(1, 'ws_dev', 'presentation', 1),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});
