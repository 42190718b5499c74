import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/generated/control-api.js';
import { lengthOf, slidesOf } from '../../src/service/project.js';
import { playing, timelineOf } from '../scenario/documents.js';

describe('the number of slides', () => {
  const slides = (...steps: Step[]) => slidesOf(timelineOf(playing(...steps)), 7);

  it('is that of the template, unless the scenario sets it', () => {
    expect(slides({ complete: null })).toBe(7);
    expect(slides({ fail: { error: 'E' } })).toBe(7);
    expect(slides({ stay: null })).toBe(7);
    expect(slides({ complete: { sections: 300 } })).toBe(300);
    expect(slides({ complete: { sections: 0 } })).toBe(0);
    expect(slides({ complete: { sections: [{ title: 'One' }, { title: 'Two' }] } })).toBe(2);
  });
});

describe('a length drawn from a range', () => {
  const span = { min: 1000, max: 3000 };

  it('is in the range, in whole milliseconds, and covers all of it', () => {
    const lengths = Array.from({ length: 2000 }, (_, seed) => lengthOf(span, seed, 0));
    for (const length of lengths) expect(Number.isInteger(length)).toBe(true);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1000);
    expect(Math.min(...lengths)).toBeLessThan(1050);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3000);
    expect(Math.max(...lengths)).toBeGreaterThan(2950);
  });

  it('is the same for the same job and step, and differs for others', () => {
    expect(lengthOf(span, 7, 1)).toBe(lengthOf(span, 7, 1));
    expect(new Set([lengthOf(span, 7, 1), lengthOf(span, 7, 2), lengthOf(span, 8, 1)]).size).toBe(3);
  });

  it('is the value of both ends when they are the same', () => {
    expect(lengthOf({ min: 1500, max: 1500 }, 7, 1)).toBe(1500);
    expect(lengthOf({ min: Infinity, max: Infinity }, 7, 1)).toBe(Infinity);
  });
});
