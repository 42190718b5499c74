// Takes the pictures of README.md, docs/panel.md and docs/judge.md from the built product: npm run build && npm run images
// The wall shows an app (examples/deck-app) in twelve scenarios. The panel shows a job of the same app, and four others. What is
// judged is the traffic of a client that polls in a loop.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { createServer } from 'vite';
import { chromiumOptions } from './find-chromium.js';
import { APP, openPage, PANEL, picture } from './pictures.js';
import { takeReport } from './take-report.js';
import { takeWall } from './take-wall.js';

const ROOT = join(import.meta.dirname, '../..');
const IMAGES = join(ROOT, 'docs/images');
const server = await createServer({
  root: join(ROOT, 'examples/deck-app'),
  mode: 'plugin',
  logLevel: 'error',
});
await server.listen(0);
const url = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch(await chromiumOptions());
try {
  const { animation, last } = await takeWall(browser, url);
  save('wall', animation);
  save('wall-still', last);
  await takeAll(browser);
} finally {
  await browser.close();
  await server.close();
}

async function takeAll(one: Browser): Promise<void> {
  const app = await openPage(one, APP);
  const panel = await openPage(one, PANEL);
  await control('scenario', { name: 'asks-a-question' }, 'PUT');
  await app.goto(url);
  await app.getByLabel('What the deck is about').fill('A pitch for electric harbour taxis');
  await app.getByRole('button', { name: 'Make the deck' }).click();
  await panel.goto(`${url}_deckhand/`);
  await app.getByLabel('Your answer').waitFor();
  await control('clock/pause');
  await panel.getByText('Awaiting input').first().waitFor();
  await control('clock/resume');
  await app.getByLabel('Your answer').fill('City officials who plan public transport.');
  await app.getByRole('button', { name: 'Send the answer' }).click();
  await app.getByText(/Writing slide [4-7]/).waitFor();
  await control('clock/pause');
  await app.context().close();

  const scenarios = ['timeout-failure', 'slow-progress', 'unanswered-question', 'rate-limited'];
  const prompts = [
    'A report on ferry traffic',
    'A lesson about tides',
    'Kick-off of the new pier',
    'Winter timetable',
  ];
  for (const [index, scenario] of scenarios.entries()) await playJob(scenario, prompts[index] ?? '');
  await panel.setViewportSize({ width: 1200, height: 520 });
  await panel.locator('.job.row').nth(scenarios.length).waitFor();
  // The judge looks again a second after the last request.
  await panel.waitForTimeout(1500);
  save('panel-jobs-light', await picture(panel, 1.5));
  await panel.emulateMedia({ colorScheme: 'dark' });
  await panel.getByRole('link', { name: 'Traffic', exact: true }).click();
  await panel.locator('.exchange.row .fault').first().click();
  await panel.getByRole('region', { name: 'The request as curl' }).waitFor();
  save('panel-traffic-dark', await picture(panel, 1.5));
  const { terminal, report } = await takeReport(one, url);
  save('judge-terminal', terminal);
  save('judge-report', report);
}

/** A job that a client polls four times in half a minute. */
async function playJob(scenario: string, prompt: string): Promise<void> {
  const headers = {
    'x-api-key': 'deckhand-dev-key',
    'content-type': 'application/json',
    'x-deckhand-scenario': scenario,
  };
  const body = JSON.stringify({ prompt });
  const started = await fetch(`${url}api/v1/presentations/generate`, { method: 'POST', headers, body });
  const { poll_url: path } = (await started.json()) as { readonly poll_url: string };
  for (let poll = 0; poll < 4; poll += 1) {
    await control('clock/advance', { by: '4s' });
    await fetch(new URL(path, url), { headers });
  }
}

async function control(path: string, body?: object, method = 'POST'): Promise<void> {
  const response = await fetch(`${url}_deckhand/api/workspaces/ws_dev/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

function save(name: string, webp: Buffer): void {
  writeFileSync(join(IMAGES, `${name}.webp`), webp);
}
