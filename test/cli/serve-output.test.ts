import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { install } from './deckhand-process.js';
import { folderOf, freePort } from './temporary.js';

const deckhand = install();
const serve = (...flags: readonly string[]) => deckhand.start(['serve', '--port', '0', ...flags]);
const KEY = { 'x-api-key': 'deckhand-dev-key' };
const STORY = 'title: Mine\ndescription: A story of mine\nsteps: [{ complete: }]\n';

describe('deckhand serve logs', () => {
  /** A process whose scenario resets, and what its requests left behind. */
  const logged = async (style: string, ...flags: readonly string[]) => {
    const folder = folderOf({
      'cut.yaml': `${STORY}faults: [{ on: listTemplates, connection: reset }]\n`,
    });
    const port = await freePort();
    const running = deckhand.start([
      'serve',
      '--port',
      port,
      '--log',
      style,
      '--scenarios',
      folder,
      ...flags,
    ]);
    const api = `http://127.0.0.1:${port}/api/v1`;
    await vi.waitFor(() => fetch(api), { timeout: 5000, interval: 20 });
    const headers = { ...KEY, 'content-type': 'application/json' };
    for (let job = 0; job < 2; job += 1)
      await fetch(`${api}/presentations/generate`, { method: 'POST', headers, body: '{"prompt":"A deck"}' });
    const cut = fetch(`${api}/templates`, { headers: { ...KEY, 'x-deckhand-scenario': 'cut' } });
    await expect(cut).rejects.toThrow();
    running.kill('SIGTERM');
    return { port, ...(await running.ended) };
  };

  it('an object a line for machines, and nothing else', async () => {
    const { port, stdout, code } = await logged('json', '--max-jobs', '1');
    const [first, ...lines] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(first).toEqual({ listening: `http://127.0.0.1:${port}` });
    expect(lines.slice(-3)).toEqual([
      expect.objectContaining({
        method: 'POST',
        status: 202,
        scenario: 'happy-path',
        job_status: 'generating',
      }),
      expect.objectContaining({ operation: 'startGeneration', workspace: 'ws_dev', ms: expect.any(Number) }),
      expect.objectContaining({ status: null, failure: 'reset', fault: 'resets the connection' }),
    ]);
    for (const { time } of lines) expect(new Date(time).toISOString()).toBe(time);
  });

  it('when a client misbehaves, once, by the bound it was given', async () => {
    const running = serve('--tight-loop', '5m', '--scenario', 'never-ends');
    const api = `${await running.url()}/api/v1`;
    const headers = { ...KEY, 'content-type': 'application/json' };
    const body = '{"prompt":"A deck"}';
    const started = await fetch(`${api}/presentations/generate`, { method: 'POST', headers, body });
    const { generation_id: id } = (await started.json()) as { generation_id: string };
    const poll = () => fetch(`${api}/presentations/generate/${id}/status`, { headers: KEY });
    for (let count = 0; count < 12; count += 1) await poll();
    await running.until(/client client\/never-polls-in-a-tight-loop \(section 4\.5\): .+/);
    for (let count = 0; count < 5; count += 1) await poll();
    running.kill('SIGTERM');
    const { stdout } = await running.ended;
    expect(stdout.match(/never-polls-in-a-tight-loop/g)).toHaveLength(1);
  });

  it('nothing at all when it shall be silent', async () => {
    expect(await logged('silent')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('nothing but where it listens, when nobody could know that otherwise', async () => {
    const running = serve('--log', 'silent');
    await running.until(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  });

  it('what it forgot to stay within its bounds', async () => {
    const { stderr } = await logged('silent', '--max-jobs', '1');
    expect(stderr).toBe('Forgot the oldest jobs of ws_dev to stay within bounds (1 so far).\n');
  });

  it('no more when nobody reads it any longer: it ends, without a word', async () => {
    const running = serve();
    const url = await running.url();
    running.stopReading();
    await fetch(`${url}/api/v1/templates`);
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('what nobody reads, and goes on', async () => {
    const folder = folderOf({ 'mine.yaml': STORY });
    const running = serve('--scenarios', folder);
    const url = await running.url();
    running.stopReading('stderr');
    const save = (text: string) => writeFileSync(join(folder, 'mine.yaml'), `${text}# ${Math.random()}\n`);
    const refused = async () => (await (await fetch(`${url}/_deckhand/api/scenarios`)).json()).refused;
    const patience = { timeout: 4000, interval: 400 };
    await vi.waitFor(async () => {
      save(STORY.replace('complete', 'complte'));
      expect(await refused()).toHaveLength(1);
    }, patience);
    await vi.waitFor(async () => {
      save(STORY);
      expect(await refused()).toEqual([]);
    }, patience);
    await running.until(/Reloaded mine /);
    expect((await fetch(`${url}/api/v1/templates`, { headers: KEY })).status).toBe(200);
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });
});

describe('deckhand serve goes on, and says once,', () => {
  it.each([
    ['is gone', "next('./gone.js', context)", /Cannot find module .*/],
    [
      'fails',
      "({ url: 'data:text/javascript,export const conductLines = () => () => { throw new TypeError(`No rule`) }', shortCircuit: true })",
      /TypeError: No rule(\n {4}at .*)+/,
    ],
  ])('that its judge of clients %s', async (_, found, what) => {
    const hook = `export const resolve = (name, context, next) => name.includes('conduct-lines') ? ${found} : next(name, context)`;
    const script = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}))`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
    const running = deckhand.start(['serve', '--port', '0'], { env });
    const url = await running.url();
    const ask = () => fetch(`${url}/api/v1/templates`, { headers: KEY });
    await Promise.all([ask(), ask()]);
    await running.until(/bug/);
    expect((await ask()).status).toBe(200);
    running.kill('SIGTERM');
    const { code, stderr } = await running.ended;
    expect(stderr).toMatch(new RegExp(`^deckhand: a bug in Deckhand, please report it: ${what.source}\n$`));
    expect(code).toBe(1);
  });
});

describe('deckhand serve stops', () => {
  const serveStalled = () => {
    const stalls = `${STORY}faults: [{ on: listTemplates, connection: stall }]\n`;
    return serve('--scenarios', folderOf({ 'stalls.yaml': stalls }), '--scenario', 'stalls');
  };

  it('at SIGINT and at SIGTERM, within three seconds, though an answer never comes', async () => {
    const stop = async (signal: NodeJS.Signals): Promise<void> => {
      const running = serveStalled();
      const url = await running.url();
      const answer = fetch(`${url}/api/v1/templates`, { headers: KEY });
      // Whatever was asked later has been answered: the first request has arrived.
      await fetch(`${url}/api/v1/nowhere`);
      const began = performance.now();
      running.kill(signal);
      await expect(answer).rejects.toThrow();
      const { code, stdout } = await running.ended;
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Stopped\.$/m);
      expect(performance.now() - began).toBeLessThan(3000);
    };
    await Promise.all([stop('SIGINT'), stop('SIGTERM')]);
  });

  it('at a signal that comes with its first word', async () => {
    const running = serve();
    await running.until(/Deckhand/);
    running.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('at once at the second signal', async () => {
    const running = serveStalled();
    const url = await running.url();
    const answer = fetch(`${url}/api/v1/templates`, { headers: KEY });
    await fetch(`${url}/api/v1/nowhere`);
    running.kill('SIGINT');
    await vi.waitFor(() => expect(fetch(`${url}/api/v1/nowhere`)).rejects.toThrow());
    running.kill('SIGINT');
    await expect(answer).rejects.toThrow();
    expect((await running.ended).code).toBe(130);
  });
});
