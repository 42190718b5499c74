import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect } from 'vitest';
import { controlMiddleware, deckhandMiddleware } from '../../src/integrations/express.js';
import type { connectDeckhand } from '../../src/app/remote.js';
import { test } from './browser-test.js';

let origin: string;
let close: () => void;

beforeAll(async () => {
  const build = await rolldown({ input: 'src/app/remote.ts', platform: 'browser', logLevel: 'silent' });
  const { output } = await build.generate({ format: 'iife', name: 'remote' });
  await build.close();
  const deckhand = deckhandMiddleware();
  const app = express();
  app.get('/', (_, response) => void response.send('<!doctype html><script src="/remote.js"></script>'));
  app.get('/remote.js', (_, response) => void response.type('js').send(output[0].code));
  app.use(deckhand, controlMiddleware(deckhand.deckhand));
  const server = createServer(app as RequestListener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.close();
    server.closeAllConnections();
  };
});
afterAll(() => close());

declare const remote: { readonly connectDeckhand: typeof connectDeckhand };

test('a page controls the mock server that serves it, and reads its changes', async ({ page }) => {
  await page.goto(origin);
  const seen = await page.evaluate(async () => {
    const workspace = remote.connectDeckhand(location.origin).workspace('sandbox-page');
    const scenarios: unknown[] = [];
    for await (const { all, workspace: info } of workspace.changes()) {
      scenarios.push(info?.scenario);
      if (!all) break;
      await workspace.use('instant');
    }
    return scenarios;
  });
  expect(seen).toEqual([null, 'instant']);
});

test('a page gets an error for a wrong request, and for an address where no mock server listens', async ({
  page,
}) => {
  await page.goto(origin);
  const said = await page.evaluate(async () => {
    const told = (error: unknown) => JSON.parse(JSON.stringify(error)) as Record<string, unknown>;
    const refused = remote.connectDeckhand(location.origin).workspace('ws_dev').clock.advance('5x');
    const elsewhere = remote.connectDeckhand('http://127.0.0.1:1').workspaces();
    return Promise.all([refused.catch(told), elsewhere.catch(told)]);
  });
  expect(said).toMatchObject([{ code: 'bad-input', faults: [{ pointer: '/by' }] }, { code: 'unreachable' }]);
});
