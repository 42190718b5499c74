/** `clock.runFor` with common polling libraries keeps their request count. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { expect, test, type PlaywrightSandbox } from 'deckhand/playwright';

/** The script with the clients, for a page. */
let script: string;

test.beforeAll(async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('clients.js', import.meta.url)),
    resolve: { alias: { react: 'preact/compat' }, conditionNames: ['browser', 'import'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'bundle' });
  script = output[0].code;
});

async function start(page: Page, deckhand: PlaywrightSandbox, call: string): Promise<number> {
  await deckhand.clock.pauseWith(page);
  await page.goto('/');
  await page.addScriptTag({ content: script });
  await page.evaluate(`void bundle.clients.${call}.then(() => (document.title = 'ended'))`);
  await deckhand.waitForNetworkIdle();
  return deckhand.clock.now();
}

/** The seconds of the polls. The timers of libraries add some milliseconds, as in real time. */
async function polls(deckhand: PlaywrightSandbox, startTime: number): Promise<number[]> {
  const exchanges = await deckhand.journal({ operation: 'getGenerationStatus' });
  return exchanges.map(({ startedAt }) => Math.round((startedAt - startTime) / 100) / 10);
}

for (const client of ['loop', 'tanstackQuery', 'swr', 'axiosRetry'])
  test(`${client} polls as often as in real time`, async ({ page, deckhand }) => {
    const startTime = await start(page, deckhand, `${client}()`);
    await deckhand.clock.runFor('5m');
    expect(await page.title()).toBe('ended');
    expect(await polls(deckhand, startTime)).toEqual([0, 2, 4, 6, 8, 10, 12]);
    await expect(deckhand).toFollowClientRules({ timersFollowClock: true });
  });

test('timers of an iframe advance, too', async ({ page, deckhand }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/?every=2000';
    document.body.append(frame);
    return new Promise((resolve) => (frame.onload = resolve));
  });
  await deckhand.clock.pauseWith(page);
  const startTime = await deckhand.clock.now();
  await page.frameLocator('iframe').getByRole('button').click();
  await deckhand.clock.runFor('5m');
  expect(await polls(deckhand, startTime)).toEqual([0, 2, 4, 6, 8, 10, 12]);
});
