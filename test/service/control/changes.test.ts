import { beforeEach, expect, it } from 'vitest';
import { createDeckhand, type Deckhand } from '../../../src/app/deckhand.js';
import type { Workspace } from '../../../src/service/workspace.js';
import type { Changes } from '../../../src/generated/control-api.js';
import { asking, ReplayClient, reply, start } from '../../replay/recorded-traffic.js';

let deckhand: Deckhand;
let workspace: Workspace;
let position: string;

beforeEach(async () => {
  deckhand = createDeckhand();
  workspace = deckhand.workspace('ws_dev');
  ({ next: position } = await changesAfter());
});

function changesAfter(after?: string, of = deckhand, id = 'ws_dev'): Promise<Changes> {
  return Promise.resolve(of.workspace(id).changesSince(after));
}

/** The names of the parts that changed since the last call. */
async function parts(): Promise<string[]> {
  const { next, all, ...changed } = await changesAfter(position);
  expect(all).toBe(false);
  position = next;
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
    [() => workspace.use('instant'), ['workspace']],
    [() => workspace.configure({ plan: 'max' }), ['workspace']],
    [() => workspace.createKey(), ['workspace']],
    [() => workspace.arm({ answer: { status: 503 } }), ['faults']],
    [() => send('templates'), ['faults', 'exchanges']],
    [() => workspace.arm({ answer: { status: 503 } }), ['faults']],
    [() => workspace.disarm(), ['faults']],
    [() => deckhand.service.markScenariosChanged(), ['scenarios']],
    [() => send('templates', undefined, 'unknown-key'), ['unassigned']],
    [() => send('templates', undefined, 'deckhand-other-key'), []],
    [() => workspace.start({ prompt: 'Tides' }), ['jobs']],
    [() => send('presentations/generate', { prompt: 'Boats' }), ['jobs', 'exchanges']],
  ];
  for (const [change, changed] of changes) {
    await change();
    expect(await parts(), String(change)).toEqual(changed);
  }
});

it('of the jobs and exchanges, only the changed ones are given: with timelines, without bodies', async () => {
  const { generation_id: first } = workspace.start({ prompt: 'Tides', scenario: 'asks-a-question' });
  workspace.start({ prompt: 'Boats' });
  await send('presentations/generate', { prompt: 'Ferries' });
  const { next } = await changesAfter(position);
  workspace.ask(first, 'Who?');
  await send('presentations/generate', { prompt: 'Lighthouses' });
  const { jobs, exchanges = [] } = await changesAfter(next);
  expect(jobs?.total).toBe(4);
  expect(jobs?.jobs.map(({ prompt }) => prompt)).toEqual(['Lighthouses', 'Tides']);
  expect(jobs?.jobs[1]?.timeline?.at(-1)).toMatchObject({ status: 'awaiting_input', text: 'Who?' });
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]).toMatchObject({ response: { status: 202 } });
  expect(JSON.stringify(exchanges)).not.toContain('Lighthouses');
});

it('a renamed presentation changes its job, and time changes none', async () => {
  workspace.use('instant');
  const { generation_id: id } = workspace.start({ prompt: 'Tides' });
  await parts();
  workspace.clock.advance('1h');
  expect(await parts()).toEqual(['clock']);
  const { view } = workspace.job(id);
  const { presentation } = view as unknown as { readonly presentation: { readonly id: string } };
  await deckhand.fetch(`http://localhost/api/v1/presentations/${presentation.id}`, {
    method: 'PATCH',
    headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
    body: '{"title":"Other"}',
  });
  expect(await parts()).toEqual(['jobs', 'exchanges']);
});

it('an exchange that ends after later ones is given when it ends', async () => {
  workspace.clock.pause();
  workspace.arm({ on: 'listTemplates', latency: '5s' });
  const slow = send('templates');
  await send('presentations/generate', { prompt: 'Tides' });
  const { next, exchanges } = await changesAfter(position);
  expect(exchanges?.map(({ sequence }) => sequence)).toEqual([2]);
  workspace.clock.advance('5s');
  await slow;
  expect((await changesAfter(next)).exchanges?.map(({ sequence }) => sequence)).toEqual([1]);
});

it.each<readonly [string, (position: string) => string]>([
  ['none', () => ''],
  ['of another server', (known) => `x${known}`],
  ['that was not given yet', (known) => known.replace(/\d+$/, '999')],
])('a position returns everything if it is %s', async (_, change) => {
  const changes = await changesAfter(change(position));
  expect(changes).toMatchObject({ all: true, workspace: { id: 'ws_dev' }, faults: [], jobs: { total: 0 } });
  expect(changes.next).toBe(position);
});

it.each<readonly [string, () => unknown]>([
  ['a reset', () => workspace.reset()],
  ['a reset of the clock', () => workspace.reset({ clock: true })],
  ['a cleared journal', () => workspace.clearJournal()],
  ['a loaded state', async () => workspace.load(workspace.save())],
  ['the removal of its sandbox', () => deckhand.service.deleteWorkspace('ws_dev')],
])('everything is returned after %s', async (_, change) => {
  workspace.start({ prompt: 'Tides' });
  await send('templates');
  await send('templates', undefined, 'unknown-key');
  const before = (await changesAfter(position)).next;
  await change();
  const { all, next, clock, scenarios } = await changesAfter(before);
  expect([all, next === before]).toEqual([true, false]);
  expect([clock, scenarios].includes(undefined)).toBe(false);
});

it('a workspace that plays a recording gives its jobs after a start and after a reply', async () => {
  const client = new ReplayClient([
    start(0, 'gen_7f3k'),
    asking(6000, 'gen_7f3k', 'Who?'),
    reply(10_000, 'gen_7f3k', 'Me'),
  ]);
  ({ deckhand } = client);
  ({ next: position } = await changesAfter());
  await client.start(0);
  expect(await parts()).toEqual(['clock', 'jobs', 'exchanges']);
  deckhand.workspace('ws_dev').clock.advance('10s');
  expect(await parts()).toEqual(['clock']);
  deckhand.workspace('ws_dev').reply('gen_7f3k', 'Me');
  expect(await parts()).toEqual(['jobs']);
});
