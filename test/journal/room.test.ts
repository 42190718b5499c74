import { expect, test } from 'vitest';
import { Room } from '../../src/journal/room.js';

const sizes = (room: Room, distances: readonly number[]): readonly number[] =>
  distances.map((distance) => {
    room.see(distance);
    return room.size;
  });

test('little is held once as many as fit came close to each other in a row', () => {
  expect(sizes(new Room(4, 2), [0, 0, 0, 0, 0])).toEqual([4, 4, 4, 2, 2]);
});

test('what comes from further than a quarter of that needs all the room again, for as long', () => {
  expect(sizes(new Room(5, 4), [0, 1, 1, 0, 0, 1, 2, 0, 0, 0, 0, 0])).toEqual([
    5, 5, 5, 5, 4, 4, 5, 5, 5, 5, 5, 4,
  ]);
});

test('no more is held than there is room for', () => {
  expect(sizes(new Room(2, 300), [0, 0, 0])).toEqual([2, 2, 2]);
});
