import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ControlOperationId } from '../../../src/generated/control-routes.js';
import { runOverHttp, type RunOperation } from './run-over-http.js';

const JOB = 'gen_there0is0none00';

/** The operation, the body, the pointers, and the query if it is invalid. */
const invalid: [ControlOperationId, unknown, string[], Record<string, string>?][] = [
  ['listWorkspaces', undefined, ['/limit'], { limit: '5' }],
  ['updateWorkspace', { plan: 'gold' }, ['/plan']],
  ['updateWorkspace', { api_enabled: 'no', pln: 'max' }, ['/pln', '/api_enabled']],
  ['useScenario', { name: 'hapy-path' }, ['/name']],
  ['useScenario', { scenario: { title: 'x', steps: [] }, yaml: 'x' }, ['/yaml']],
  ['useScenario', { yaml: 'x'.repeat(131_073) }, ['/yaml']],
  ['checkScenario', { yaml: 'title: T' }, ['/text', '/yaml']],
  ['checkScenario', { text: 'x'.repeat(131_073) }, ['/text']],
  ['checkScenario', { text: '', at: -1 }, ['/at']],
  ['saveScenario', { text: 'title: T' }, ['/previous']],
  ['saveScenario', { text: 'x'.repeat(131_073), previous: 'abc' }, ['/previous', '/text']],
  ['setClockSpeed', { speed: 0 }, ['/speed']],
  ['advanceClock', {}, ['/by']],
  ['advanceClock', { by: '5x' }, ['/by']],
  ['advanceClockToNextEvent', { job: JOB }, ['/job']],
  ['listJobs', undefined, ['/limit'], { limit: '0' }],
  ['getJob', undefined, ['/at'], { at: 'yesterday' }],
  ['getClientReport', undefined, ['/min_poll_interval'], { min_poll_interval: 'soon' }],
  ['askQuestion', {}, ['/message']],
  ['failJob', { message: 'x' }, ['/error', '/message']],
  ['completeJob', { title: '' }, ['/title']],
  ['addFault', { operation: 'getStatus', response: { status: 500 } }, ['/operation']],
  ['addFault', { connection: 'reset', corrupt: 'malformed' }, ['/corrupt']],
  ['addFault', { connection: 'reset', fallback: 'yes' }, ['/fallback']],
  ['getJournal', undefined, ['/status'], { status: '6xx' }],
  ['getJournalHar', undefined, ['/limit'], { limit: 'all' }],
  ['useScenario', { scenario: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) }, ['']],
];

describe('invalid input', () => {
  let driver: RunOperation;
  beforeAll(async () => {
    driver = await runOverHttp();
    await driver.run('pauseClock');
  });
  afterAll(() => driver.close());

  it.each(invalid)(
    'to %s gets a 400 with its pointer, and changes nothing: %j',
    async (operation, body, pointers, query) => {
      const before = (await driver.run('getSnapshot')).body.workspaces;
      const response = await driver.run(operation, { job: JOB, scenario: 'mine' }, body, query);
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      const reported = response.body.errors.map(({ pointer }: { pointer: string }) => pointer);
      expect(reported.sort()).toEqual([...pointers].sort());
      for (const { detail } of response.body.errors) expect(detail).not.toBe('');
      expect((await driver.run('getSnapshot')).body.workspaces).toEqual(before);
    },
  );

  it.each<[ControlOperationId, object?, unknown?]>([
    ['getScenarioSource', { scenario: '../../package' }],
    ['removeFault', { fault: 'f9' }],
    ['getExchange', { sequence: '0' }],
    ['getJobScenario', { job: JOB }],
  ])('to %s with a missing name gets a 404: %j', async (operation, params, body) => {
    expect(await driver.run(operation, { ...params }, body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it.each<[ControlOperationId, object]>([
    ['useScenario', { name: 'hapy-path' }],
    ['startJob', { prompt: 'A pitch', scenario: 'hapy-path' }],
  ])('to %s reports an unknown scenario once', async (operation, input) => {
    const { body } = await driver.run(operation, {}, input);
    const [{ detail }] = body.errors;
    expect(detail).toBe('There is no scenario "hapy-path". Did you mean happy-path?');
  });

  it('names the required fields of a missing body', async () => {
    const { body } = await driver.run('advanceClock');
    expect(body.errors).toEqual([
      { pointer: '', detail: 'is missing; it must be an object: by is required' },
    ]);
  });
});
