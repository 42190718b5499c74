import { expect, it } from 'vitest';
import { ControlStage } from './control-stage.js';

const SCENARIO_TEXT = 'title: Done\ndescription: Immediately.\nsteps:\n  - complete: { title: From YAML }\n';

it.each([
  ['its name', { name: 'instant' }, 'instant'],
  ['JSON', { scenario: { title: 'T', description: 'D', steps: [{ complete: null }] } }, 'inline'],
  ['YAML text', { yaml: SCENARIO_TEXT }, 'inline'],
])('a scenario becomes active by %s, for new jobs only', async (_how, body, name) => {
  const stage = new ControlStage({ scenario: 'slow-progress' });
  const before = await stage.job();
  expect((await stage.run('useScenario', {}, body)).scenario).toBe(name);
  expect((await stage.poll(await stage.job())).status).toBe('completed');
  expect((await stage.poll(before)).status).toBe('generating');
  expect((await stage.run('clearScenario')).scenario).toBeNull();
  expect((await stage.poll(await stage.job())).status).toBe('generating');
});

it('an error in a scenario is reported with its position, and the scenario before stays active', async () => {
  const stage = new ControlStage();
  await stage.run('useScenario', {}, { name: 'instant' });
  const scenario = { title: 'T', description: 'D', steps: [{ generate: { for: '5x' } }] };
  expect(await stage.errorOf('useScenario', {}, { scenario })).toBe(
    'invalid-input /scenario/steps/0/generate/for',
  );
  expect(
    await stage.errorOf(
      'useScenario',
      {},
      { scenario: { ...scenario, steps: [{ generate: { for: '5s' } }] } },
    ),
  ).toBe('invalid-input /scenario/steps/0');
  await expect(
    stage.run('useScenario', {}, { yaml: SCENARIO_TEXT.replace('complete', 'compete') }),
  ).rejects.toThrow('line 4, column 5');
  expect((await stage.run('getWorkspace')).scenario).toBe('instant');
});
