/** `clock.runFor` with common polling libraries keeps their request count. */
import { expect, test, type PlaywrightSandbox } from 'deckhand/playwright';
import { startClient } from './client-page.js';

/** The seconds of the polls. The timers of libraries add some milliseconds, as in real time. */
async function polls(deckhand: PlaywrightSandbox, startTime: number): Promise<number[]> {
  const exchanges = await deckhand.journal({ operation: 'getGenerationStatus' });
  return exchanges.map(({ startedAt }) => Math.round((startedAt - startTime) / 100) / 10);
}

for (const [call, times] of [
  ['loop(2000)', [0, 2, 4, 6, 8, 10, 12]],
  ['run("tanstackQuery")', [0, 3, 6, 9, 12]],
  ['run("swr")', [0, 3, 6, 9, 12]],
  ['run("axios")', [0, 3, 6, 9, 12]],
  ['run("rxjs")', [0, 3, 6, 9, 12]],
] as const)
  test(`${call} polls as often as in real time`, async ({ page, deckhand }) => {
    await startClient(page, deckhand, call);
    const startTime = await deckhand.clock.now();
    await deckhand.clock.runFor('5m');
    expect(await page.title()).toBe('completed');
    expect(await polls(deckhand, startTime)).toEqual(times);
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
