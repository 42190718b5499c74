import { describe, expect, it } from 'vitest';
import { install } from './deckhand-process.js';
import { freePort } from '../free-port.js';
import { folderOf } from './temporary.js';

const deckhand = install();
const serve = (...flags: readonly string[]) => deckhand.start(['serve', '--port', '0', ...flags]);
const KEY = { 'x-api-key': 'deckhand-dev-key' };
const STORY = 'title: Mine\ndescription: A story of mine\nsteps: [{ complete: }]\n';

describe('deckhand serve logs', () => {
  /** Runs a process whose scenario resets a connection, sends requests, and returns its output. */
  const logged = async (style: string, ...flags: readonly string[]) => {
    const folder = folderOf({
      'cut.yaml': `${STORY}faults: [{ on: listTemplates, connection: reset }]\n`,
    });
    const port = String(await freePort());
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
    await expect.poll(() => fetch(api).then(() => 'listens', String), { interval: 20 }).toBe('listens');
    const headers = { ...KEY, 'content-type': 'application/json' };
    for (let job = 0; job < 2; job += 1)
      await fetch(`${api}/presentations/generate`, { method: 'POST', headers, body: '{"prompt":"A deck"}' });
    const cut = fetch(`${api}/templates`, { headers: { ...KEY, 'x-deckhand-scenario': 'cut' } });
    await expect(cut).rejects.toThrow();
    running.kill('SIGTERM');
    return { port, ...(await running.ended) };
  };

  it('one JSON object per line for machines, and no other lines', async () => {
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

  it('only its address, when it chose the port itself, in silent mode', async () => {
    const running = serve('--log', 'silent');
    await running.until(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  });

  it('evictions, in silent mode too', async () => {
    const { stderr } = await logged('silent', '--max-jobs', '1');
    expect(stderr).toBe(
      'deckhand: The workspace ws_dev is full. Its oldest jobs are removed; --max-jobs keeps more.\n',
    );
  });

  it('while somebody reads, and serves on when nobody does, as in `| grep -m1 API`', async () => {
    const running = serve();
    const url = await running.url();
    running.stopReading();
    for (let request = 0; request < 3; request += 1) await fetch(`${url}/api/v1/templates`, { headers: KEY });
    expect((await fetch(`${url}/_deckhand/health`)).status).toBe(200);
    running.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('deckhand serve stops', () => {
  const serveStalled = () => {
    const stalls = `${STORY}faults: [{ on: listTemplates, connection: stall }]\n`;
    return serve('--scenarios', folderOf({ 'stalls.yaml': stalls }), '--scenario', 'stalls');
  };

  it('at SIGINT and at SIGTERM, though a response never comes', async () => {
    const stop = async (signal: NodeJS.Signals): Promise<void> => {
      const running = serveStalled();
      const url = await running.url();
      const answer = fetch(`${url}/api/v1/templates`, { headers: KEY });
      // A later request has its response, so the first request has arrived.
      await fetch(`${url}/api/v1/nowhere`);
      running.kill(signal);
      await expect(answer).rejects.toThrow();
      const { code, stdout } = await running.ended;
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Stopped\.$/m);
    };
    await Promise.all([stop('SIGINT'), stop('SIGTERM')]);
  });

  it('at once at the second signal', async () => {
    const running = serveStalled();
    const url = await running.url();
    const response = fetch(`${url}/api/v1/templates`, { headers: KEY });
    await fetch(`${url}/api/v1/nowhere`);
    running.kill('SIGINT');
    await expect
      .poll(() =>
        fetch(`${url}/api/v1/nowhere`).then(
          () => 'answers',
          () => 'refuses',
        ),
      )
      .toBe('refuses');
    running.kill('SIGINT');
    await expect(response).rejects.toThrow();
    expect((await running.ended).code).toBe(130);
  });
});
