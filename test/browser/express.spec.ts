/** An Express app with the mock server, and a page that controls it or receives its resets. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { rolldown } from 'rolldown';
import { controlMiddleware, deckhandMiddleware } from '../../src/integrations/express.js';
import type { connectDeckhand } from '../../src/app/connect.js';
import { expect, test } from './browser-test.js';

const folder = mkdtempSync(join(tmpdir(), 'deckhand-express-'));
const middleware = deckhandMiddleware({ scenarios: folder });
const workspace = middleware.deckhand.workspace('ws_dev');
let origin: string;
let close: () => void;

// The tests share one mock server, and run one after the other.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const build = await rolldown({ input: 'src/app/connect.ts', platform: 'browser', logLevel: 'silent' });
  const { output } = await build.generate({ format: 'iife', name: 'remote' });
  await build.close();
  const app = express();
  app.get('/', (_, response) => void response.send('<!doctype html><script src="/remote.js"></script>'));
  app.get('/remote.js', (_, response) => void response.type('js').send(output[0].code));
  app.use(middleware, controlMiddleware(middleware.deckhand));
  app.use('/tools/mock', controlMiddleware(middleware.deckhand));
  const server = createServer(app as RequestListener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.close();
    server.closeAllConnections();
  };
});
test.afterAll(() => {
  close();
  rmSync(folder, { recursive: true });
});

declare const remote: { readonly connectDeckhand: typeof connectDeckhand };

test('a page controls the mock server that serves it, and reads its changes', async ({ page }) => {
  await page.goto(origin);
  const scenarios = await page.evaluate(async () => {
    const sandbox = remote.connectDeckhand(location.origin).workspace('sandbox-page');
    const values: unknown[] = [];
    for await (const { full, workspace: info } of sandbox.changes()) {
      values.push(info?.scenario);
      if (!full) break;
      await sandbox.useScenario('instant');
    }
    return values;
  });
  expect(scenarios).toEqual([null, 'instant']);
});

for (const path of ['/_deckhand', '/tools/mock/_deckhand/'])
  test(`the panel and the API reference are at ${path}`, async ({ page }) => {
    await page.goto(origin + path);
    await page.getByRole('region', { name: 'Clock' }).locator('time').waitFor();
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('heading', { name: 'Start a generation job' }).first().waitFor();
  });

test('the editor of the panel saves into the folder of the middleware', async ({ page }) => {
  await page.goto(`${origin}/tools/mock/_deckhand/#/ws_dev/scenarios?edit=new`);
  await page.getByText('The scenario is valid').waitFor();
  await page.getByLabel('Name').fill('mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved in ').waitFor();
  expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toContain('title: My scenario');
});

test('a page gets an error for an invalid request, and for an origin where no mock server listens', async ({
  page,
}) => {
  await page.goto(origin);
  const errors = await page.evaluate(async () => {
    const toPlain = (error: unknown) => JSON.parse(JSON.stringify(error)) as Record<string, unknown>;
    const invalid = remote.connectDeckhand(location.origin).workspace('ws_dev').clock.advance('5x');
    const elsewhere = remote.connectDeckhand('http://127.0.0.1:1').workspaces();
    return Promise.all([invalid.catch(toPlain), elsewhere.catch(toPlain)]);
  });
  expect(errors).toMatchObject([
    { code: 'invalid-input', issues: [{ pointer: '/by' }] },
    { code: 'unreachable' },
  ]);
});

/** The results of requests one after the other, on a persistent connection. */
const send = async (calls: readonly { readonly path: string; readonly body?: string }[]) => {
  const results: (number | 'failed')[] = [];
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  for (const { path, body } of calls) {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body };
    results.push(
      await fetch(`/api/v1${path}`, init).then(
        async (response) => (await response.text(), response.status),
        () => 'failed' as const,
      ),
    );
  }
  return results;
};

test('a page gets one error for each request that a fault resets', async ({ page }) => {
  await page.goto(origin);
  const get = { path: '/templates' };
  const start = { path: '/presentations/generate', body: '{"prompt":"Harbour taxis"}' };
  expect(await page.evaluate(send, [get, get])).toEqual([200, 200]);

  workspace.addFault({ operation: 'listTemplates', connection: 'reset', times: 1 });
  expect(await page.evaluate(send, [get, get, get])).toEqual(['failed', 200, 200]);

  workspace.addFault({ operation: 'startGeneration', connection: 'reset', times: 1 });
  expect(await page.evaluate(send, [get, start, start])).toEqual([200, 'failed', 202]);
  expect(workspace.jobs()).toHaveLength(1);

  workspace.addFault({ operation: 'listTemplates', connection: 'reset', times: 2 });
  expect(await page.evaluate(send, [get, get, get])).toEqual(['failed', 'failed', 200]);
});

test('a page with six open connections gets one error for each reset', async ({ page }) => {
  await page.goto(origin);
  const get = { path: '/templates' };
  workspace.addFault({ operation: 'listTemplates', latency: '100ms', times: 6 });
  // Each has its own connection, which the browser keeps open.
  await page.evaluate(async () => {
    const headers = { 'x-api-key': 'deckhand-dev-key' };
    const sent = Array.from({ length: 6 }, () => fetch('/api/v1/templates', { headers }));
    for (const response of await Promise.all(sent)) await response.text();
  });
  workspace.addFault({ operation: 'listTemplates', connection: 'reset', times: 2 });
  expect(await page.evaluate(send, [get, get, get, get])).toEqual(['failed', 'failed', 200, 200]);
});
