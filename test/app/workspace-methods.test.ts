import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { AnyWorkspace, RemoteClock, RemoteWorkspace } from '../../src/app/remote-workspace.js';
import { createDeckhand, type Deckhand } from '../../src/app/deckhand.js';
import { connectDeckhand } from '../../src/app/connect.js';
import { Workspace } from '../../src/service/workspace.js';
import { UserError } from '../../src/base/user-error.js';
import { serve } from '../server/start-test-server.js';

interface Surface {
  readonly deckhand: Deckhand;
  readonly workspace: AnyWorkspace;
  close(): Promise<void>;
}

const surfaces: readonly (readonly [name: string, start: () => Promise<Surface>])[] = [
  [
    'in process',
    async () => {
      const deckhand = createDeckhand();
      return { deckhand, workspace: deckhand.workspace('ws_dev'), close: async () => {} };
    },
  ],
  [
    'over HTTP',
    async () => {
      const { deckhand, url, close } = await serve();
      return { deckhand, workspace: connectDeckhand(url).workspace('ws_dev'), close };
    },
  ],
];

const KEY = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };

describe.each(surfaces)('the verbs of a workspace, %s', (_name, start) => {
  let driver: Surface;
  let workspace: AnyWorkspace;

  beforeEach(async () => {
    driver = await start();
    ({ workspace } = driver);
    await workspace.clock.pause();
  });
  afterEach(() => driver.close());

  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    driver.deckhand.fetch(`http://x/api/v1${path}`, { headers: KEY, ...init });
  const generate = async (): Promise<string> => {
    const body = JSON.stringify({ prompt: 'Harbour taxis' });
    const started = await request('/presentations/generate', { method: 'POST', body });
    return ((await started.json()) as { generation_id: string }).generation_id;
  };

  it('drive the clock', async () => {
    const began = await workspace.clock.now();
    await workspace.clock.advance('5m');
    await workspace.clock.advance(500);
    expect((await workspace.clock.now()) - began).toBe(300_500);
    const id = await generate();
    const { job } = await workspace.clock.next(id);
    expect(job).toMatchObject({ generation_id: id });
    expect((await workspace.clock.next()).clock.paused).toBe(true);
    await workspace.clock.setSpeed(60);
    await workspace.clock.resume();
    expect((await workspace.info()).clock).toMatchObject({ speed: 60, paused: false });
  });

  it('intervene in jobs', async () => {
    const [one, two] = [await generate(), await generate()];
    expect((await workspace.jobs()).map((job) => job.generation_id)).toEqual([two, one]);
    expect(await workspace.jobs(1)).toHaveLength(1);
    expect((await workspace.askQuestion(one, 'Who?')).status_response).toMatchObject({
      status: 'awaiting_input',
      message: 'Who?',
    });
    expect((await workspace.replyToJob(one, 'Me.')).status_response.status).toBe('generating');
    expect((await workspace.stallJob(one)).position.until).toBeNull();
    expect((await workspace.completeJob(one, 'Early')).status_response).toMatchObject({
      presentation: { title: 'Early' },
    });
    expect((await workspace.failJob(two, 'No.')).status_response).toMatchObject({
      status: 'failed',
      error: 'No.',
    });
    const before = await workspace.job(two, { at: '2020-01-01T00:00:00Z' });
    expect(before.status_response.status).toBe('generating');
    await expect((async () => workspace.completeJob(two))()).rejects.toMatchObject({ code: 'job-conflict' });
    await expect((async () => workspace.job('gen_none'))()).rejects.toMatchObject({ code: 'not-found' });
  });

  it('read, export and clear the journal', async () => {
    await request('/templates');
    await request('/presentations/none');
    const exchanges = await workspace.journal();
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 404]);
    const refused = await workspace.journal({ status: '4xx', operation: 'getPresentation' });
    expect(refused).toEqual(exchanges.slice(1));
    expect((await workspace.har({ limit: 1 })).log.entries).toHaveLength(1);
    await workspace.clearJournal();
    expect(await workspace.journal()).toEqual([]);
  });

  it('save and load the state, and reset', async () => {
    const id = await generate();
    const moment = await workspace.snapshot();
    await workspace.reset();
    expect(await workspace.jobs()).toEqual([]);
    await workspace.restore(moment);
    expect((await workspace.job(id)).prompt).toBe('Harbour taxis');
    await workspace.reset({ journal: true });
    expect([await workspace.journal(), (await workspace.jobs()).length]).toEqual([[], 1]);
    const damaged = (async () => workspace.restore({ ...moment, version: 3 as 4 }))();
    await expect(damaged).rejects.toMatchObject({ code: 'invalid-input', issues: [{ pointer: '/version' }] });
  });

  it('give the state and then its changes, until the reader stops', async () => {
    const seen: string[][] = [];
    for await (const { cursor: _, ...parts } of workspace.changes()) {
      seen.push(Object.keys(parts).sort());
      if (seen.length === 1) await workspace.clock.advance(1);
      if (seen.length === 2) await workspace.useScenario('instant');
      if (seen.length === 3) break;
    }
    expect(seen).toEqual([
      ['all', 'clock', 'faults', 'jobs', 'scenarios', 'workspace'],
      ['all', 'clock'],
      ['all', 'workspace'],
    ]);
  });
});

describe('an error', () => {
  type Call = (workspace: AnyWorkspace, nowhere: AnyWorkspace) => unknown;
  const wrong: [string, Call, string[]?][] = [
    ['a clock that goes back', ({ clock }) => clock.advance(-1), ['/by']],
    ['a deep state', (workspace) => workspace.restore(deep() as never), ['']],
    ['a workspace there is not', (_, nowhere) => nowhere.createApiKey()],
  ];

  it.each(wrong)('is the same in process and over HTTP: %s', async (_what, run, pointers = []) => {
    const { deckhand, url, close } = await serve();
    const told = [];
    for (const of of [
      (id: string) => new Workspace(deckhand.control, id),
      (id: string) => connectDeckhand(url).workspace(id),
    ]) {
      const error: unknown = await (async () => run(of('ws_dev'), of('ws_none')))().catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(UserError);
      const { code, message, issues } = error as UserError;
      told.push({ code, message, faults: issues.toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1)) });
    }
    expect(told[1]).toEqual(told[0]);
    expect(told[0]?.faults.map(({ pointer }) => pointer)).toEqual(pointers);
    await close();
  });
});

/** An object of 200 levels. */
const deep = (): object => Array.from({ length: 200 }).reduce<object>((inner) => ({ inner }), {});

describe('the types of verbs', () => {
  it('are the same in process and remote, there with promises', () => {
    expectTypeOf<Workspace>().toExtend<AnyWorkspace>();
    expectTypeOf<RemoteWorkspace>().toExtend<AnyWorkspace>();
    expectTypeOf<ReturnType<RemoteWorkspace['job']>>().toEqualTypeOf<Promise<ReturnType<Workspace['job']>>>();
    expectTypeOf<ReturnType<RemoteClock['now']>>().toEqualTypeOf<Promise<number>>();
    expectTypeOf<Exclude<keyof Workspace, 'play'>>().toEqualTypeOf<keyof RemoteWorkspace>();
  });
});
