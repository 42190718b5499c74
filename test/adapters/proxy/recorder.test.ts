import { expect, test } from 'vitest';
import { Recorder } from '../../../src/adapters/proxy/recorder.js';

function record(work: (item: number) => void = () => {}, weight = 1) {
  const done: number[] = [];
  const bugs: unknown[] = [];
  let slices = 0;
  const recorder = new Recorder<number>({
    weigh: () => weight,
    work: (item) => {
      work(item);
      done.push(item);
    },
    onSlice: () => (slices += 1),
    onBug: (error) => bugs.push(error),
  });
  return { recorder, done, bugs, slices: () => slices };
}

test('nothing is done in the moment of the push, and everything some moments later, in order', async () => {
  const { recorder, done, slices } = record();
  for (const item of [1, 2, 3]) recorder.push(item);
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual([1, 2, 3]);
  expect(slices()).toBe(1);
});

test('more than can wait is done by whoever brings it, and nothing is lost', () => {
  const { recorder, done } = record();
  const items = Array.from({ length: 5_000 }, (_, index) => index);
  for (const item of items) recorder.push(item);
  expect(done).toEqual(items.slice(0, 3_000));
  recorder.drain();
  expect(done).toEqual(items);
});

test('large ones wait in smaller number', () => {
  const { recorder, done } = record(() => {}, 10_000_000);
  for (let item = 1; item <= 5; item += 1) recorder.push(item);
  expect(done).toEqual([1, 2]);
});

test('long work is done in slices, so that what passes by is not held up', async () => {
  const { recorder, done, slices } = record(() => {
    for (const end = performance.now() + 1; performance.now() < end;);
  });
  for (let item = 0; item < 10; item += 1) recorder.push(item);
  await expect.poll(() => done.length).toBe(10);
  expect(slices()).toBeGreaterThanOrEqual(10);
});

test('a bug costs one item', () => {
  const { recorder, done, bugs } = record((item) => {
    if (item === 2) throw new Error('a bug');
  });
  for (const item of [1, 2, 3]) recorder.push(item);
  recorder.drain();
  expect([done, bugs.length]).toEqual([[1, 3], 1]);
});
