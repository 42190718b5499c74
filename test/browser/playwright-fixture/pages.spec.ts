import { expect, test } from 'deckhand/playwright';

/** An origin that does not exist, with another protocol than the page: requests to it reach the mock server only if they are routed. */
const OTHER_ORIGIN = 'https://api.example.com/api/v1';

test('a page of another origin works unchanged, with any key', async ({ page, deckhand }) => {
  await page.goto(`/?api=${OTHER_ORIGIN}`);
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('generating');
  await expect(deckhand).toHaveReceived('startGeneration', {
    status: 202,
    body: { prompt: 'Harbour taxis' },
  });
  expect(JSON.stringify(await deckhand.journal())).not.toContain('the-key-of-the-app');
});

test('the fixture sends the key in the header that the page uses, or in its own', async ({
  page,
  deckhand,
}) => {
  await page.goto('/');
  const statuses = await page.evaluate((base) => {
    const sent = [
      ['authorization', 'Bearer some-key'],
      ['x-api-key', 'some-key'],
      ['accept', '*/*'],
    ] as const;
    return Promise.all(
      sent.map(
        async ([name, value]) => (await fetch(`${base}/templates`, { headers: { [name]: value } })).status,
      ),
    );
  }, OTHER_ORIGIN);
  expect(statuses).toEqual([200, 200, 200]);
  await expect(deckhand).toHaveReceived('listTemplates', { times: 3, status: '2xx' });
});

test('a job continues when the clock advances, and its presentation opens', async ({ page, deckhand }) => {
  await page.goto('/');
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('generating');
  await deckhand.clock.advance('5m');
  const link = page.getByRole('link');
  const opened = page.waitForEvent('popup');
  await link.evaluate((element: HTMLAnchorElement) => void window.open(element.href));
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Harbour taxis');
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour taxis');
});

test('files of the app with the API in their path go to the app', async ({ page, request }) => {
  await page.goto('/');
  const path = '/src/api/v1/client.ts';
  expect(await page.evaluate(async (path) => (await fetch(path)).text(), path)).toBe('a file');
  expect(await (await request.get(path)).text()).toBe('a file');
});

test.describe('an API at another origin', () => {
  test.use({ deckhandRoutes: '**/gateway/**' });

  test('is intercepted there, and only there', async ({ page, deckhand }) => {
    await page.goto('/?api=/gateway/7/api/v1');
    await page.getByRole('button').click();
    await expect(page.getByRole('status')).toHaveText('generating');
    await page.goto('/');
    await page.getByRole('button').click();
    await expect(page.getByRole('status')).toHaveText('status 404');
    await expect(deckhand).toHaveReceived('startGeneration', { times: 1 });
  });
});

test.describe('a project with a configuration file', () => {
  test.use({ deckhandOptions: { config: 'project.config.ts' } });

  test('has its API at the path in the file', async ({ page, deckhand }) => {
    await page.goto('/');
    await page.evaluate(async () => fetch('/backend/api/v1/templates'));
    await expect(deckhand).toHaveReceived('listTemplates', { times: 1 });
  });
});

test('every page of the context is in the sandbox, and pages of another context can join', async ({
  page,
  context,
  browser,
  baseURL,
  deckhand,
}) => {
  await page.goto('/');
  await page.getByRole('button').click();
  const second = await context.newPage();
  await second.goto('/');
  await second.getByRole('button').click();
  await expect(deckhand).toHaveReceived('startGeneration', { times: 2 });
  const others = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  await deckhand.intercept(others);
  const third = await others.newPage();
  await third.goto('/');
  await third.getByRole('button').click();
  await expect(deckhand).toHaveReceived('startGeneration', { times: 3 });
  await others.close();
});

test('a service worker of the app is blocked, because its requests would be invisible', async ({ page }) => {
  await page.goto('/');
  const registered = await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    return (await navigator.serviceWorker.getRegistrations()).length;
  });
  expect(registered).toBe(0);
});
