import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromHar } from '../../src/journal/read-har.js';
import { blocksOf, read } from '../docs/page.js';
import { freePort } from '../free-port.js';
import { serve, type TestServer } from '../server/serve.js';
import { RUN_HOOK, runSpecs, serveApp, type App, type RunTest } from './playwright-run.js';

const MODES = ['in process', 'at a server'];

let server: TestServer;
let app: App;
let tests: readonly RunTest[] = [];

beforeAll(async () => {
  [server, app] = await Promise.all([serve({ controlToken: 'let-me' }), serveApp()]);
  tests = await runSpecs({
    APP: app.url,
    SERVER: server.url,
    TOKEN: 'let-me',
    NOBODY: `http://127.0.0.1:${await freePort()}`,
  });
}, RUN_HOOK);
afterAll(async () => {
  await app.close();
  await server.close();
});

const named = (start: string): readonly RunTest[] => tests.filter(({ title }) => title.startsWith(start));

describe('deckhand/playwright', () => {
  it('passes every spec, in process and at a server', () => {
    const meant = tests.filter(({ title }) => !title.startsWith('fails'));
    expect(new Set(meant.map(({ project }) => project))).toEqual(new Set(MODES));
    const broken = meant.filter(({ status }) => status !== 'passed');
    expect(broken.map(({ project, title, message }) => `${project}: ${title}\n${message}`)).toEqual([]);
  });

  it.each(MODES)('runs two workers at a time, each in its own sandbox, %s', (mode) => {
    const [one, other] = tests.filter(
      ({ project, title }) => project === mode && title.includes('at a time'),
    );
    expect(one?.worker).not.toBe(other?.worker);
  });

  it.each(MODES)('attaches journal and saved state to the report of a failed test, %s', (mode) => {
    const failed = named('fails with').find(({ project }) => project === mode);
    expect(failed?.status).toBe('failed');
    const { exchanges } = fromHar(JSON.parse(failed?.attachments['deckhand-journal.har'] ?? ''));
    expect(exchanges.map(({ request }) => new URL(request.url, server.url).pathname)).toEqual([
      '/api/v1/templates',
    ]);
    expect(JSON.parse(failed?.attachments['deckhand-moment.json'] ?? '')).toMatchObject({
      format: 'deckhand-state',
    });
  });

  it('attaches nothing to the report of a passed test', () => {
    const passed = tests.filter(({ status }) => status === 'passed');
    expect(passed.flatMap(({ attachments }) => Object.keys(attachments))).toEqual([]);
  });

  it('leaves an empty sandbox of each test at the server', async () => {
    const sandboxes = server.deckhand.workspaces().filter(({ sandbox }) => sandbox);
    expect(sandboxes.length).toBe(tests.filter(({ project }) => project === 'at a server').length);
    expect(sandboxes.filter(({ jobs, exchanges }) => jobs + exchanges > 0)).toEqual([]);
  });

  it('lets no request reach the real address, even when a test ends before its response', () => {
    // One spec sets its API to another origin.
    expect(app.strays.filter((page) => page !== `${app.url}/`)).toEqual([]);
  });

  it('runs the tests that its page in the docs shows', () => {
    const testsIn = (text: string) => [...text.matchAll(/^test\(.*?^\}\);$/gms)].map(String);
    const shown = blocksOf('docs/tests.md', 'ts', 'Playwright').flatMap(testsIn);
    expect(shown).toEqual(testsIn(read('test/browser/playwright-fixture/docs.spec.ts')));
  });

  it('says what to do when no server listens, or when the server has its own options', () => {
    const [nobody] = named('fails because no server');
    expect(nobody?.message).toMatch(
      /^UserError: No Deckhand responds at \S+: ECONNREFUSED\.\n.*npx --no deckhand serve/,
    );
    const [both] = named('fails because a server');
    expect(both?.message).toMatch(/^UserError: deckhandOptions has "seed", but the mock server runs at /);
  });
});
