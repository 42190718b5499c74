import { expect, test } from 'vitest';
import { chooseMoments, momentText } from '../../../src/wall/kept/moments.js';

const change = (at: number, screens: number, jobs: number) => ({
  at,
  screens: new Set(Array.from({ length: screens }, (_, index) => `s${index}`)),
  jobs: new Set(Array.from({ length: jobs }, (_, index) => `s${index}`)),
});

test('moments are those at which most jobs change their state, then most screens, in their order', () => {
  const changes = [
    change(0, 3, 0),
    change(4000, 3, 3),
    change(6000, 1, 0),
    change(8000, 2, 1),
    change(9000, 2, 0),
  ];
  expect(chooseMoments(changes, 3)).toEqual([0, 4000, 8000]);
  expect(chooseMoments(changes, 9)).toEqual([0, 4000, 6000, 8000, 9000]);
});

test('a wall on which nothing changes has its first moment', () => {
  expect(chooseMoments([change(0, 0, 2)], 5)).toEqual([0]);
  expect(momentText(0)).toBe('0s');
  expect(momentText(90_500)).toBe('1m30.5s');
});
