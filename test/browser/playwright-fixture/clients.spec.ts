/** `clock.runFor` with common polling libraries keeps their request count. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { expect, test, type PlaywrightSandbox } from 'deckhand/playwright';

/** The clients, for a page. */
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
  await deckhand.stopTime(page);
  await page.goto('/');
  await page.addScriptTag({ content: script });
  await page.evaluate(`void bundle.clients.${call}.then(() => (document.title = 'ended'))`);
  await deckhand.waitForNetworkIdle();
  return deckhand.clock.now();
}

/** The seconds of the polls. The timers of libraries add some milliseconds, as in real time. */
async function polls(deckhand: PlaywrightSandbox, began: number): Promise<number[]> {
  const exchanges = await deckhand.journal({ operation: 'getGenerationStatus' });
  return exchanges.map(({ startedAt }) => Math.round((startedAt - began) / 100) / 10);
}

for (const client of ['loop', 'tanstackQuery', 'swr', 'axiosRetry'])
  test(`${client} asks as often as in real time`, async ({ page, deckhand }) => {
    const began = await start(page, deckhand, `${client}()`);
    await deckhand.passTime('5m', page);
    expect(await page.title()).toBe('ended');
    expect(await polls(deckhand, began)).toEqual([0, 2, 4, 6, 8, 10, 12]);
    await expect(deckhand).toFollowClientRules({ timersFollowClock: true });
  });

test('timers of an iframe pass, too', async ({ page, deckhand }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/?every=2000';
    document.body.append(frame);
    return new Promise((resolve) => (frame.onload = resolve));
  });
  await deckhand.stopTime(page);
  const began = await deckhand.clock.now();
  await page.frameLocator('iframe').getByRole('button').click();
  await deckhand.passTime('5m', page);
  expect(await polls(deckhand, began)).toEqual([0, 2, 4, 6, 8, 10, 12]);
});
