import type { Plugin } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/user-error.js';
import { built } from '../built.js';
import { RawConnection } from '../transports/raw-connection.js';
import { KEY, startJob, startPreview, startVite, viteProject } from './vite-server.js';
import type { ScenarioName } from '../../src/app/scenario-names.js';

beforeAll(() => built('panel'));

const HTML = { accept: 'text/html' };

describe('the Vite dev server', () => {
  it('serves the API, its pages and the control API, and everything else as before', async () => {
    const vite = await startVite(viteProject().config());
    const templates = await vite.get('/api/v1/templates', KEY);
    expect([templates.status, (await templates.json()).templates.length > 0]).toEqual([200, true]);
    expect((await vite.get('/_deckhand/api/workspaces')).status).toBe(200);
    expect(await (await vite.get('/_deckhand/', HTML)).text()).toContain('id="panel"');
    for (const path of [
      '/',
      '/some/page',
      '/api/v1/users',
      '/api/v2/templates',
      '/view/mine/2',
      '/view',
      '/_deckhands',
    ])
      expect(await (await vite.get(path, HTML)).text()).toContain('The app');
  });

  it('serves the API itself when the project has a proxy for it', async () => {
    const proxy = { '/api': 'http://127.0.0.1:1', '/_deckhand': 'http://127.0.0.1:1' };
    const vite = await startVite(viteProject().config({}, { server: { proxy } }));
    expect((await vite.get('/api/v1/templates', KEY)).status).toBe(200);
    expect((await vite.get('/_deckhand/api/workspaces')).status).toBe(200);
  });

  it('passes other paths below the base path to the app', async () => {
    const own: Plugin = {
      name: 'own-api',
      configureServer: ({ middlewares }) =>
        void middlewares.use('/api/v1/users', (_request, response) => void response.end('from the app')),
    };
    const vite = await startVite(viteProject().config({}, { plugins: [own] }));
    expect(await (await vite.get('/api/v1/users')).text()).toBe('from the app');
  });

  it('serves a presentation at its url, and logs that request, too', async () => {
    const { config, log } = viteProject();
    const vite = await startVite(config());
    const { presentation } = await (await vite.get(await startJob(vite.origin, 'instant'), KEY)).json();
    expect(presentation.url).toMatch(`${vite.origin}/view/ws_dev/`);
    const page = await fetch(presentation.url, { headers: HTML });
    expect(await page.text()).toContain(presentation.title);
    await log.line('/view/ws_dev/');
  });

  it('uses the origin that Vite has behind a proxy for presentations', async () => {
    const server = { origin: 'https://deck.example.com' };
    const vite = await startVite(viteProject().config({}, { server }));
    const { presentation } = await (await vite.get(await startJob(vite.origin, 'instant'), KEY)).json();
    expect(presentation.url).toMatch(/^https:\/\/deck\.example\.com\/view\//);
  });

  it('serves the API below its base and at the root, as the service does', async () => {
    const vite = await startVite(viteProject().config({}, { base: '/app/' }));
    for (const path of ['/app/api/v1/templates', '/api/v1/templates', '/app/_deckhand/api/workspaces'])
      expect([path, (await vite.get(path, KEY)).status]).toEqual([path, 200]);
    const { presentation } = await (await vite.get(await startJob(vite.origin, 'instant'), KEY)).json();
    const { pathname } = new URL(presentation.url);
    for (const path of [pathname, `/app${pathname}`])
      expect([path, (await vite.get(path, HTML)).status]).toEqual([path, 200]);
    expect(await (await vite.get('/app/', HTML)).text()).toContain('The app');
  });

  it('prints the URL of the API with its own URLs', async () => {
    const { config, log } = viteProject();
    const vite = await startVite(config({ scenario: 'slow-progress' }, { base: '/app/' }));
    vite.server.printUrls();
    const lines = log.lines.join('\n');
    expect(lines).toContain(`${vite.origin}/app/`);
    expect(lines).toContain(`${vite.origin}/api/v1  API key deckhand-dev-key, scenario slow-progress`);
    expect(lines).toContain(`${vite.origin}/_deckhand/`);
    expect(lines).not.toContain('controlToken');
  });

  it('logs requests as `deckhand serve` does, with hints about rejected requests', async () => {
    const { config, log } = viteProject();
    const vite = await startVite(config());
    await startJob(vite.origin, 'instant');
    expect(await log.line('gen_')).toMatch(/^\d\d:\d\d:\d\d start {2}gen_\w+ 202 generating [\d.]+ ms$/);
    await vite.get('/api/v1/templates');
    expect(await log.line('hint')).toContain('Send x-api-key: deckhand-dev-key, or set apiKeys:');
    await vite.get('/api/v1/templates', { ...KEY, origin: 'https://app.example.com' });
    await log.line("To allow them, set allowOrigins: ['");
    await vite.get('/api/v1/templates', { ...KEY, origin: vite.origin });
    expect(log.lines.filter((line) => line.includes('cannot read'))).toHaveLength(1);
  });

  it('reads deckhand.config.ts in its root, and its options override it', async () => {
    const { config } = viteProject({
      'deckhand.config.ts':
        "export default { basePath: '/backend/api/v1', apiKeys: 'optional', rateLimit: '1/1h' };",
      'scenarios/mine.yaml': 'title: Mine\nsteps: [{ fail: { error: Mine. } }]\n',
    });
    const vite = await startVite(config({ rateLimit: '2/1h' }));
    const { scenarios } = await (await vite.get('/_deckhand/api/scenarios')).json();
    expect(scenarios.map(({ name }: { name: string }) => name)).toContain('mine');
    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1)
      statuses.push((await vite.get('/backend/api/v1/templates')).status);
    expect(statuses).toEqual([200, 200, 429]);
    const without = await startVite(config({ config: false }));
    expect((await without.get('/api/v1/templates', KEY)).status).toBe(200);
  });
});

describe('the control API in Vite', () => {
  it('responds to its own pages only, not to other origins', async () => {
    const vite = await startVite(viteProject().config());
    const request = async (headers: Readonly<Record<string, string>>) =>
      (await vite.get('/_deckhand/api/workspaces', headers)).status;
    expect(await request({ origin: 'http://evil.test' })).toBe(403);
    expect(await request({ origin: vite.origin, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  it('does not respond to a rebound name when Vite allows every name', async () => {
    const server = { allowedHosts: true as const };
    const { origin } = await startVite(viteProject().config({}, { server }));
    const connection = new RawConnection(Number(new URL(origin).port));
    connection.send('GET /_deckhand/api/workspaces HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n');
    const { status, body } = await connection.readResponse();
    expect([status, body.toString()]).toEqual([403, expect.stringContaining('host_not_allowed')]);
  });
});

describe('vite preview', () => {
  it('serves the API with the build', async () => {
    const { config, log } = viteProject({ 'dist/index.html': '<h1>Built</h1>' });
    const vite = await startPreview(config());
    expect((await vite.get('/api/v1/templates', KEY)).status).toBe(200);
    expect(await (await vite.get('/', HTML)).text()).toContain('Built');
    const { presentation } = await (await vite.get(await startJob(vite.origin, 'instant'), KEY)).json();
    expect((await fetch(presentation.url)).status).toBe(200);
    vite.server.printUrls();
    await log.line(`${vite.origin}/api/v1`);
  });
});

describe('an error in the options', () => {
  it.each([
    [{ scenario: 'hapy-path' }, 'There is no scenario "hapy-path". Did you mean happy-path?'],
    [{ scenarios: './nowhere' }, 'cannot be read. No such file or folder.'],
  ])('is reported without a stack: %o', async (options, message) => {
    const { config } = viteProject();
    const error = await startVite(config(options as object)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain(message);
    expect((error as UserError).message).toMatch(/^deckhand: /);
    expect((error as UserError).stack).toBe((error as UserError).message);
  });

  it('in a restart does not affect the running server', async () => {
    const { config, log } = viteProject();
    const options: { scenario: ScenarioName } = { scenario: 'instant' };
    const vite = await startVite(config(options));
    options.scenario = 'nonsense' as never;
    await vite.server.restart();
    await log.line('There is no scenario "nonsense"');
    expect((await vite.get('/api/v1/templates', KEY)).status).toBe(200);
  });
});
