import { describe, expect, it } from 'vitest';
import { ControlHarness } from './control-harness.js';

describe('a job that the control API starts', () => {
  it('plays the named scenario, and is not a request of a client', async () => {
    const harness = new ControlHarness();
    const [template] = (await harness.run('listWorkspaceTemplates')).templates.slice(-1);
    const started = await harness.run(
      'startJob',
      {},
      { prompt: 'Harbour taxis', scenario: 'asks-a-question', template_id: template?.id },
    );
    expect(started).toMatchObject({
      prompt: 'Harbour taxis',
      scenario: 'asks-a-question',
      template_id: template?.id,
      status_response: { status: 'generating' },
    });
    expect((await harness.poll(started.generation_id)).generation_id).toBe(started.generation_id);
    expect((await harness.run('getJournal')).exchanges).toHaveLength(1);
  });

  it('plays by default the scenario that a client would get', async () => {
    const harness = new ControlHarness();
    const scenario = async (prompt: string) => (await harness.run('startJob', {}, { prompt })).scenario;
    expect(await scenario('x')).toBe('happy-path');
    expect(await scenario('x [scenario: never-ends]')).toBe('never-ends');
    await harness.run('useScenario', {}, { name: 'instant' });
    expect(await scenario('x')).toBe('instant');
  });

  it.each([
    [{ prompt: 'x', scenario: 'hapy-path' }, 'invalid-input /scenario'],
    [{ prompt: 'x [scenario: nope]' }, 'invalid-input /prompt'],
  ])('is rejected with the position of the error: %j', async (body, error) => {
    const harness = new ControlHarness();
    expect(await harness.errorOf('startJob', {}, body)).toBe(error);
    expect((await harness.run('listJobs')).total).toBe(0);
  });
});
