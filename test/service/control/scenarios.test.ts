import { expect, it } from 'vitest';
import { ControlHarness } from './control-harness.js';

const SCENARIO_TEXT = 'title: Done\ndescription: Immediately.\nsteps:\n  - complete: { title: From YAML }\n';

it.each([
  ['its name', { name: 'instant' }, 'instant'],
  ['JSON', { scenario: { title: 'T', description: 'D', steps: [{ complete: null }] } }, 'unnamed'],
  ['YAML text', { yaml: SCENARIO_TEXT }, 'unnamed'],
  ['YAML text with a name', { name: 'mine', yaml: SCENARIO_TEXT }, 'mine'],
])('a scenario becomes active by %s, for new jobs only', async (_how, body, name) => {
  const harness = new ControlHarness({ scenario: 'slow-progress' });
  const before = await harness.job();
  expect((await harness.run('useScenario', {}, body)).scenario).toBe(name);
  expect((await harness.poll(await harness.job())).status).toBe('completed');
  expect((await harness.poll(before)).status).toBe('generating');
  expect((await harness.run('clearScenario')).scenario).toBeNull();
  expect((await harness.poll(await harness.job())).status).toBe('generating');
});

it('an error in a scenario is reported with its position, and the scenario before stays active', async () => {
  const harness = new ControlHarness();
  await harness.run('useScenario', {}, { name: 'instant' });
  const scenario = { title: 'T', description: 'D', steps: [{ generate: { for: '5x' } }] };
  expect(await harness.errorOf('useScenario', {}, { scenario })).toBe(
    'invalid-input /scenario/steps/0/generate/for',
  );
  expect(
    await harness.errorOf(
      'useScenario',
      {},
      { scenario: { ...scenario, steps: [{ generate: { for: '5s' } }] } },
    ),
  ).toBe('invalid-input /scenario/steps/0');
  await expect(
    harness.run('useScenario', {}, { yaml: SCENARIO_TEXT.replace('complete', 'compete') }),
  ).rejects.toThrow('line 4, column 5');
  expect((await harness.run('getWorkspace')).scenario).toBe('instant');
});
