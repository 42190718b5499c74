// Takes the pictures of README.md and docs/panel.md from the built product: npm run build && npm run images
// An app (examples/deck-app) and the panel beside it show the same job, at the width at which the pages show the picture.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createServer } from 'vite';
import { chromiumOptions } from './find-chromium.js';

const ROOT = join(import.meta.dirname, '../..');
const IMAGES = join(ROOT, 'docs/images');
/** GitHub shows a README about 830 pixels wide. */
const [APP, PANEL, HEIGHT] = [400, 430, 590] as const;

const server = await createServer({
  root: join(ROOT, 'examples/deck-app'),
  mode: 'plugin',
  logLevel: 'error',
});
await server.listen(0);
const url = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch(await chromiumOptions());
try {
  await takeAll(browser);
} finally {
  await browser.close();
  await server.close();
}

async function takeAll(one: Browser): Promise<void> {
  const app = await openPage(one, APP, 'light');
  const panel = await openPage(one, PANEL, 'light');
  await control('scenario', { name: 'asks-a-question' }, 'PUT');
  await app.goto(url);
  await app.getByLabel('What the deck shall be about').fill('A pitch for electric harbour taxis');
  await app.getByRole('button', { name: 'Make the deck' }).click();
  await panel.goto(`${url}_deckhand/`);
  await app.getByLabel('Your answer').waitFor();
  await control('clock/pause');
  await panel.getByText('Awaiting input').first().waitFor();
  await beside(one, app, panel, 'app-and-panel-question');
  await control('clock/resume');
  await app.getByLabel('Your answer').fill('City officials who plan public transport.');
  await app.getByRole('button', { name: 'Send the answer' }).click();
  await app.getByText(/Writing slide [4-7]/).waitFor();
  await control('clock/pause');
  await panel.waitForTimeout(300);
  await beside(one, app, panel, 'app-and-panel-progress');
  await app.context().close();

  const scenarios = ['timeout-failure', 'slow-progress', 'unanswered-question', 'rate-limited'];
  const prompts = [
    'A report on ferry traffic',
    'A lesson about tides',
    'Kick-off of the new pier',
    'Winter timetable',
  ];
  for (const [index, scenario] of scenarios.entries()) await playJob(scenario, prompts[index] ?? '');
  await panel.waitForTimeout(300);
  await panel.setViewportSize({ width: PANEL, height: 640 });
  await save(panel, 'panel-jobs-light');
  await panel.emulateMedia({ colorScheme: 'dark' });
  await panel.getByRole('link', { name: 'Traffic', exact: true }).click();
  await panel.waitForTimeout(500);
  await save(panel, 'panel-traffic-dark');
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

async function openPage(one: Browser, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await one.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function control(path: string, body?: object, method = 'POST'): Promise<void> {
  const response = await fetch(`${url}_deckhand/api/workspaces/ws_dev/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

/** Two pages next to each other, as one picture. */
async function beside(one: Browser, left: Page, right: Page, name: string): Promise<void> {
  const parts = await Promise.all([left, right].map((page) => picture(page)));
  const gap = 12;
  const page = await openPage(one, APP + PANEL + 3 * gap, 'light');
  await page.setViewportSize({ width: APP + PANEL + 3 * gap, height: HEIGHT + 2 * gap });
  const images = parts.map(
    (part, index) => `<img width="${index === 0 ? APP : PANEL}" src="data:image/webp;base64,${part}">`,
  );
  await page.setContent(
    `<style>body{margin:0;padding:${gap}px;display:flex;gap:${gap}px;background:#dfe6ec}img{border-radius:10px;box-shadow:0 2px 14px #14212c33}</style>${images.join('')}`,
  );
  await save(page, name);
  await page.context().close();
}

async function save(page: Page, name: string): Promise<void> {
  writeFileSync(join(IMAGES, `${name}.webp`), Buffer.from(await picture(page), 'base64'));
}

/** The page as WebP in base64. Playwright does not write WebP by itself. */
async function picture(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  // Twice as many pixels as the width at which a page shows it, for fine screens.
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 75,
    clip: { x: 0, y: 0, width, height, scale: 2 },
  });
  return data;
}
