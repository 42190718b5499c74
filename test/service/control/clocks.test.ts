import { describe, expect, it } from 'vitest';
import { EPOCH, ControlHarness } from './control-harness.js';

const iso = (after: number) => new Date(EPOCH + after).toISOString();

describe('the clock of a workspace', () => {
  it('pauses, runs, runs faster and advances', async () => {
    const harness = new ControlHarness();
    await harness.run('pauseClock');
    harness.advanceRealTime(5000);
    expect(await harness.run('getClock')).toEqual({
      now: iso(0),
      speed: 1,
      paused: true,
      pending_responses: 0,
    });
    expect(await harness.run('advanceClock', {}, { by: '1m30s' })).toMatchObject({ now: iso(90_000) });
    expect(await harness.run('advanceClock', {}, { by: 500 })).toMatchObject({ now: iso(90_500) });
    await harness.run('resumeClock');
    await harness.run('setClockSpeed', {}, { speed: 60 });
    harness.advanceRealTime(1000);
    expect(await harness.run('getClock')).toEqual({
      now: iso(150_500),
      speed: 60,
      paused: false,
      pending_responses: 0,
    });
  });

  it('advances to the release of a delayed response, if that is earlier', async () => {
    const harness = new ControlHarness();
    await harness.run('pauseClock');
    await harness.run('addFault', {}, { latency: '400ms', times: 2 });
    const pending = [
      await harness.sendUnrecorded('GET', '/templates'),
      await harness.sendUnrecorded('GET', '/templates'),
    ];
    const id = await harness.job();
    const { until } = (await harness.run('getJob', { job: id })).position;
    expect(await harness.run('advanceClockToNextEvent')).toEqual({
      clock: { now: iso(400), speed: 1, paused: true, pending_responses: 0 },
      job: null,
      released_responses: 2,
    });
    for (const release of pending) release();
    expect(await harness.run('advanceClockToNextEvent')).toMatchObject({
      clock: { now: until },
      job: { generation_id: id },
      released_responses: 0,
    });
  });
});
