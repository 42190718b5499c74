import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlRoutes } from '../../../src/generated/control-routes.js';
import type { VerbId } from '../../service/control/verb-types.js';
import { drivers, type Driver } from './drivers.js';
import { realNow } from '../../../src/base/real-time.js';

/** A value inside this many arrays or objects. JSON.stringify of tests can write it; code that recurses cannot read it. */
function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

const many = (count: number, value: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value(index)]));

/** Values that stand in every field of every body. */
const hostile: readonly (readonly [name: string, value: unknown])[] = [
  ['arrays, 3,000 levels deep', nested(3000, (inner) => [inner])],
  ['objects, 3,000 levels deep', nested(3000, (inner) => ({ inner }))],
  ['20,000 keys', many(20_000, (index) => index)],
  ['50,000 numbers', Array.from({ length: 50_000 }, (_, index) => index)],
  ['a key __proto__', JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}')],
  ['half a surrogate pair', '\ud800'],
  ['control characters', '\u0000\u001b[31m\u202e\r\nSet-Cookie: a=b'],
  ['a large negative number', -1e308],
  ['a fraction', 1e-308],
  ['a text of 120,000 characters', 'x'.repeat(120_000)],
  ['flow keys of YAML', `{${Array.from({ length: 16_000 }, (_, index) => `k${index}`).join(',')}}`],
  ['block keys of YAML', Array.from({ length: 12_000 }, (_, index) => `k${index}: 1`).join('\n')],
  ['brackets of YAML', '['.repeat(60_000)],
  ['aliases of YAML', `a: &a [x, x]\nb: [${'*a, '.repeat(20_000)}]`],
];

/** The fields that the verbs know, and one that none knows. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  changeWorkspace: ['plan', 'api_enabled'],
  resetWorkspace: ['data'],
  useScenario: ['name', 'yaml', 'scenario'],
  setClockSpeed: ['speed'],
  advanceClock: ['by'],
  advanceToNextEvent: ['job'],
  startJob: ['prompt', 'template_id', 'scenario'],
  askJob: ['message'],
  replyToJob: ['message'],
  failJob: ['error'],
  completeJob: ['title'],
  armFault: ['on', 'answer', 'latency', 'connection', 'corrupt', 'drip', 'times', 'ttl', 'chance'],
  load: ['format', 'purpose', 'savedAt', 'workspaces'],
};

const verbs = controlRoutes
  .filter(({ requestSchema }) => requestSchema !== undefined)
  .map(({ operationId }) => operationId as VerbId);

it('the fields of every verb with a body are named here', () => {
  expect(Object.keys(FIELDS).sort()).toEqual([...verbs].sort());
});

describe.each(drivers)('hostile input %s', (_name, start) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await start();
    await driver.run('pauseClock');
  });
  afterAll(() => driver.close());

  it.each(hostile)('%s breaks no verb, and leaves a workspace that works', async (_what, value) => {
    for (const verb of verbs) {
      const bodies = [value, ...(FIELDS[verb] ?? []).map((field) => ({ [field]: value }))];
      if (verb === 'armFault')
        bodies.push({ answer: { status: 500, body: value } }, { answer: { status: 500, headers: value } });
      for (const body of bodies) {
        const params = { job: 'gen_there0is0none00', scenario: 'mine' };
        const { status } = await driver.run(verb, params, body);
        expect([verb, status]).toEqual([verb, expect.toSatisfy((code: number) => code < 500)]);
      }
    }
    await driver.run('disarmFaults');
    await driver.run('resetWorkspace');
    const taken = await driver.run('save');
    expect(taken.status).toBe(200);
    expect(await driver.run('load', {}, taken.body)).toMatchObject({ status: 200 });
    expect({}).not.toHaveProperty('polluted');
  });

  it('a moment with a clock far ahead, and jobs of that time, can be loaded', async () => {
    await driver.run('advanceClock', {}, { by: 253_402_214_400_000 - realNow() - 60_000 });
    await driver.deckhand.fetch('http://127.0.0.1:4010/api/v1/presentations/generate', {
      method: 'POST',
      headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'Tides', template_id: 'tpl_pitch' }),
    });
    await driver.run('resetWorkspace', {}, { clock: true });
    const { body: moment } = await driver.run('save');
    expect(moment.workspaces[0].jobs).toHaveLength(1);
    expect(await driver.run('load', {}, moment)).toMatchObject({ status: 200 });
    await driver.run('resetWorkspace');
  });
});
