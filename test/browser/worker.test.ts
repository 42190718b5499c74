/** The mock server inside a page: a real service worker in a real browser, and no server that knows the API. */
import { describe, expect } from 'vitest';
import { faulty } from '../transports/transport-suite/faults.js';
import { ask, consoleLines, KEY, openApp, startJob, view } from './worker/app.js';
import { test } from './worker/worker-test.js';

describe('a page with the worker', () => {
  test('plays a job from start to deck, and no request leaves the page', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    const asked = pages.missed.length;
    const id = await startJob(page);
    expect((await view(page, id)).status).toBe('generating');
    await page.evaluate(() => setup.clock.advance('7s'));
    expect((await view(page, id)).progress).toMatchObject({ slides_completed: 4 });
    await page.evaluate(() => setup.clock.advance('5s'));
    expect((await view(page, id)).presentation.sections).toHaveLength(8);
    expect(pages.missed.slice(asked)).toEqual([]);
  });

  test('runs under a policy that forbids eval', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    expect(await page.evaluate(() => globalThis.evaluates)).toBe(false);
    expect((await view(page, await startJob(page))).status).toBe('generating');
  });

  test('ignores every request that is not for the API', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    expect((await ask(page, 'elsewhere/api/v2')).text).toBe('Nobody is here.');
    expect((await ask(page, '/users')).text).toBe('Nobody is here.');
    expect((await ask(page, '/templates', { key: 'nobody' })).status).toBe(401);
    expect(pages.missed.slice(-2)).toEqual(['GET /elsewhere/api/v2', 'GET /api/v1/users']);
    expect(await page.evaluate(() => setup.journal().map(({ response }) => response?.status))).toEqual([401]);
  });

  test('responds for another origin when the API is there, and for no other origin', async ({
    page,
    pages,
  }) => {
    await openApp(page, pages.origin, { origin: 'https://api.example.com' });
    expect((await ask(page, 'https://api.example.com/api/v1/templates')).status).toBe(200);
    expect((await ask(page, '/templates')).text).toBe('Nobody is here.');
    // Only the operations are Deckhand's: another path goes to that origin, which is not there.
    expect((await ask(page, 'https://api.example.com/api/v1/templtes')).status).toBe(0);
  });

  test('plays the text of a scenario file', async ({ page, pages }) => {
    const scenarios = { './scenarios/mine.yaml': 'title: Mine\nsteps:\n  - fail: { error: Told }\n' };
    await openApp(page, pages.origin, { scenarios, scenario: 'mine' });
    expect(await view(page, await startJob(page))).toMatchObject({ status: 'failed', error: 'Told' });
  });

  test('responds below a prefix when the API is there', async ({ page, pages }) => {
    await openApp(page, pages.origin, { basePath: '/backend/api/v1', keys: 'none' });
    const statuses = await page.evaluate(async () => {
      const ask = async (path: string) => (await fetch(path)).status;
      return [await ask('/backend/api/v1/templates'), await ask('/api/v1/templates')];
    });
    expect(statuses).toEqual([200, 404]);
    expect(pages.missed.at(-1)).toBe('GET /api/v1/templates');
  });

  test('from another machine without TLS has no service worker, but gets responses', async ({
    ownPage: page,
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

  test('gets no responses after a stop', async ({ page, pages }) => {
    await openApp(page, pages.origin, { expose: true });
    await page.evaluate(() => setup.stop());
    expect((await ask(page, '/templates')).text).toBe('Nobody is here.');
    expect(await page.evaluate(() => 'deckhand' in window)).toBe(false);
    await page.evaluate(() => setup.start({ quiet: true }));
    expect((await ask(page, '/templates')).status).toBe(200);
  });

  test('starts once, even when started twice', async ({ page, pages }) => {
    const lines = consoleLines(page);
    await openApp(page, pages.origin);
    await page.evaluate(() => Promise.all([setup.start(), setup.start()]));
    expect((await ask(page, '/templates')).status).toBe(200);
    expect(lines).toEqual([]);
  });
});

describe('a fault in a page', () => {
  test('resets the connection', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    await page.evaluate((scenario) => setup.use(scenario), faulty({ connection: 'reset' }));
    expect(await ask(page, '/templates')).toEqual({ status: 0, text: 'TypeError: Failed to fetch' });
    expect(await page.evaluate(() => setup.journal().at(-1)?.failure)).toBe('reset');
  });

  test('stalls until the page aborts', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    await page.evaluate((scenario) => setup.use(scenario), faulty({ connection: 'stall' }));
    const outcome = await page.evaluate(async (key) => {
      const headers = { 'x-api-key': key };
      const asked = fetch('/api/v1/templates', { headers, signal: AbortSignal.timeout(200) });
      return asked.then(String, String);
    }, KEY);
    expect(outcome).toMatch(/^TimeoutError/);
  });

  test('delays a response until the clock reaches its time', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    await page.evaluate((scenario) => setup.use(scenario), faulty({ latency: '90s' }));
    await page.evaluate(() => setup.clock.pause());
    const order: string[] = [];
    const held = ask(page, '/templates').then(({ status }) => order.push(`held ${status}`));
    await expect.poll(() => page.evaluate(() => setup.clock.held())).toBe(1);
    await page.evaluate(() => setup.clock.advance('89s'));
    await ask(page, '/presentations/pres_none');
    order.push('a second is missing');
    await page.evaluate(() => setup.clock.advance('1s'));
    await held;
    expect(order).toEqual(['a second is missing', 'held 200']);
  });

  test('truncates a body, or makes it invalid JSON', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    await page.evaluate((scenario) => setup.use(scenario), faulty({ corrupt: 'truncated' }));
    expect((await ask(page, '/templates')).status).toBe(0);
    await page.evaluate((scenario) => setup.use(scenario), faulty({ corrupt: 'malformed' }));
    const { status, text } = await ask(page, '/templates');
    expect(status).toBe(200);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });
});

describe('the address of a presentation', () => {
  test('shows it to a script and behind a link', async ({ ownPage: page, pages }) => {
    await openApp(page, pages.origin, { scenario: 'instant' });
    const { presentation } = await view(page, await startJob(page));
    expect(presentation.url).toMatch(`${pages.origin}/view/ws_dev/pres_`);
    expect((await ask(page, presentation.url)).text).toContain('<h1 dir="auto">Harbour taxis</h1>');

    await page.evaluate((url) => {
      document.body.innerHTML = '<a target="_blank">Open</a>';
      document.querySelector('a')!.href = url;
    }, presentation.url);
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.click('a')]);
    await opened.waitForSelector('h1');
    expect(await opened.textContent('h1')).toBe('Harbour taxis');
  });

  test('without a presentation belongs to the app', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    expect((await ask(page, `${pages.origin}/view/ws_dev/pres_none`)).text).toBe('Nobody is here.');
    await page.evaluate(() => {
      document.body.innerHTML = '<a href="/view/ws_dev/settings">Settings</a>';
    });
    await page.click('a');
    await page.waitForURL('**/view/ws_dev/settings');
    expect(await page.textContent('body')).toBe('Nobody is here.');
  });
});

describe('the verbs on window', () => {
  test('are those of the workspace, and give access to other workspaces', async ({ page, pages }) => {
    const lines = consoleLines(page);
    await openApp(page, pages.origin, { expose: true });
    const id = await startJob(page);
    await page.evaluate((job) => deckhand.fail(job, 'Out of ink'), id);
    expect(await view(page, id)).toMatchObject({ status: 'failed', error: 'Out of ink' });
    await page.evaluate(() => deckhand.use('timeout-failure'));
    await page.evaluate(() => deckhand.clock.advance('1h'));
    expect(await page.evaluate(async () => deckhand.info().scenario)).toBe('timeout-failure');
    expect(await page.evaluate(async () => deckhand.workspaces().map((one) => one.id))).toEqual([
      'ws_dev',
      'ws_other',
    ]);
    await page.evaluate(() => deckhand.workspace('sandbox-mine').use('instant'));
    const other = await startJob(page, 'Boats', 'sandbox-mine');
    expect((await view(page, other, 'sandbox-mine')).status).toBe('completed');
    await page.evaluate(() => deckhand.help());
    expect(lines.join('\n')).toContain("deckhand.clock.advance('5m')");
  });

  test('have the given name', async ({ page, pages }) => {
    await openApp(page, pages.origin, { expose: 'mockServer', workspace: 'ws_other' });
    expect(await page.evaluate(() => ['deckhand' in window, Reflect.get(window, 'mockServer').id])).toEqual([
      false,
      'ws_other',
    ]);
  });

  test('are there only on request', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    expect(await page.evaluate(() => 'deckhand' in window)).toBe(false);
  });
});
