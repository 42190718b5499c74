import { describe, expect, it } from 'vitest';
import { scenarioOfSteps, completingScenario } from '../scenario/test-scenarios.js';
import { ServiceHarness } from './service-harness.js';

describe('a scenario by name', () => {
  it('in a header is played by the job that starts with it only', async () => {
    const harness = new ServiceHarness();
    const instant = await harness.dev.with({ 'x-deckhand-scenario': 'instant' }).job();
    const usual = await harness.dev.job();
    expect((await harness.dev.poll(instant)).body.status).toBe('completed');
    expect((await harness.dev.poll(usual)).body.status).toBe('generating');
  });

  it('that does not exist is rejected in the header and in the prompt', async () => {
    const harness = new ServiceHarness();
    expect((await harness.dev.with({ 'x-deckhand-scenario': 'instnt' }).templates()).body).toMatchObject({
      status: 400,
      detail: 'X-Deckhand-Scenario: There is no scenario "instnt". Did you mean instant?',
    });
    expect((await harness.dev.start('Tides [scenario: instnt]')).body).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: '/prompt', detail: 'There is no scenario "instnt". Did you mean instant?' }],
    });
  });

  it('given as an object is played by the jobs that start while it is active', async () => {
    const harness = new ServiceHarness();
    const workspace = harness.deckhand.workspace('ws_dev');
    workspace.useScenario(scenarioOfSteps({ fail: { error: 'Given.' } }));
    const job = await harness.dev.job();
    workspace.useScenario('instant');
    expect((await harness.dev.poll(job)).body).toMatchObject({ status: 'failed', error: 'Given.' });
  });
});

describe('faults', () => {
  const POLL_3 = completingScenario({
    faults: [{ operation: 'getGenerationStatus', requests: 3, response: { status: 502 } }],
  });

  it('count the requests of each job separately', async () => {
    const harness = ServiceHarness.of(POLL_3);
    const [one, other] = [await harness.dev.job(), await harness.dev.job()];
    const seen: number[] = [];
    for (const id of [one, one, other, one, other, other, one])
      seen.push((await harness.dev.poll(id)).status);
    expect(seen).toEqual([200, 200, 200, 502, 200, 502, 200]);
  });

  it('count other requests for each workspace, from zero when a scenario becomes active', async () => {
    const harness = new ServiceHarness();
    const second = completingScenario({
      faults: [{ operation: 'listTemplates', requests: 2, response: { status: 502 } }],
    });
    const seen = async (count: number) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) statuses.push((await harness.dev.templates()).status);
      return statuses;
    };
    harness.deckhand.workspace('ws_dev').useScenario(second);
    expect(await seen(3)).toEqual([200, 502, 200]);
    harness.deckhand.workspace('ws_dev').useScenario(second);
    expect(await seen(2)).toEqual([200, 502]);
    expect((await harness.other.templates()).status).toBe(200);
  });

  it('during a span follow the clock of the job', async () => {
    const harness = ServiceHarness.of({
      ...scenarioOfSteps({ stall: null }),
      faults: [{ operation: 'getGenerationStatus', during: '3s..5s', response: { status: 503 } }],
    });
    harness.advanceRealTime(5000);
    const id = await harness.dev.job();
    const seen: number[] = [];
    for (const gap of [2999, 1, 1999, 1]) {
      harness.advanceRealTime(gap);
      seen.push((await harness.dev.poll(id)).status);
    }
    expect(seen).toEqual([200, 503, 503, 200]);
  });

  it('that reset the connection have no response, and no effect of the operation', async () => {
    const harness = ServiceHarness.of(
      completingScenario({ faults: [{ operation: 'startGeneration', requests: 1, connection: 'reset' }] }),
    );
    const { response } = await harness.dev.start('Tides');
    expect(response).toMatchObject({
      status: 0,
      body: '',
      delivery: { connection: 'reset' },
      metadata: { fault: 'resets the connection' },
    });
    expect(await harness.dev.job()).toBe(await ServiceHarness.of(completingScenario()).dev.job());
  });
});
