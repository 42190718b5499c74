/** Nothing that a client was told is lost when a replica or the store is killed during traffic. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { install } from '../cli/deckhand-process.js';
import { describeWithStore, RedisServer } from './redis-server.js';

const deckhand = install();
const HEADERS = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always'];
const START = '/api/v1/presentations/generate';

interface Told {
  readonly jobs: Set<string>;
  readonly replied: Set<string>;
  readonly renamed: Map<string, string>;
}

/** Starts jobs, replies and renames at all addresses until it is stopped. Keeps what was confirmed. */
function traffic(urls: readonly string[]): { readonly told: Told; readonly stop: () => Promise<void> } {
  const told: Told = { jobs: new Set(), replied: new Set(), renamed: new Map() };
  let isOver = false;
  const send = async (
    url: string,
    path: string,
    method: string,
    body: object,
  ): Promise<Response | undefined> => {
    try {
      const response = await fetch(url + path, { method, headers: HEADERS, body: JSON.stringify(body) });
      return response.ok ? response : undefined;
    } catch {
      return undefined;
    }
  };
  const one = async (worker: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const url = urls[(worker + turn) % urls.length] as string;
      const asks = turn % 2 === 0;
      const prompt = `[scenario: ${asks ? 'asks-a-question' : 'instant'}] ${worker}.${turn}`;
      const started = await send(url, START, 'POST', { prompt });
      if (!started) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      const { generation_id: id } = (await started.json()) as { generation_id: string };
      told.jobs.add(id);
      if (asks) continue;
      const title = `Title ${worker}.${turn}`;
      const path = `/api/v1/presentations/${id.replace('gen_', 'pres_')}`;
      if (await send(url, path, 'PATCH', { title })) told.renamed.set(path, title);
    }
  };
  const replies = async (): Promise<void> => {
    while (!isOver) {
      for (const id of told.jobs) {
        if (told.replied.has(id)) continue;
        const url = urls[told.replied.size % urls.length] as string;
        const view = await fetch(`${url}${START}/${id}/status`, { headers: HEADERS })
          .then((response) => response.json())
          .catch(() => ({}));
        if (view.status !== 'awaiting_input') continue;
        if (await send(url, `${START}/${id}/message`, 'POST', { message: 'Yes' })) told.replied.add(id);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const all = Promise.all([0, 1, 2, 3].map(one).concat(replies()));
  return {
    told,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

async function expectAll(url: string, { jobs, replied, renamed }: Told): Promise<void> {
  for (const id of jobs) {
    const response = await fetch(`${url}${START}/${id}/status`, { headers: HEADERS });
    const view = await response.json();
    expect([id, response.status]).toEqual([id, 200]);
    if (replied.has(id)) expect([id, view.status]).not.toEqual([id, 'awaiting_input']);
  }
  for (const [path, title] of renamed)
    expect((await (await fetch(url + path, { headers: HEADERS })).json()).title).toBe(title);
}

const until = (isDone: () => boolean): Promise<void> => expect.poll(isDone, { interval: 20 }).toBe(true);

describeWithStore('what clients were told', () => {
  const started = async () => {
    const store = await RedisServer.start(...DURABLE);
    onTestFinished(() => store.close());
    const flags = ['--port', '0', '--log', 'silent', '--store', store.address, '--speed', '20'];
    const one = deckhand.start(['serve', ...flags]);
    const other = deckhand.start(['serve', ...flags]);
    return { store, flags, one, other, urls: [await one.url(), await other.url()] as const };
  };
  const isBusy = ({ jobs, replied, renamed }: Told, before = 0) =>
    jobs.size > before + 60 && replied.size > 5 && renamed.size > 5;

  describe('after kill -9', () => {
    it('of a replica is at the others, and at a new one', async () => {
      const { flags, one, urls } = await started();
      const { told, stop } = traffic(urls);
      await until(() => isBusy(told));
      one.kill('SIGKILL');
      await one.ended;
      const before = told.jobs.size;
      await until(() => told.jobs.size > before + 20);
      await stop();
      await expectAll(urls[1], told);
      await expectAll(await deckhand.start(['serve', ...flags]).url(), told);
    });

    it('of the store is there when it is back', async () => {
      const { store, urls } = await started();
      const { told, stop } = traffic(urls);
      await until(() => isBusy(told));
      await store.kill();
      await expect
        .poll(async () => (await fetch(`${urls[0]}/api/v1/templates`, { headers: HEADERS })).status)
        .toBe(503);
      await store.run();
      const before = told.jobs.size;
      await until(() => isBusy(told, before));
      await stop();
      for (const url of urls) await expectAll(url, told);
    });
  });

  it('is there after a replica has stopped, which takes it off the list', async () => {
    const { store, one, urls } = await started();
    one.kill('SIGTERM');
    expect((await one.ended).code).toBe(0);
    expect(await store.send('ZCARD {deckhand}:replicas')).toBe(':1\r\n');
    expect((await fetch(`${urls[1]}/api/v1/templates`, { headers: HEADERS })).status).toBe(200);
  });

  it('is refused with --state, before anything starts', async () => {
    const { code, stderr } = await deckhand.run([
      'serve',
      '--store',
      'valkey://127.0.0.1:1',
      '--state',
      'x.json',
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--state cannot be used with --store.')]);
  });

  it('needs the same keys and the same token in all replicas', async () => {
    const flags = [
      'serve',
      '--port',
      '0',
      '--store',
      'valkey://127.0.0.1:1',
      '--public-url',
      'https://staging.example',
    ];
    const withoutKeys = await deckhand.run(flags);
    expect([withoutKeys.code, withoutKeys.stderr]).toEqual([2, expect.stringContaining('the same API keys')]);
    const withoutToken = await deckhand.run([...flags, '--key', 'team-key']);
    expect([withoutToken.code, withoutToken.stderr]).toEqual([
      2,
      expect.stringContaining('the same control token'),
    ]);
  });

  it('names the server that does not answer, with exit code 2', async () => {
    const { code, stderr } = await deckhand.run([
      'serve',
      '--port',
      '0',
      '--store',
      'valkey://127.0.0.1:1/0',
    ]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^deckhand: valkey:\/\/127\.0\.0\.1:1: No server listens there\.\n {2}Start one/),
    ]);
  });
});
