// An app on the wall, in a browser: one start reaches all frames, and time shows a question, a 429 and a failure.
import { chromium } from 'playwright-core';
import { start } from './command.mjs';
import { same } from './journey.mjs';

/** What the frame of a scenario shows at some time. */
const SCREENS = {
  'asks-a-question': /\?/,
  'rate-limited': /Too many requests/,
  'upstream-error': /Upstream/,
};
const SCENARIOS = Object.keys(SCREENS);
/** Time on the clock of the wall, in steps of a second. */
const MOST_STEPS = 60;

/** @param {string} app its address @param {string[]} flags of `deckhand wall` */
export async function onTheWall(app, ...flags) {
  const wall = await start(
    ['wall', app, '--port', '0', '--only', SCENARIOS.join(','), ...flags],
    /(http:\/\/wall\.localhost:\d+)/,
  );
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'],
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${wall.url}/`);
    await page.locator('button[aria-label=Back]:enabled').waitFor({ timeout: 120_000 });
    const frame = (name) => page.frameLocator(`iframe[data-name=${name}]`);
    const first = frame('asks-a-question');
    await first.getByLabel('Prompt').fill('Harbour taxis');
    await first.getByRole('button', { name: 'Make' }).click();
    for (const name of SCENARIOS) await frame(name).getByText('Started').waitFor();

    const awaited = new Map(Object.entries(SCREENS));
    for (let step = 0; step < MOST_STEPS && awaited.size > 0; step += 1) {
      await page.getByRole('button', { name: '+1 s' }).click();
      await page.locator('.clock:not(.moving)').waitFor();
      for (const [name, text] of awaited)
        if (text.test(await frame(name).locator('output').innerText())) awaited.delete(name);
    }
    same('screens that did not come', [...awaited.keys()].join(', '), '');

    await first.getByLabel('Reply').fill('People who decide.');
    await first.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: '+1 s' }).click();
    await page.locator('[data-scenario=asks-a-question]').getByText('Generating').waitFor();
  } finally {
    await browser.close();
    await wall.stop();
  }
}
