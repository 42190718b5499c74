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

describe.each(surfaces)('the methods of a workspace, %s', (_name, start) => {
  let surface: Surface;
  let workspace: AnyWorkspace;

  beforeEach(async () => {
    surface = await start();
    ({ workspace } = surface);
    await workspace.clock.pause();
  });
  afterEach(() => surface.close());

  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    surface.deckhand.fetch(`http://x/api/v1${path}`, { headers: KEY, ...init });
  const generate = async (): Promise<string> => {
    const body = JSON.stringify({ prompt: 'Harbour taxis' });
    const started = await request('/presentations/generate', { method: 'POST', body });
    return ((await started.json()) as { generation_id: string }).generation_id;
  };

  it('control the clock', async () => {
    const startedAt = await workspace.clock.now();
    await workspace.clock.advance('5m');
    await workspace.clock.advance(500);
    expect((await workspace.clock.now()) - startedAt).toBe(300_500);
    const id = await generate();
    const { job } = await workspace.clock.next(id);
    expect(job).toMatchObject({ generation_id: id });
    expect((await workspace.clock.next()).clock.paused).toBe(true);
    await workspace.clock.setSpeed(60);
    await workspace.clock.resume();
    expect((await workspace.info()).clock).toMatchObject({ speed: 60, paused: false });
  });

  it('control jobs', async () => {
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
    const rejected = await workspace.journal({ status: '4xx', operation: 'getPresentation' });
    expect(rejected).toEqual(exchanges.slice(1));
    expect((await workspace.har({ limit: 1 })).log.entries).toHaveLength(1);
    await workspace.clearJournal();
    expect(await workspace.journal()).toEqual([]);
  });

  it('create and restore a snapshot, and reset', async () => {
    const id = await generate();
    const snapshot = await workspace.snapshot();
    await workspace.reset();
    expect(await workspace.jobs()).toEqual([]);
    await workspace.restore(snapshot);
    expect((await workspace.job(id)).prompt).toBe('Harbour taxis');
    await workspace.reset({ journal: true });
    expect([await workspace.journal(), (await workspace.jobs()).length]).toEqual([[], 1]);
    const damaged = (async () => workspace.restore({ ...snapshot, version: 3 as 4 }))();
    await expect(damaged).rejects.toMatchObject({ code: 'invalid-input', issues: [{ pointer: '/version' }] });
  });

  it('return the state and then its changes, until the caller stops', async () => {
    const changes: string[][] = [];
    for await (const { cursor: _, ...parts } of workspace.changes()) {
      changes.push(Object.keys(parts).sort());
      if (changes.length === 1) await workspace.clock.advance(1);
      if (changes.length === 2) await workspace.useScenario('instant');
      if (changes.length === 3) break;
    }
    expect(changes).toEqual([
      ['clock', 'faults', 'full', 'jobs', 'scenarios', 'workspace'],
      ['clock', 'full'],
      ['full', 'workspace'],
    ]);
  });
});

describe('an error', () => {
  type Call = (workspace: AnyWorkspace, nowhere: AnyWorkspace) => unknown;
  const wrong: [string, Call, string[]?][] = [
    ['a clock that runs backwards', ({ clock }) => clock.advance(-1), ['/by']],
    ['a deep snapshot', (workspace) => workspace.restore(deep() as never), ['']],
    ['a workspace that does not exist', (_, nowhere) => nowhere.createApiKey()],
  ];

  it.each(wrong)('is the same in process and over HTTP: %s', async (_what, run, pointers = []) => {
    const { deckhand, url, close } = await serve();
    const errors = [];
    for (const of of [
      (id: string) => new Workspace(deckhand.control, id),
      (id: string) => connectDeckhand(url).workspace(id),
    ]) {
      const error: unknown = await (async () => run(of('ws_dev'), of('ws_none')))().catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(UserError);
      const { code, message, issues } = error as UserError;
      errors.push({ code, message, issues: issues.toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1)) });
    }
    expect(errors[1]).toEqual(errors[0]);
    expect(errors[0]?.issues.map(({ pointer }) => pointer)).toEqual(pointers);
    await close();
  });
});

describe('a message to a program', () => {
  const messages: [string, (workspace: Workspace) => unknown, string][] = [
    [
      'a wrong duration',
      ({ clock }) => clock.advance('5x'),
      'by must be a time such as 5m or 1m30s, or milliseconds, not "5x".',
    ],
    ['a negative number', ({ clock }) => clock.advance(-1), 'by must be at least 0.'],
    [
      'a far time',
      ({ clock }) => clock.advance('999999999h'),
      'by must not advance the clock past the year 9999, as "999999999h" does.',
    ],
    [
      'an interval',
      (workspace) => workspace.clientReport({ minPollInterval: '0ms' }),
      'min_poll_interval must be a time from 1ms to 24h, such as 500ms, not "0ms".',
    ],
    [
      'an unknown name',
      (workspace) => workspace.startJob({ prompt: 'Taxis', scenario: 'hapy-path' }),
      'There is no scenario "hapy-path". Did you mean happy-path?',
    ],
    [
      'an object',
      (workspace) => workspace.addFault({ latency: 'soon' }),
      'latency must be a time such as 2s, or a range such as 200ms..1.5s for a random time, not "soon".',
    ],
  ];

  it.each(messages)('names the value instead of a pointer: %s', async (_, run, message) => {
    const { deckhand, url, close } = await serve();
    const handles = [new Workspace(deckhand.control, 'ws_dev'), connectDeckhand(url).workspace('ws_dev')];
    for (const handle of handles)
      await expect((async () => run(handle as Workspace))()).rejects.toHaveProperty('summary', message);
    await close();
  });

  it('names the state of a job that has no question', async () => {
    const workspace = createDeckhand().workspace('ws_dev');
    const { generation_id: id } = workspace.startJob({ prompt: 'Taxis' });
    expect(() => workspace.replyToJob(id, 'Short.')).toThrow(
      'The job is generating, so it has no open question.',
    );
  });
});

/** An object of 200 levels. */
const deep = (): object => Array.from({ length: 200 }).reduce<object>((inner) => ({ inner }), {});

describe('the types of methods', () => {
  it('are the same in process and remote, there with promises', () => {
    expectTypeOf<Workspace>().toExtend<AnyWorkspace>();
    expectTypeOf<RemoteWorkspace>().toExtend<AnyWorkspace>();
    expectTypeOf<ReturnType<RemoteWorkspace['job']>>().toEqualTypeOf<Promise<ReturnType<Workspace['job']>>>();
    expectTypeOf<ReturnType<RemoteClock['now']>>().toEqualTypeOf<Promise<number>>();
    expectTypeOf<keyof Workspace>().toEqualTypeOf<keyof RemoteWorkspace>();
  });
});
