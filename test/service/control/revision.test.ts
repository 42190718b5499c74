import { describe, expect, it } from 'vitest';
import { controlRoutes } from '../../../src/generated/control-routes.js';
import type { VerbId } from './control-operation-types.js';
import { ControlStage } from './control-stage.js';

const names = controlRoutes.map(({ operationId }) => operationId);

describe('the table of verbs', () => {
  it('raises the revision of a state with each verb that is not a GET', async () => {
    const get = controlRoutes.filter(({ method }) => method === 'get').map(({ operationId }) => operationId);
    const reads = new Set<string>(get);
    const stage = new ControlStage();
    const job = await stage.job();
    await stage.api('GET', '/templates');
    const revision = (): number => stage.deckhand.service.workspace('ws_dev', stage.at).revision;
    const bodies: Partial<Record<VerbId, unknown>> = {
      useScenario: { name: 'instant' },
      setClockSpeed: { speed: 2 },
      advanceClock: { by: 1 },
      startJob: { prompt: 'Tides' },
      askQuestion: { message: 'Who?' },
      replyToJob: { message: 'Us.' },
      failJob: { error: 'No.' },
      addFault: { operation: 'listTemplates', response: { status: 503 } },
      updateWorkspace: { plan: 'max' },
      restoreSnapshot: await stage.run('getSnapshot'),
    };
    const wrong: VerbId[] = [];
    for (const name of names) {
      const before = revision();
      const params = { job, fault: 'f1', scenario: 'instant', sequence: '1' };
      await stage.errorOf(name, params, bodies[name]);
      if (revision() > before === reads.has(name)) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });
});
