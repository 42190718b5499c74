import { describe, expect, it } from 'vitest';
import { ControlStage } from './control-stage.js';

describe('a job that the control API starts', () => {
  it('plays the named scenario, and is not a request of a client', async () => {
    const stage = new ControlStage();
    const [template] = (await stage.run('listWorkspaceTemplates')).templates.slice(-1);
    const started = await stage.run(
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
    expect((await stage.poll(started.generation_id)).generation_id).toBe(started.generation_id);
    expect((await stage.run('getJournal')).exchanges).toHaveLength(1);
  });

  it('plays by default the scenario that a client would get', async () => {
    const stage = new ControlStage();
    const scenario = async (prompt: string) => (await stage.run('startJob', {}, { prompt })).scenario;
    expect(await scenario('x')).toBe('happy-path');
    expect(await scenario('x [scenario: never-ends]')).toBe('never-ends');
    await stage.run('useScenario', {}, { name: 'instant' });
    expect(await scenario('x')).toBe('instant');
  });

  it.each([
    [{ prompt: 'x', scenario: 'hapy-path' }, 'invalid-input /scenario'],
    [{ prompt: 'x [scenario: nope]' }, 'invalid-input /prompt'],
  ])('is rejected with the position of the error: %j', async (body, error) => {
    const stage = new ControlStage();
    expect(await stage.errorOf('startJob', {}, body)).toBe(error);
    expect((await stage.run('listJobs')).total).toBe(0);
  });
});
