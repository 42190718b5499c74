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
  it('behaves like a list that evicts its first entry', () => {
    const command = fc.record({
      kind: fc.constantFrom('set', 'set', 'set', 'touch'),
      key: fc.constantFrom(...'abcdefgh'),
      value: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.array(command, { maxLength: 60 }), (limit, commands) => {
        const { map, evicted } = bounded(limit);
        const entries: [string, number][] = [];
        const expected: string[] = [];
        for (const { kind, key, value } of commands) {
          const at = entries.findIndex(([existing]) => existing === key);
          if (kind === 'touch') {
            map.touch(key);
            if (at !== -1) entries.push(...entries.splice(at, 1));
          } else {
            map.set(key, value);
            if (at === -1) entries.push([key, value]);
            else entries[at] = [key, value];
            const [first] = entries.length > limit ? entries.splice(0, 1) : [];
            if (first) expected.push(first.join('='));
          }
          expect([...map.values()]).toEqual(entries.map(([, stored]) => stored));
        }
        expect(evicted).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
