/** The mock server inside a page: a real service worker in a real browser, and no server that knows the API. */
import { expect } from '@playwright/test';
import { request, consoleLines, openApp, startJob, view } from './worker/app.js';
import { recordingToHar, start } from '../replay/recorded-traffic.js';
import { test } from './worker/worker-test.js';

test.describe('a page with the worker', () => {
  test('runs a job from start to presentation, under a policy that forbids eval, and no request leaves it', async ({
    page,
    pages,
  }) => {
    await openApp(page, pages.origin);
    expect(await page.evaluate(() => globalThis.evaluates)).toBe(false);
    const requestsBefore = pages.missed.length;
    const id = await startJob(page);
    expect((await view(page, id)).status).toBe('generating');
    await page.evaluate(() => setup.clock.advance('7s'));
    expect((await view(page, id)).progress).toMatchObject({ slides_completed: 4 });
    await page.evaluate(() => setup.clock.advance('5s'));
    expect((await view(page, id)).presentation.sections).toHaveLength(8);
    expect(pages.missed.slice(requestsBefore)).toEqual([]);
  });

  test('ignores every request that is not for the API', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    expect((await request(page, 'elsewhere/api/v2')).text).toBe('Nobody is here.');
    expect((await request(page, '/users')).text).toBe('Nobody is here.');
    expect((await request(page, '/templates', { key: 'nobody' })).status).toBe(401);
    expect(pages.missed.slice(-2)).toEqual(['GET /elsewhere/api/v2', 'GET /api/v1/users']);
    expect(await page.evaluate(() => setup.journal().map(({ response }) => response?.status))).toEqual([401]);
  });

  test('from another machine without TLS has no service worker, but gets responses', async ({
    page,
    pages,
  }) => {
    await page.route('http://app.test/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: pages.origin + pathname + search }) });
    });
    await openApp(page, 'http://app.test');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    expect((await view(page, await startJob(page))).status).toBe('generating');
  });
});

test('a page plays scenarios from texts, in its options and at once', async ({ page, pages }) => {
  const failing = (error: string) => `title: Mine\nsteps:\n  - fail: { error: ${error} }\n`;
  await openApp(page, pages.origin, { scenarios: { mine: failing('E1') }, scenario: 'mine' });
  expect(await view(page, await startJob(page))).toMatchObject({ status: 'failed', error: 'E1' });
  const text = await page.evaluate((yaml) => {
    setup.useScenario({ yaml });
    return setup.deckhand.workspace('ws_dev').scenarioSource('mine').text;
  }, failing('E2'));
  expect(text).toContain('error: E1');
  expect(await view(page, await startJob(page))).toMatchObject({ status: 'failed', error: 'E2' });
});

test('a page replays its recording with any key, and in any sandbox', async ({ page, pages }) => {
  await openApp(page, pages.origin, { replay: recordingToHar([start(0, 'gen_7f3k')]) });
  for (const key of ['the-key-of-the-app', 'sandbox-a'])
    expect(await startJob(page, 'Boats', key)).toBe('gen_7f3k');
});

test('the URL of a presentation works in a script and in a link', async ({ page, pages }) => {
  await openApp(page, pages.origin, { scenario: 'instant' });
  const { presentation } = await view(page, await startJob(page));
  expect(presentation.url).toMatch(`${pages.origin}/view/ws_dev/pres_`);
  expect((await request(page, presentation.url)).text).toContain('<h1 dir="auto">Harbour taxis</h1>');

  await page.evaluate((url) => {
    document.body.innerHTML = '<a target="_blank">Open</a>';
    document.querySelector('a')!.href = url;
  }, presentation.url);
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.click('a')]);
  await opened.waitForSelector('h1');
  expect(await opened.textContent('h1')).toBe('Harbour taxis');
});

test('the methods on window are those of the workspace, and give access to other workspaces', async ({
  page,
  pages,
}) => {
  const lines = consoleLines(page);
  await openApp(page, pages.origin, { exposeOnWindow: true });
  const id = await startJob(page);
  await page.evaluate((job) => deckhand.failJob(job, 'Out of ink'), id);
  expect(await view(page, id)).toMatchObject({ status: 'failed', error: 'Out of ink' });
  await page.evaluate(() => deckhand.useScenario('timeout-failure'));
  await page.evaluate(() => deckhand.clock.advance('1h'));
  expect(await page.evaluate(async () => deckhand.info().scenario)).toBe('timeout-failure');
  expect(await page.evaluate(async () => deckhand.workspaces().map((one) => one.id))).toEqual([
    'ws_dev',
    'ws_other',
  ]);
  await page.evaluate(() => deckhand.workspace('sandbox-mine').useScenario('instant'));
  const other = await startJob(page, 'Boats', 'sandbox-mine');
  expect((await view(page, other, 'sandbox-mine')).status).toBe('completed');
  await page.evaluate(() => deckhand.help());
  expect(lines.join('\n')).toContain('deckhand.clock.advance(by)');
});
