import { describe, expect, it } from 'vitest';
import { controlRoutes, type ControlOperationId } from '../../../src/generated/control-routes.js';
import { ControlHarness } from './control-harness.js';

const names = controlRoutes.map(({ operationId }) => operationId);

describe('the table of control operations', () => {
  it('increments the revision of a workspace with each operation that is neither a GET nor a check', async () => {
    const get = controlRoutes.filter(({ method }) => method === 'get').map(({ operationId }) => operationId);
    const reads = new Set<string>([...get, 'checkScenario']);
    const harness = new ControlHarness();
    const job = await harness.job();
    await harness.api('GET', '/templates');
    const revision = (): number => harness.deckhand.service.workspace('ws_dev', harness.at).revision;
    const bodies: Partial<Record<ControlOperationId, unknown>> = {
      useScenario: { name: 'instant' },
      saveScenario: { text: 'title: T', previous: null },
      checkScenario: { text: 'title: T' },
      setClockSpeed: { speed: 2 },
      advanceClock: { by: 1 },
      startJob: { prompt: 'Tides' },
      askQuestion: { message: 'Who?' },
      replyToJob: { message: 'Us.' },
      failJob: { error: 'No.' },
      addFault: { operation: 'listTemplates', response: { status: 503 } },
      updateWorkspace: { plan: 'max' },
      restoreSnapshot: await harness.run('getSnapshot'),
    };
    const wrong: ControlOperationId[] = [];
    for (const name of names) {
      const before = revision();
      const params = { job, fault: 'f1', scenario: 'instant', sequence: '1' };
      await harness.errorOf(name, params, bodies[name]);
      if (revision() > before === reads.has(name)) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });
});
