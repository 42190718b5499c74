/** The specs of playwright-fixture/, as a user runs them: some of them fail on purpose. */
import { expect, test } from '@playwright/test';
import { createDeckhand } from '../../src/app/deckhand.js';
import { fromHar } from '../../src/journal/read-har.js';
import { startServer, type RunningServer } from '../../src/server/server.js';
import { blocksOf, read } from '../docs/markdown-blocks.js';
import { freePort } from '../free-port.js';
import { RUN_TIMEOUT_MS, runSpecs, serveApp, type App, type PlaywrightTestResult } from './playwright-run.js';

const MODES = ['in process', 'at a server'];

const deckhand = createDeckhand();

let server: RunningServer;
let app: App;
let tests: readonly PlaywrightTestResult[] = [];

// All tests of this file look at one run.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(RUN_TIMEOUT_MS);
  server = await startServer(deckhand, { host: '127.0.0.1', port: 0, controlToken: 'let-me' });
  app = await serveApp();
  tests = await runSpecs({
    APP: app.url,
    SERVER: server.url,
    TOKEN: 'let-me',
    NOBODY: `http://127.0.0.1:${await freePort()}`,
  });
});
test.afterAll(async () => {
  await app.close();
  await server.close();
});

test('every spec passes in process, and those of the mock server at a server', () => {
  expect(new Set(tests.map(({ project }) => project))).toEqual(new Set(MODES));
  expectToPass(tests);
});

/** But those whose titles say that they fail. */
function expectToPass(results: readonly PlaywrightTestResult[]): void {
  const failed = results.filter(({ title, status }) => !title.startsWith('fails') && status !== 'passed');
  expect(failed.map(({ project, title, message }) => `${project}: ${title}\n${message}`)).toEqual([]);
}

for (const mode of MODES)
  test(`tests run in parallel, and only a failed one has journal and snapshot in its report, ${mode}`, () => {
    const modeTests = tests.filter(({ project }) => project === mode);
    const [one, other] = modeTests.filter(({ title }) => title.includes('two parallel tests'));
    expect(one?.worker).not.toBe(other?.worker);
    const passed = modeTests.filter(({ status }) => status === 'passed');
    expect(passed.flatMap(({ attachments }) => Object.keys(attachments))).toEqual([]);
    const failed = modeTests.find(({ title }) => title.startsWith('fails with'));
    expect(failed?.status).toBe('failed');
    const { exchanges } = fromHar(JSON.parse(failed?.attachments['deckhand-journal.har'] ?? ''));
    expect(exchanges.map(({ request }) => new URL(request.url, server.url).pathname)).toEqual([
      '/api/v1/templates',
    ]);
    expect(JSON.parse(failed?.attachments['deckhand-snapshot.json'] ?? '')).toMatchObject({
      format: 'deckhand-snapshot',
    });
  });

test('a call without await and a fault that no request met fail a test, at their line', () => {
  const messages = (start: string): readonly string[] =>
    tests
      .filter(({ title }) => title.startsWith(start))
      .map(({ status, message }) => `${status}: ${message}`);
  for (const [start, message] of [
    [
      'fails because an assertion',
      /^failed: UserError: expect\(deckhand\)\.toHaveReceived\(…\) was still pending .*\n.*Add await: await expect/,
    ],
    [
      'fails because a call',
      /^failed: UserError: deckhand\.addFault\(…\) was still pending when the test ended\.\n.*Add await: await deckhand\.addFault/,
    ],
    [
      'fails because no request met',
      /^failed: UserError: Deckhand: fault f1 was never applied: no request to getPresentation .*\n.*optional: true/,
    ],
    ['fails because a fault expired', /^failed: UserError: Deckhand: fault f1 was never applied/],
  ] as const) {
    const [inProcess, atServer] = messages(start);
    expect(atServer).toMatch(message);
    // In process, a call ends before the test does.
    if (!start.includes('a call')) expect(inProcess).toMatch(message);
  }
});

test('a test leaves an empty sandbox at the server', () => {
  const sandboxes = deckhand.workspaces().filter(({ sandbox }) => sandbox);
  expect(sandboxes.length).toBe(tests.filter(({ project }) => project === 'at a server').length);
  expect(sandboxes.filter(({ job_count, exchange_count }) => job_count + exchange_count > 0)).toEqual([]);
});

test('no request reaches the network, even when a test ends before its response', () => {
  // One spec sets its API to another origin.
  expect(app.strays.filter((page) => page !== `${app.url}/`)).toEqual([]);
});

test('the specs have the tests of the docs page', () => {
  const testsIn = (text: string) => [...text.matchAll(/^test\(.*?^\}\);$/gms)].map(String);
  const documented = blocksOf('docs/tests.md', 'ts', 'Playwright').flatMap(testsIn);
  expect(documented).toEqual(testsIn(read('test/browser/playwright-fixture/docs.spec.ts')));
});

test('the message has a hint when no server listens, and when an option, an override or a scenario is invalid', () => {
  const messageOf = (start: string) => tests.find(({ title }) => title.startsWith(start))?.message;
  expect(messageOf('fails because no server')).toMatch(
    /^UserError: No Deckhand server responds at \S+: ECONNREFUSED\.\n.*npx --no deckhand serve/,
  );
  expect(messageOf('fails because a server')).toMatch(
    /^UserError: deckhandOptions has "seed", but the mock server runs at /,
  );
  expect(messageOf('fails because an override')).toMatch(
    /^UserError: The response in deckhand\.override\("startGeneration"\) violates the specification: .*\n.*violates: true/,
  );
  expect(messageOf('fails because no scenario')).toMatch(/^UserError: .*time-out-failure.*timeout-failure/);
});

// The last one, because it leaves sandboxes at the server.
test('every spec passes at a server', { tag: '@long' }, async () => {
  test.setTimeout(RUN_TIMEOUT_MS);
  const env = { APP: app.url, SERVER: server.url, TOKEN: 'let-me', ALL_AT_SERVER: 'true' };
  const all = await runSpecs(env, { args: ['--project', 'at a server'] });
  expect(all.length).toBeGreaterThan(40);
  expectToPass(all);
});
