import { expect, it } from 'vitest';
import fc from '../fast-check.js';
import { RecentMap } from '../../src/contract/recent-map.js';

it('forgets what was not asked for longest', () => {
  const map = new RecentMap<number>(2);
  map.set('one', 1);
  map.set('two', 2);
  expect(map.get('one')).toBe(1);
  map.set('three', 3);
  expect(['one', 'two', 'three'].map((name) => map.peek(name))).toEqual([1, undefined, 3]);
});

it('does not keep what is only looked at', () => {
  const map = new RecentMap<number>(2);
  map.set('one', 1);
  map.set('two', 2);
  map.peek('one');
  map.set('three', 3);
  expect(map.peek('one')).toBeUndefined();
});

it('makes what it needs once, and makes it again once it was deleted', () => {
  const map = new RecentMap<object>(5);
  const made = map.need('it', () => ({}));
  expect(map.need('it', () => ({}))).toBe(made);
  map.delete('it');
  expect(map.isEmpty).toBe(true);
  expect(map.need('it', () => ({}))).not.toBe(made);
});

it('forgets in the order in which it was asked, however often', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.constantFrom('set', 'get', 'delete'), fc.constantFrom(...'abcdefgh')), {
        maxLength: 60,
      }),
      (most, steps) => {
        const map = new RecentMap<string>(most);
        let names: string[] = [];
        for (const [step, name] of steps) {
          const isKnown = names.includes(name);
          if (step === 'set') map.set(name, name);
          if (step === 'get') expect(map.get(name)).toBe(isKnown ? name : undefined);
          if (step === 'delete') expect(map.delete(name)).toBe(isKnown);
          const others = names.filter((other) => other !== name);
          if (step === 'delete') names = others;
          else if (step === 'set' || isKnown) names = [...others, name].slice(-most);
          expect([...map.values()]).toEqual(names);
        }
      },
    ),
  );
});
