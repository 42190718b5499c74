import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerbId } from '../../service/control/verb-types.js';
import { drivers, type Driver } from './drivers.js';

const JOB = 'gen_there0is0none00';
const long = 'x'.repeat(4001);

/** The verb, the body, the pointers, and the query when the mistake is there. */
const bad: [VerbId, unknown, string[], Record<string, string>?][] = [
  ['listWorkspaces', undefined, ['/limit'], { limit: '5' }],
  ['changeWorkspace', undefined, ['']],
  ['changeWorkspace', {}, ['']],
  ['changeWorkspace', { plan: 'gold' }, ['/plan']],
  ['changeWorkspace', { api_enabled: 'no', pln: 'max' }, ['/pln', '/api_enabled']],
  ['resetWorkspace', { data: 'yes' }, ['/data']],
  ['resetWorkspace', { data: false }, ['']],
  ['resetWorkspace', { jobs: true }, ['/jobs']],
  ['resetWorkspace', [], ['']],
  ['useScenario', undefined, ['']],
  ['useScenario', {}, ['']],
  ['useScenario', { name: 'hapy-path' }, ['/name']],
  ['useScenario', { scenario: { title: 'x', steps: [] }, yaml: 'x' }, ['/yaml']],
  ['useScenario', { scenario: {} }, ['/scenario/title', '/scenario/steps']],
  ['useScenario', { yaml: 'a: [' }, ['/yaml']],
  ['useScenario', { yaml: 'x'.repeat(131_073) }, ['/yaml']],
  ['setClockSpeed', undefined, ['']],
  ['setClockSpeed', { speed: 0 }, ['/speed']],
  ['setClockSpeed', { speed: '60x' }, ['/speed']],
  ['setClockSpeed', { speed: 1e9 }, ['/speed']],
  ['advanceClock', {}, ['/by']],
  ['advanceClock', { by: '5x' }, ['/by']],
  ['advanceClock', { by: -1 }, ['/by']],
  ['advanceClock', { by: 1e15 }, ['/by']],
  ['advanceClock', { by: `${'9'.repeat(400)}h` }, ['/by']],
  ['advanceToNextEvent', { job: JOB }, ['/job']],
  ['advanceToNextEvent', { job: 5 }, ['/job']],
  ['listJobs', undefined, ['/limit'], { limit: '0' }],
  ['listJobs', undefined, ['/limt'], { limt: '1' }],
  ['getJob', undefined, ['/at'], { at: 'yesterday' }],
  ['getJob', undefined, ['/at'], { at: '2026-13-45T00:00:00Z' }],
  ['readConduct', undefined, ['/tight_loop'], { tight_loop: 'soon' }],
  ['readConduct', undefined, ['/tight_loop'], { tight_loop: '0ms' }],
  ['readConduct', undefined, ['/shared_clock'], { shared_clock: 'maybe' }],
  ['readConduct', undefined, ['/bound'], { bound: '1s' }],
  ['askJob', {}, ['/message']],
  ['askJob', { message: '' }, ['/message']],
  ['askJob', { message: long }, ['/message']],
  ['replyToJob', { message: 5 }, ['/message']],
  ['failJob', { message: 'x' }, ['/error', '/message']],
  ['completeJob', { title: '' }, ['/title']],
  ['armFault', undefined, ['']],
  ['armFault', {}, ['']],
  ['armFault', { on: 'getStatus', answer: { status: 500 } }, ['/on']],
  ['armFault', { on: [], answer: { status: 500 } }, ['/on']],
  ['armFault', { answer: { status: 99 } }, ['/answer/status']],
  ['armFault', { answer: { status: 500 }, times: 0 }, ['/times']],
  ['armFault', { answer: { status: 500 }, ttl: 'soon' }, ['/ttl']],
  ['armFault', { connection: 'reset', corrupt: 'malformed' }, ['/corrupt']],
  ['armFault', { connection: 'reset', chance: 2 }, ['/chance']],
  ['readJournal', undefined, ['/status'], { status: '6xx' }],
  ['readJournal', undefined, ['/operation'], { operation: 'poll' }],
  ['readJournal', undefined, ['/since'], { since: 'noon' }],
  ['exportJournal', undefined, ['/limit'], { limit: 'all' }],
  ['useScenario', { scenario: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) }, ['']],
  ['load', undefined, ['']],
  ['load', 5, ['']],
];

describe.each(drivers)('bad input %s', (_name, start) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await start();
    await driver.run('pauseClock');
  });
  afterAll(() => driver.close());

  it.each(bad)(
    'to %s gets a 400 with its place, and changes nothing: %j',
    async (verb, body, pointers, query) => {
      const before = (await driver.run('save')).body.workspaces;
      const called = await driver.run(verb, { job: JOB, scenario: 'mine' }, body, query);
      expect(called).toMatchObject({ status: 400, body: { code: 'bad_input' } });
      const told = called.body.errors.map(({ pointer }: { pointer: string }) => pointer);
      expect(told.sort()).toEqual([...pointers].sort());
      for (const { detail } of called.body.errors) expect(detail).not.toBe('');
      expect((await driver.run('save')).body.workspaces).toEqual(before);
    },
  );

  it.each<[VerbId, object?, unknown?]>([
    ['getWorkspace', { workspace: 'ws_nope' }],
    ['getWorkspace', { workspace: '__proto__' }],
    ['getScenarioSource', { scenario: 'constructor' }],
    ['getScenarioSource', { scenario: '../../package' }],
    ['getScenarioSource', { scenario: '__proto__' }],
    ['getJob', { job: JOB }],
    ['askJob', { job: JOB }, { message: 'x' }],
    ['stallJob', { job: JOB }],
    ['disarmFault', { fault: 'f9' }],
    ['getExchange', { sequence: '0' }],
  ])('to %s with a missing name gets a 404: %j', async (verb, params, body) => {
    expect(await driver.run(verb, { ...params }, body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('names the required fields of a missing body', async () => {
    const { body } = await driver.run('advanceClock');
    expect(body.errors).toEqual([
      { pointer: '', detail: 'is missing; it must be an object: by is required' },
    ]);
  });

  it('names the operation that was meant', async () => {
    const { body } = await driver.run('armFault', {}, { on: 'listTemplate', latency: '1s' });
    expect(body.errors[0].detail).toMatch(/^must be .*\(did you mean listTemplates\?\)$/);
  });
});
