import { describe, expect, it } from 'vitest';
import {
  hasPendingEvents,
  advanceTo,
  waitForNetworkIdle,
  type ClockTargets,
} from '../../../src/wall/page/advance-clock.js';

/** One screen with a timer at a fixed interval, and one sandbox with events at these instants. */
function fakeClockTargets({ interval = 0, events = [] as number[], pending = 0, pendingResponses = 0 } = {}) {
  const visited: number[] = [];
  let [now, real, refreshes] = [0, 0, 0];
  const state = { pending, pendingResponses };
  const targets: ClockTargets = {
    now: () => now,
    sandboxes: () => [
      { name: 'a', next: events.find((at) => at > now), pendingResponses: state.pendingResponses },
    ],
    screens: () => [
      {
        name: 'a',
        next: interval > 0 ? (Math.floor(now / interval) + 1) * interval : undefined,
        pending: state.pending,
        screen: String(events.filter((at) => at <= now).length),
      },
    ],
    advance: async (to) => void visited.push((now = to)),
    refresh: async () => void (refreshes += 1),
    nextMessage: async (milliseconds) => void (real += milliseconds),
    realNow: () => real,
  };
  return { targets, visited, state, real: () => real, refreshes: () => refreshes };
}

describe('the clock of the wall', () => {
  it('stops at every timer of a screen, so that a loop of 100 ms is not missed', async () => {
    const { targets, visited } = fakeClockTargets({ interval: 100 });
    await advanceTo(targets, 1000);
    expect(visited).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  });

  it('stops at every event of a sandbox, and ends at its limit', async () => {
    const { targets, visited } = fakeClockTargets({ events: [2500, 4000] });
    await advanceTo(targets, 3000);
    expect(visited).toEqual([2500, 3000]);
  });

  it('returns the screens that changed, and stops when the callback says so', async () => {
    const { targets } = fakeClockTargets({ interval: 400, events: [1000] });
    expect(await advanceTo(targets, 5000, (changed) => changed.size > 0)).toEqual(new Set(['a']));
    expect(targets.now()).toBe(1000);
  });

  it('does not wait for a response that waits for the clock', async () => {
    const { targets, real } = fakeClockTargets({ pending: 1, pendingResponses: 1 });
    await waitForNetworkIdle(targets);
    expect(real()).toBe(0);
  });

  it('waits for a request, but not forever', async () => {
    const { targets, real } = fakeClockTargets({ pending: 1 });
    await waitForNetworkIdle(targets);
    expect(real()).toBeGreaterThan(1000);
    expect(real()).toBeLessThan(5000);
  });

  it('knows whether timers or events are pending', () => {
    expect(hasPendingEvents(fakeClockTargets().targets)).toBe(false);
    expect(hasPendingEvents(fakeClockTargets({ interval: 100 }).targets)).toBe(true);
    expect(hasPendingEvents(fakeClockTargets({ events: [5] }).targets)).toBe(true);
  });
});
