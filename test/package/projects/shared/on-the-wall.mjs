// An app on the wall, in a browser: one start reaches all frames, and time shows a question, a 429 and a failure.
import { chromium } from 'playwright-core';
import { start } from './command.mjs';
import { same } from './journey.mjs';

const SCENARIOS = ['asks-a-question', 'rate-limited', 'upstream-error'];
/** Time on the clock of the wall, in steps of a second. */
const MOST_STEPS = 60;

/** @param {string} app its address @param {string[]} flags of `deckhand wall` */
export async function onTheWall(app, ...flags) {
  const wall = await start(
    ['wall', app, '--port', '0', '--scenarios', SCENARIOS.join(','), ...flags],
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
    const output = (name) => frame(name).locator('output').innerText();
    const first = frame('asks-a-question');
    await first.getByLabel('Prompt').fill('Harbour taxis');
    await first.getByRole('button', { name: 'Make' }).click();
    for (const name of SCENARIOS) await frame(name).getByText('Started').waitFor();

    const seen = Object.fromEntries(SCENARIOS.map((name) => [name, new Set()]));
    const isThere = (name, what) => [...seen[name]].some((text) => what.test(text));
    for (let step = 0; step < MOST_STEPS && !isThere('upstream-error', /upstream/i); step += 1) {
      await page.getByRole('button', { name: '+1 s' }).click();
      await page.locator('.clock:not(.moving)').waitFor();
      for (const name of SCENARIOS) seen[name].add(await output(name));
    }
    same('a question', isThere('asks-a-question', /\?/), true);
    same('a 429', isThere('rate-limited', /Too many requests/), true);
    same('a failure', isThere('upstream-error', /upstream/i), true);

    await first.getByLabel('Reply').fill('People who decide.');
    await first.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: '+1 s' }).click();
    await page.locator('[data-scenario=asks-a-question]').getByText('Generating').waitFor();
  } finally {
    await browser.close();
    await wall.stop();
  }
}
