import { describe, expect, it } from 'vitest';
import { EPOCH, ControlStage } from './control-stage.js';

const iso = (after: number) => new Date(EPOCH + after).toISOString();

describe('the clock of a workspace', () => {
  it('pauses, runs, runs faster and advances', async () => {
    const stage = new ControlStage();
    await stage.run('pauseClock');
    stage.advanceRealTime(5000);
    expect(await stage.run('getClock')).toEqual({
      now: iso(0),
      speed: 1,
      paused: true,
      pending_responses: 0,
    });
    expect(await stage.run('advanceClock', {}, { by: '1m30s' })).toMatchObject({ now: iso(90_000) });
    expect(await stage.run('advanceClock', {}, { by: 500 })).toMatchObject({ now: iso(90_500) });
    await stage.run('resumeClock');
    await stage.run('setClockSpeed', {}, { speed: 60 });
    stage.advanceRealTime(1000);
    expect(await stage.run('getClock')).toEqual({
      now: iso(150_500),
      speed: 60,
      paused: false,
      pending_responses: 0,
    });
  });

  it('advances to the release of a delayed response, if that is earlier', async () => {
    const stage = new ControlStage();
    await stage.run('pauseClock');
    await stage.run('addFault', {}, { latency: '400ms', times: 2 });
    const pending = [
      await stage.sendUnrecorded('GET', '/templates'),
      await stage.sendUnrecorded('GET', '/templates'),
    ];
    const id = await stage.job();
    const { until } = (await stage.run('getJob', { job: id })).position;
    expect(await stage.run('advanceClockToNextEvent')).toEqual({
      clock: { now: iso(400), speed: 1, paused: true, pending_responses: 0 },
      job: null,
      released_responses: 2,
    });
    for (const release of pending) release();
    expect(await stage.run('advanceClockToNextEvent')).toMatchObject({
      clock: { now: until },
      job: { generation_id: id },
      released_responses: 0,
    });
  });
});
