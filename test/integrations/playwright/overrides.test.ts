/** Overrides of a test's sandbox, at the mock server in process. The specs of playwright-fixture use them in pages, also at a server. */
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { DeckhandOptions } from '../../../src/app/deckhand.js';
import type { ControlRequestInput } from '../../../src/app/remote-workspace.js';
import type { ActiveFaultList } from '../../../src/generated/control-api.js';
import type { ControlOperationId } from '../../../src/generated/control-routes.js';
import { createInProcessServer } from '../../../src/integrations/playwright/in-process-server.js';
import type { MockServer } from '../../../src/integrations/playwright/mock-server.js';
import type { OverrideResponse } from '../../../src/integrations/playwright/override-types.js';
import { Overrides } from '../../../src/integrations/playwright/overrides.js';

let server: MockServer;
let overrides: Overrides;

function open(options: DeckhandOptions = {}): void {
  server = createInProcessServer(options, 'test');
  overrides = new Overrides(server.send, server.apiKey);
}

beforeEach(() => open());

const control = (operation: ControlOperationId, input: ControlRequestInput = {}): Promise<unknown> =>
  overrides.send(operation, { ...input, params: { ...input.params, workspace: server.apiKey } });

const faults = async () => ((await control('listFaults')) as ActiveFaultList).faults;

const listed = async () =>
  (await faults()).map(({ response, fallback = false }) => [response?.status, fallback]);

const addFault = (status: number): Promise<unknown> =>
  control('addFault', { body: { operation: 'listTemplates', response: { status } } });

async function templates(key = server.apiKey): Promise<readonly [status: number, body: unknown]> {
  const url = `${server.origin}${server.basePath}/templates`;
  const response = await server.fetch(new Request(url, { headers: { 'x-api-key': key } }));
  return [response.status, await response.json()];
}

async function statuses(count: number): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await templates())[0]);
  return all;
}

describe('an override', () => {
  it('responds to every request until it ends, at any time', async () => {
    await overrides.set('listTemplates', { json: { templates: [] }, status: 203 });
    expect(await templates()).toEqual([203, { templates: [] }]);
    await control('advanceClock', { body: { by: '9000h' } });
    expect(await statuses(3)).toEqual([203, 203, 203]);
    await overrides.set('listTemplates', null);
    expect((await templates())[0]).toBe(200);
  });

  it('replaces an earlier one of the operation', async () => {
    await overrides.set('listTemplates', { json: [1] });
    await overrides.set('listTemplates', { json: [2] });
    expect(await templates()).toEqual([200, [2]]);
    expect(await listed()).toEqual([[200, true]]);
  });

  it('applies after faults that were added before and after it, and before the scenario', async () => {
    open({
      scenario: {
        title: 'No templates',
        steps: [{ complete: {} }],
        faults: [{ operation: 'listTemplates', response: { status: 500 } }],
      },
    });
    await addFault(501);
    await overrides.set('listTemplates', { json: [] });
    await addFault(502);
    expect(await listed()).toEqual([
      [502, false],
      [501, false],
      [200, true],
    ]);
    expect(await statuses(4)).toEqual([502, 501, 200, 200]);
  });

  it('applies after a fault that the panel or a script adds during the test', async () => {
    await overrides.set('listTemplates', { json: ['mine'] });
    const body = { operation: 'listTemplates', response: { status: 503 } };
    await server.send('addFault', { params: { workspace: server.apiKey }, body });
    expect(await statuses(2)).toEqual([503, 200]);
  });

  it('applies where the probability passes over a fault', async () => {
    await overrides.set('listTemplates', { json: [], status: 203 });
    const effects = { times: 100, probability: 0.5, response: { status: 503 } };
    await control('addFault', { body: { operation: 'listTemplates', ...effects } });
    expect(new Set(await statuses(20))).toEqual(new Set([203, 503]));
  });

  it('stays the same fault, whichever others are added and removed', async () => {
    await overrides.set('listTemplates', { json: [] });
    const idOf = async () => (await faults()).find(({ fallback }) => fallback)?.id;
    const before = await idOf();
    await addFault(501);
    await control('removeFault', { params: { fault: 'f2' } });
    await control('resetWorkspace', { body: { journal: true } });
    await control('resetWorkspace', { body: { clock: true } });
    expect(await idOf()).toBe(before);
    expect(await listed()).toEqual([[200, true]]);
  });

  it('applies after the key and the rate limit', async () => {
    open({ rateLimit: '1/1m' });
    await overrides.set('listTemplates', { json: [] });
    expect((await templates('no-such-key'))[0]).toBe(401);
    expect(await statuses(2)).toEqual([200, 429]);
  });

  it.each<[string, ControlOperationId, ControlRequestInput]>([
    ['all faults are removed', 'clearFaults', {}],
    ['the workspace is reset', 'resetWorkspace', {}],
    ['the data of the workspace are reset', 'resetWorkspace', { body: { data: true } }],
    ['the clock of the workspace is reset', 'resetWorkspace', { body: { clock: true } }],
  ])('lasts when %s', async (_name, operation, input) => {
    await overrides.set('listTemplates', { json: ['mine'] });
    await control(operation, input);
    expect(await templates()).toEqual([200, ['mine']]);
    expect(await listed()).toEqual([[200, true]]);
  });

  it('lasts when all faults are removed while it is set', async () => {
    await Promise.all([overrides.set('listTemplates', { json: ['mine'] }), control('clearFaults')]);
    expect(await templates()).toEqual([200, ['mine']]);
  });

  it('ends for good, also if all faults are removed before or later', async () => {
    await overrides.set('listTemplates', { json: ['mine'] });
    await server.send('clearFaults', { params: { workspace: server.apiKey } });
    await overrides.set('listTemplates', null);
    await control('clearFaults');
    expect(await faults()).toEqual([]);
  });

  it('lasts when a snapshot with another one is restored', async () => {
    await overrides.set('listTemplates', { json: ['old'] });
    const snapshot = await control('getSnapshot');
    await overrides.set('listTemplates', { json: ['mine'] });
    await addFault(501);
    await control('restoreSnapshot', { body: snapshot });
    expect(await templates()).toEqual([200, ['mine']]);
    await addFault(502);
    expect(await statuses(2)).toEqual([502, 200]);
    await overrides.set('listTemplates', null);
    expect((await templates())[1]).not.toEqual(['old']);
  });

  it('lasts when a snapshot of another sandbox is restored, whose fault has the same id', async () => {
    await addFault(501);
    const snapshot = await control('getSnapshot');
    open();
    await overrides.set('listTemplates', { json: ['mine'] });
    expect((await faults()).map(({ id }) => id)).toEqual(['f1']);
    await control('restoreSnapshot', { body: snapshot });
    expect(await statuses(1)).toEqual([501]);
    expect(await templates()).toEqual([200, ['mine']]);
  });

  it('has a copy of the value, with the headers', async () => {
    const names = ['harbour'];
    await overrides.set('listTemplates', { json: { names, at: new Date(0) }, headers: { 'X-Total': '1' } });
    names.push('night');
    const url = `${server.origin}${server.basePath}/templates`;
    const response = await server.fetch(new Request(url, { headers: { 'x-api-key': server.apiKey } }));
    expect(response.headers.get('x-total')).toBe('1');
    expect(await response.json()).toEqual({ names: ['harbour'], at: '1970-01-01T00:00:00.000Z' });
  });

  it('has the problem of an error status, or a body of its own', async () => {
    await overrides.set('listTemplates', { status: 503 });
    expect(await templates()).toMatchObject([503, { code: 'service_unavailable' }]);
    await overrides.set('listTemplates', { status: 503, json: { why: 'maintenance' } });
    expect(await templates()).toEqual([503, { why: 'maintenance' }]);
  });

  it('leaves ordinary faults of its operation, and fallbacks of others and of one job', async () => {
    await addFault(501);
    const { generation_id: job } = (await control('startJob', { body: { prompt: 'Taxis' } })) as {
      generation_id: string;
    };
    for (const target of [{ operation: 'getPresentation' }, { job }, {}])
      await control('addFault', { body: { ...target, fallback: true, response: { status: 502 } } });
    await overrides.set('listTemplates', { json: [] });
    await overrides.set('listTemplates', null);
    expect((await listed()).map(([status]) => status)).toEqual([501, 502, 502, 502]);
  });
});

describe('a response that violates the specification', () => {
  // @ts-expect-error: a job that is completed has a presentation
  const violating: OverrideResponse<'getGenerationStatus'> = {
    json: { generation_id: 'gen_1', status: 'completed' },
  };

  it('is an error, and changes nothing', async () => {
    await expect(overrides.set('getGenerationStatus', violating)).rejects.toThrow(
      /^The response in deckhand\.override\("getGenerationStatus"\) violates the specification: the body of .*presentation.*\n.*violates: true/,
    );
    expect(await control('listFaults')).toMatchObject({ faults: [] });
  });

  it('is sent with violates: true', async () => {
    await overrides.set('startGeneration', { json: { id: 7 }, status: 200, violates: true });
    const url = `${server.origin}${server.basePath}/presentations/generate`;
    const headers = { 'x-api-key': server.apiKey, 'content-type': 'application/json' };
    const response = await server.fetch(
      new Request(url, { method: 'POST', headers, body: '{"prompt":"Taxis"}' }),
    );
    expect([response.status, await response.json()]).toEqual([200, { id: 7 }]);
    expect(await control('listJobs')).toMatchObject({ jobs: [] });
  });
});

it.each<[string, string, unknown, RegExp]>([
  [
    'an unknown operation',
    'listTemplate',
    { json: [] },
    /Unknown operation "listTemplate" .*Did you mean listTemplates\?/,
  ],
  ['an unknown operation to end', 'nothing', null, /Unknown operation "nothing"/],
  ['an unknown field', 'listTemplates', { jsn: [] }, /Unknown option "jsn"\. Did you mean json\?/],
  [
    'a value that is not JSON',
    'listTemplates',
    { json: 1n },
    /json in .*\("listTemplates"\) cannot be written as JSON/,
  ],
  [
    'a header of the server',
    'listTemplates',
    { json: [], headers: { Date: 'x' } },
    /Date is set by the server/,
  ],
  ['a status that is none', 'listTemplates', { json: [], status: 99, violates: true }, /status must be/],
])('%s is an error with what to write', async (_name, operation, response, message) => {
  await overrides.set('listTemplates', { json: ['before'] });
  await expect(overrides.set(operation as 'listTemplates', response as { json: unknown })).rejects.toThrow(
    message,
  );
  expect(await templates()).toEqual([200, ['before']]);
});

it('has the documented types', () => {
  type Start = OverrideResponse<'startGeneration'>;
  const accepted = { generation_id: 'gen_1', status: 'generating', poll_url: '/api/v1/x' } as const;
  expectTypeOf({ json: accepted }).toExtend<Start>();
  expectTypeOf({ json: accepted, status: 202 as const }).toExtend<Start>();
  expectTypeOf({ json: accepted, status: 201 as const }).not.toExtend<Start>();
  expectTypeOf({ json: {} }).not.toExtend<Start>();
  expectTypeOf({ json: {}, violates: true as const }).toExtend<Start>();
  expectTypeOf({ status: 503 as const }).toExtend<Start>();
  expectTypeOf({ json: [] }).toExtend<OverrideResponse<'listTemplates'>>();
});
