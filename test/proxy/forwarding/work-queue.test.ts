import { expect, test } from 'vitest';
import { WorkQueue } from '../../../src/proxy/forwarding/work-queue.js';

function start(work: (item: number) => void = () => {}, weight = 1) {
  const done: number[] = [];
  const bugs: unknown[] = [];
  let slices = 0;
  const queue = new WorkQueue<number>({
    bytesOf: () => weight,
    work: (item) => {
      work(item);
      done.push(item);
    },
    onSlice: () => (slices += 1),
    onBug: (error) => bugs.push(error),
  });
  return { queue, done, bugs, slices: () => slices };
}

test('items are processed in order, some moments after the push', async () => {
  const { queue, done, slices } = start();
  for (const item of [1, 2, 3]) queue.push(item);
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual([1, 2, 3]);
  // One slice, unless the machine pauses the process for longer than a slice.
  expect(slices()).toBeGreaterThanOrEqual(1);
  expect(slices()).toBeLessThanOrEqual(3);
});

test('a push to a full queue processes the oldest item, and no item is lost', () => {
  const { queue, done } = start();
  const items = Array.from({ length: 5_000 }, (_, index) => index);
  for (const item of items) queue.push(item);
  expect(done).toEqual(items.slice(0, 3_000));
  queue.drain();
  expect(done).toEqual(items);
});

test('fewer large items fit into the queue', () => {
  const { queue, done } = start(() => {}, 10_000_000);
  for (let item = 1; item <= 5; item += 1) queue.push(item);
  expect(done).toEqual([1, 2]);
});

test('long work is done in slices', async () => {
  const { queue, done, slices } = start(() => {
    for (const end = performance.now() + 1; performance.now() < end;);
  });
  for (let item = 0; item < 10; item += 1) queue.push(item);
  await expect.poll(() => done.length).toBe(10);
  expect(slices()).toBeGreaterThanOrEqual(10);
});

test('an error in the work loses one item only', () => {
  const { queue, done, bugs } = start((item) => {
    if (item === 2) throw new Error('a bug');
  });
  for (const item of [1, 2, 3]) queue.push(item);
  queue.drain();
  expect([done, bugs.length]).toEqual([[1, 3], 1]);
});
