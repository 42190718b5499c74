import { expect, test } from 'vitest';
import { RateKeeper } from '../../../src/contract/explore/rate.js';

/** A clock that only moves when somebody sleeps. */
function stillClock() {
  let time = 1_000_000;
  return {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
}

test('no minute, wherever it begins, has more requests than allowed', async () => {
  const clock = stillClock();
  const keeper = new RateKeeper(clock, 20);
  const times: number[] = [];
  for (let request = 0; request < 100; request++) {
    await keeper.turn(() => undefined);
    times.push(clock.now());
    await clock.sleep((request * 137) % 900);
  }
  for (const time of times) {
    expect(times.filter((other) => other >= time && other < time + 60_000).length).toBeLessThanOrEqual(20);
  }
});

test('requests go in the order of asking', async () => {
  const keeper = new RateKeeper(stillClock(), 1);
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      await keeper.turn(() => undefined);
      order.push(number);
    }),
  );
  expect(order).toEqual([1, 2, 3]);
});

test('nothing goes while the target wants a pause, and the wait is told', async () => {
  const clock = stillClock();
  const keeper = new RateKeeper(clock, 0);
  keeper.holdUntil(clock.now() + 5_000);
  const waits: number[] = [];
  await keeper.turn((ms) => waits.push(ms));
  expect(waits).toEqual([5_000]);
});
