import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { BoundedMap } from '../../src/base/bounded-map.js';

/** A map and its evicted entries. */
function bounded(limit: number) {
  const evicted: string[] = [];
  return {
    evicted,
    map: new BoundedMap<string, number>(limit, (key, value) => evicted.push(`${key}=${value}`)),
  };
}

describe('a bounded map', () => {
  it('keeps entries up to its size and evicts none', () => {
    const { map, evicted } = bounded(2);
    map.set('a', 1);
    map.set('b', 2);
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, 2, undefined, 2]);
    expect(evicted).toEqual([]);
  });

  it('evicts the oldest first, and reports each', () => {
    const { map, evicted } = bounded(2);
    for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) map.set(key, index);
    expect(evicted).toEqual(['a=0', 'b=1']);
    expect([...map.values()]).toEqual([2, 3]);
  });

  it('keeps the age of a replaced entry', () => {
    const { map, evicted } = bounded(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 10);
    expect(evicted).toEqual([]);
    map.set('c', 3);
    expect(evicted).toEqual(['a=10']);
  });

  it('of size zero keeps nothing', () => {
    const { map, evicted } = bounded(0);
    map.set('a', 1);
    map.set('b', 2);
    expect([map.size, evicted]).toEqual([0, ['a=1', 'b=2']]);
  });

  it('behaves like a list that drops its first entry', () => {
    const command = fc.record({
      kind: fc.constantFrom('set', 'set', 'set', 'touch'),
      key: fc.constantFrom(...'abcdefgh'),
      value: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.array(command, { maxLength: 60 }), (limit, commands) => {
        const { map, evicted } = bounded(limit);
        const entries: [string, number][] = [];
        const dropped: string[] = [];
        for (const { kind, key, value } of commands) {
          const at = entries.findIndex(([known]) => known === key);
          if (kind === 'touch') {
            map.touch(key);
            if (at !== -1) entries.push(...entries.splice(at, 1));
          } else {
            map.set(key, value);
            if (at === -1) entries.push([key, value]);
            else entries[at] = [key, value];
            const [first] = entries.length > limit ? entries.splice(0, 1) : [];
            if (first) dropped.push(first.join('='));
          }
          expect([...map.values()]).toEqual(entries.map(([, kept]) => kept));
        }
        expect(evicted).toEqual(dropped);
      }),
      { numRuns: 300 },
    );
  });
});

describe('eviction', () => {
  const COUNT = 200_000;

  /** The milliseconds of computing for this many new entries: other processes do not count. */
  function time(map: BoundedMap<number, number>, from: number): number {
    const began = process.cpuUsage();
    for (let key = from; key < from + COUNT; key += 1) map.set(key, key);
    return process.cpuUsage(began).user / 1000;
  }

  it('takes constant time: 200,000 evictions cost a few times as much as the insertions', () => {
    let evicted = 0;
    const map = new BoundedMap<number, number>(COUNT, () => (evicted += 1));
    const inserting = time(map, 0);
    expect(evicted).toBe(0);
    const evicting = time(map, COUNT);
    expect(evicted).toBe(COUNT);
    // A search for the oldest entry from the start would take minutes.
    expect(evicting).toBeLessThan(20 * inserting + 500);
  });
});
