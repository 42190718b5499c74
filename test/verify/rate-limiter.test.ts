import { expect, test } from 'vitest';
import { RateLimiter } from '../../src/verify/rate-limiter.js';

/** A clock that moves only during sleeps. */
function stillClock() {
  let time = 1_000_000;
  return {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
}

test('requests are sent in the order of the calls', async () => {
  const keeper = new RateLimiter(stillClock(), 1);
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      await keeper.acquire(() => undefined);
      order.push(number);
    }),
  );
  expect(order).toEqual([1, 2, 3]);
});

test('no request is sent during a pause of the target, and the wait is reported', async () => {
  const clock = stillClock();
  const keeper = new RateLimiter(clock, 0);
  keeper.pauseUntil(clock.now() + 5_000);
  const waits: number[] = [];
  await keeper.acquire((ms) => waits.push(ms));
  expect(waits).toEqual([5_000]);
});

test('an urgent request is sent at once, and no minute has more requests than allowed', async () => {
  const clock = stillClock();
  const keeper = new RateLimiter(clock, 20);
  const times: number[] = [];
  const urgentWaits: number[] = [];
  for (let request = 0; request < 120; request++) {
    const isUrgent = request % 3 === 1;
    const before = clock.now();
    await keeper.acquire(() => undefined, 1, isUrgent);
    if (isUrgent) urgentWaits.push(clock.now() - before);
    times.push(clock.now());
  }
  expect(urgentWaits.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
  for (const time of times) {
    expect(times.filter((other) => other >= time && other < time + 60_000).length).toBeLessThanOrEqual(20);
  }
  expect(clock.now() - (times[0] ?? 0)).toBeLessThan(120 * 3_050);
});
