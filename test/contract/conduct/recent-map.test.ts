import { expect, it } from 'vitest';
import { RecentMap } from '../../../src/contract/conduct/recent-map.js';

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
