import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import type { Scenario } from '../../src/generated/control-api.js';
import { predictOutcome } from '../../src/scenario/outcome.js';
import { scenarioOfSteps, completingScenario, compileOrThrow } from './test-scenarios.js';
import { ControlHarness } from '../service/control/control-harness.js';

/** How a real job ends in an hour. Only questions without a timeout get a reply. */
async function playedEnd(scenario: Scenario): Promise<string> {
  const harness = new ControlHarness();
  await harness.run('useScenario', {}, { scenario });
  const started = await harness.api('POST', '/presentations/generate', { prompt: 'Tides' });
  if (started.status !== 202) return 'rejected';
  const job = started.body.generation_id as string;
  for (let second = 0; second < 3600; second += 5) {
    harness.advanceRealTime(5000);
    const { status_response, position } = await harness.run('getJob', { job });
    const status = String(status_response['status']);
    if (status === 'completed' || status === 'failed') return status;
    if (status === 'awaiting_input' && position.until === null)
      await harness.api('POST', `/presentations/generate/${job}/message`, { message: 'Sailors' });
  }
  return 'stalled';
}

describe('the outcome of a scenario', () => {
  it.each(Object.entries(bundledScenarios))('%s is how its jobs end', async (_name, scenario) => {
    expect(predictOutcome(compileOrThrow(scenario)).end).toBe(await playedEnd(scenario));
  });

  it('is a failure for a question with a timeout, and contains the steps after a reply', () => {
    const ask = { message: 'Who?', timeout: '30s', error: 'Late.' };
    const outcome = predictOutcome(
      compileOrThrow(scenarioOfSteps({ ask }, { generate: { for: '2s', slides: 8 } }, { complete: null })),
    );
    expect(outcome.steps.map(({ kind }) => kind)).toEqual(['ask', 'fail']);
    expect(outcome.steps.at(-1)).toMatchObject({ error: 'Late.' });
    expect(outcome.stepsAfterReply.map(({ kind }) => kind)).toEqual(['generate', 'complete']);
  });

  it.each<[string, Partial<Scenario>, number | undefined]>([
    ['no API access', { workspace: { api_enabled: false } }, 403],
    [
      'a start that is always rejected',
      { faults: [{ operation: 'startGeneration', response: { status: 503 } }] },
      503,
    ],
    [
      'a start whose connection is always reset',
      { faults: [{ operation: 'startGeneration', connection: 'reset' }] },
      undefined,
    ],
  ])('is a rejection with %s', (_, extra, status) => {
    expect(predictOutcome(compileOrThrow({ ...completingScenario(), ...extra }))).toMatchObject({
      end: 'rejected',
      steps: [],
      rejection: { status },
    });
  });
});
