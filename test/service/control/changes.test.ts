import { beforeEach, expect, it } from 'vitest';
import { createDeckhand, type Deckhand } from '../../../src/app/deckhand.js';
import type { Workspace } from '../../../src/service/workspace.js';
import type { WorkspaceChanges } from '../../../src/generated/control-api.js';
import { asking, ReplayClient, reply, start } from '../../replay/recorded-traffic.js';

let deckhand: Deckhand;
let workspace: Workspace;
let position: string;

beforeEach(async () => {
  deckhand = createDeckhand();
  workspace = deckhand.workspace('ws_dev');
  ({ cursor: position } = await changesAfter());
});

function changesAfter(after?: string, of = deckhand, id = 'ws_dev'): Promise<WorkspaceChanges> {
  return Promise.resolve(of.workspace(id).changesSince(after));
}

/** The names of the parts that changed since the last call. */
async function parts(): Promise<string[]> {
  const { cursor, full, ...changed } = await changesAfter(position);
  expect(full).toBe(false);
  position = cursor;
  return Object.keys(changed);
}

const send = (path: string, body?: object, key = 'deckhand-dev-key') =>
  deckhand.fetch(`http://localhost/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

it('each part is given once after its change, and nothing without a change', async () => {
  const changes: readonly (readonly [() => unknown, readonly string[]])[] = [
    [() => undefined, []],
    [() => workspace.clock.advance('1s'), ['clock']],
    [() => workspace.useScenario('instant'), ['workspace']],
    [() => workspace.update({ plan: 'max' }), ['workspace']],
    [() => workspace.createApiKey(), ['workspace']],
    [() => workspace.addFault({ response: { status: 503 } }), ['faults']],
    [() => send('templates'), ['faults', 'exchanges']],
    [() => workspace.addFault({ response: { status: 503 } }), ['faults']],
    [() => workspace.clearFaults(), ['faults']],
    [() => deckhand.service.markScenariosChanged(), ['scenarios']],
    [() => send('templates', undefined, 'unknown-key'), ['unassigned']],
    [() => send('templates', undefined, 'deckhand-other-key'), []],
    [() => workspace.startJob({ prompt: 'Tides' }), ['jobs']],
    [() => send('presentations/generate', { prompt: 'Boats' }), ['jobs', 'exchanges']],
  ];
  for (const [change, changed] of changes) {
    await change();
    expect(await parts(), String(change)).toEqual(changed);
  }
});

it('of the jobs and exchanges, only the changed ones are given: with timelines, without bodies', async () => {
  const { generation_id: first } = workspace.startJob({ prompt: 'Tides', scenario: 'asks-a-question' });
  workspace.startJob({ prompt: 'Boats' });
  await send('presentations/generate', { prompt: 'Ferries' });
  const { cursor } = await changesAfter(position);
  workspace.askQuestion(first, 'Who?');
  await send('presentations/generate', { prompt: 'Lighthouses' });
  const { jobs, exchanges = [] } = await changesAfter(cursor);
  expect(jobs?.total).toBe(4);
  expect(jobs?.jobs.map(({ prompt }) => prompt)).toEqual(['Lighthouses', 'Tides']);
  expect(jobs?.jobs[1]?.timeline?.at(-1)).toMatchObject({ status: 'awaiting_input', text: 'Who?' });
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]).toMatchObject({ response: { status: 202 } });
  expect(JSON.stringify(exchanges)).not.toContain('Lighthouses');
});

it('a renamed presentation changes its job, and time changes none', async () => {
  workspace.useScenario('instant');
  const { generation_id: id } = workspace.startJob({ prompt: 'Tides' });
  await parts();
  workspace.clock.advance('1h');
  expect(await parts()).toEqual(['clock']);
  const { status_response } = workspace.job(id);
  const { presentation } = status_response as unknown as { readonly presentation: { readonly id: string } };
  await deckhand.fetch(`http://localhost/api/v1/presentations/${presentation.id}`, {
    method: 'PATCH',
    headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
    body: '{"title":"Other"}',
  });
  expect(await parts()).toEqual(['jobs', 'exchanges']);
});

it('an exchange that ends after later ones is given when it ends', async () => {
  workspace.clock.pause();
  workspace.addFault({ operation: 'listTemplates', latency: '5s' });
  const slow = send('templates');
  await send('presentations/generate', { prompt: 'Tides' });
  const { cursor, exchanges } = await changesAfter(position);
  expect(exchanges?.map(({ sequence }) => sequence)).toEqual([2]);
  workspace.clock.advance('5s');
  await slow;
  expect((await changesAfter(cursor)).exchanges?.map(({ sequence }) => sequence)).toEqual([1]);
});

it.each<readonly [string, (position: string) => string]>([
  ['none', () => ''],
  ['of another server', (known) => `x${known}`],
  ['that was not given yet', (known) => known.replace(/\d+$/, '999')],
])('a position returns everything if it is %s', async (_, change) => {
  const changes = await changesAfter(change(position));
  expect(changes).toMatchObject({ full: true, workspace: { id: 'ws_dev' }, faults: [], jobs: { total: 0 } });
  expect(changes.cursor).toBe(position);
});

it.each<readonly [string, () => unknown]>([
  ['a reset', () => workspace.reset()],
  ['a reset of the clock', () => workspace.reset({ clock: true })],
  ['a cleared journal', () => workspace.clearJournal()],
  ['a loaded state', async () => workspace.restore(workspace.snapshot())],
  ['the removal of its sandbox', () => deckhand.service.deleteWorkspace('ws_dev')],
])('everything is returned after %s', async (_, change) => {
  workspace.startJob({ prompt: 'Tides' });
  await send('templates');
  await send('templates', undefined, 'unknown-key');
  const before = (await changesAfter(position)).cursor;
  await change();
  const { full, cursor, clock, scenarios } = await changesAfter(before);
  expect([full, cursor === before]).toEqual([true, false]);
  expect([clock, scenarios].includes(undefined)).toBe(false);
});

it('a workspace that plays a recording gives its jobs after a start and after a reply', async () => {
  const client = new ReplayClient([
    start(0, 'gen_7f3k'),
    asking(6000, 'gen_7f3k', 'Who?'),
    reply(10_000, 'gen_7f3k', 'Me'),
  ]);
  ({ deckhand } = client);
  ({ cursor: position } = await changesAfter());
  await client.start(0);
  expect(await parts()).toEqual(['clock', 'jobs', 'exchanges']);
  deckhand.workspace('ws_dev').clock.advance('10s');
  expect(await parts()).toEqual(['clock']);
  deckhand.workspace('ws_dev').replyToJob('gen_7f3k', 'Me');
  expect(await parts()).toEqual(['jobs']);
});
