/** The panel and its connection: interrupted, lost, refused, hidden, and panels that agree. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createDeckhand, type Deckhand } from '../../../src/app/deckhand.js';
import { startServer, type RunningServer, type ServerOptions } from '../../../src/server/server.js';
import { freePort } from '../../free-port.js';
import { App, clockOf, rowOf, test } from './panel-test.js';

/** A server that can stop and come back at the same address. */
async function restartable(options: Partial<ServerOptions> = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: RunningServer;
  let current: Deckhand;
  return {
    url,
    async up(deckhand: Deckhand) {
      current = deckhand;
      server = await startServer(deckhand, { host: '127.0.0.1', port, ...options });
    },
    down: () => server.close(),
    app: (name: string) => new App({ deckhand: current, url }, name),
  };
}

test('after an interruption, the panel asks only for what it missed', async ({ ownPage: page }) => {
  const server = await restartable();
  const deckhand = createDeckhand();
  await server.up(deckhand);
  const app = server.app('cut');
  // The clock runs: a job with an end could end before it fails below.
  const first = await app.start('Before the cut', 'never-ends');
  await page.clock.install();
  await page.goto(`${server.url}/_deckhand/#/${app.id}/jobs`);
  await rowOf(page, 'Before the cut').waitFor();

  await server.down();
  await page.getByRole('alert').getByText('The panel shows the last known state.').waitFor();
  expect(await rowOf(page, 'Before the cut').isVisible()).toBe(true);
  // Nothing is known about the time since then, so the clock stands still, and nothing can be changed.
  const time = await clockOf(page).textContent();
  expect(time).toContain('disconnected');
  expect(await page.getByRole('button', { name: 'Pause' }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Start job' }).isDisabled()).toBe(true);
  await page.clock.runFor(5000);
  expect(await clockOf(page).textContent()).toBe(time);
  const api = 'http://mock-server.test/api/v1';
  const meanwhile = await deckhand.fetch(
    new Request(`${api}/presentations/generate`, {
      method: 'POST',
      headers: { 'x-api-key': app.key, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'Meanwhile' }),
    }),
  );
  expect(meanwhile.status).toBe(202);
  app.workspace.fail(first, 'Out of ink.');

  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    asked.push(`${pathname.split('/').pop()}${searchParams.has('after') ? ' after' : ''}`);
  });
  await server.up(deckhand);
  await rowOf(page, 'Meanwhile').waitFor();
  await rowOf(page, 'Before the cut').getByText('Failed').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(asked.filter((what) => what !== 'changes after' && what !== 'conduct')).toEqual([]);
  await server.down();
});

test('the panel reloads everything from another process at the same address', async ({ ownPage: page }) => {
  const server = await restartable();
  await server.up(createDeckhand());
  await server.app('anew').start('Of the process before');
  await page.goto(`${server.url}/_deckhand/#/${server.app('anew').id}/jobs`);
  await rowOf(page, 'Of the process before').waitFor();
  await server.down();
  await server.up(createDeckhand());
  await page.getByText('No jobs yet').waitFor();
  await server.app('anew').start('Of the process after');
  await rowOf(page, 'Of the process after').waitFor();
  await server.down();
});

test('the panel asks for a token, tries it, and keeps it for the tab', async ({ ownPage: page }) => {
  const server = await restartable({ controlToken: 'let-me-in' });
  await server.up(createDeckhand());
  await page.goto(`${server.url}/_deckhand/`);
  const field = page.getByLabel('Control token');
  await field.fill('something');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This token is wrong.').waitFor();
  await field.fill('let-me-in');
  await page.getByRole('button', { name: 'Continue' }).click();
  await clockOf(page).waitFor();
  await server.app('token').start('With a token');
  await page.goto(`${server.url}/_deckhand/#/${server.app('token').id}/jobs`);
  await rowOf(page, 'With a token').waitFor();
  await page.reload();
  await rowOf(page, 'With a token').waitFor();
  await server.down();
});

test('a missing workspace is reported, with a link to an existing one', async ({ page, mockServer }) => {
  await page.goto(`${mockServer.url}/_deckhand/#/ws_nope/jobs`);
  await page.getByRole('heading', { name: 'No such workspace' }).waitFor();
  await page.getByRole('link', { name: 'Go to ws_dev' }).click();
  await clockOf(page).waitFor();
});

test('a page without a connection says so', async ({ ownPage: page, mockServer }) => {
  // The page tries again by itself; in this test only on a click.
  await page.clock.install();
  await page.route('**/_deckhand/api/**', (route) => route.abort());
  await page.goto(`${mockServer.url}/_deckhand/`);
  await page.getByRole('heading', { name: 'Deckhand does not respond' }).waitFor();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  // Requests fail in order. So when this one fails, all requests before the pause have failed, too.
  await page.evaluate(() => fetch('/_deckhand/api/none').catch(() => {}));
  await page.unroute('**/_deckhand/api/**');
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.clock.resume();
  await clockOf(page).waitFor();
});

/** Counts the requests to the control API until the test ends. */
function countRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => void (/_deckhand\/api\/workspaces/.test(request.url()) && (count += 1)));
  return () => count;
}

function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

test('a panel asks at once after its own command, and when it becomes visible; a hidden one asks nothing', async ({
  app,
  open,
  ownPage: page,
}) => {
  await page.clock.install();
  await open('jobs', page);
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  // From here on, no timer of the page runs by itself.
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();

  await setHidden(page, true);
  // A request that began before has ended, because the page sends this one after it.
  await page.evaluate(() => fetch('/_deckhand/api/none'));
  const count = countRequests(page);
  await page.clock.runFor(60_000);
  await page.evaluate(() => fetch('/_deckhand/api/none'));
  expect(count()).toBe(0);
  await app.start('While nobody looked');
  await setHidden(page, false);
  await rowOf(page, 'While nobody looked').waitFor();
});

test('seven panels of one browser all learn of a change', async ({ app, open, ownPage }) => {
  const context = ownPage.context();
  const panels = [ownPage];
  while (panels.length < 7) panels.push(await context.newPage());
  for (const panel of panels) await open('jobs', panel);
  await app.start('Harbour taxis');
  for (const panel of panels) await rowOf(panel, 'Harbour taxis').waitFor();
  // The browser opens six connections to a server, and none of them is taken.
  expect(await ownPage.evaluate(async () => (await fetch('/_deckhand/api/workspaces')).status)).toBe(200);
});

test('a panel drives the server while an app at its origin holds six requests', async ({
  app,
  open,
  ownPage,
}) => {
  await open('jobs', ownPage);
  await ownPage.getByRole('button', { name: 'Resume' }).waitFor();
  app.workspace.arm({ on: 'listTemplates', times: 12, latency: '1h' });
  const client = await ownPage.context().newPage();
  await client.goto(`${app.url}/_deckhand/docs/`);
  await client.evaluate((key) => {
    const headers = { 'x-api-key': key };
    for (let request = 0; request < 12; request += 1) void fetch('/api/v1/templates', { headers });
  }, app.key);
  // The browser opens six connections; other pages of the tests can have some of them. All others wait.
  await expect.poll(() => app.workspace.clock.held()).toBeGreaterThan(0);
  await ownPage.getByRole('button', { name: 'Resume' }).click();
  await ownPage.getByRole('button', { name: 'Pause' }).waitFor();
  await app.start('Harbour taxis');
  await rowOf(ownPage, 'Harbour taxis').waitFor();
  await client.close();
});
