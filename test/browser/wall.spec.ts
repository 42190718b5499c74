import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { expect, test } from './browser-test.js';
import { axeViolations } from './accessibility.js';
import { openWall } from './wall/open-wall.js';
import { startSmallApp, type SmallApp } from './wall/small-app.js';

let small: SmallApp;

test.beforeAll(async () => {
  small = await startSmallApp();
});
test.afterAll(() => small.close());

const SCENARIOS = Object.keys(bundledScenarios);

/** Eighteen apps load and run concurrently, even on a busy machine. */
const TIMEOUT_MS = 300_000;

test(
  'examples/deck-app on the wall starts in all frames, follows one clock, and starts over',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(TIMEOUT_MS);
    const deckApp = await serveDeckAppForDevelopment();
    await openWall(page, deckApp.resolvedUrls?.local[0] ?? '', undefined, async (wall) => {
      expect([...wall.names].sort()).toEqual([...SCENARIOS].sort());
      const prompt = wall.frame('happy-path').getByRole('textbox');
      await prompt.pressSequentially('Harbour taxis');
      await prompt.press('Tab');
      await wall.frame('happy-path').getByRole('button', { name: 'Make' }).click();
      const started = SCENARIOS.filter((name) => name !== 'api-disabled');
      for (const name of started)
        await expect(wall.card(name)).toHaveText(/generating|completed|failed|awaiting_input/);
      await expect(wall.card('api-disabled')).toContainText('Action not repeated');
      await expect(wall.frame('long-deck').locator('main')).toContainText('Harbour taxis');

      await wall.press('Next change');
      expect(await wall.clock()).toBe('0:04.0');
      await expect(wall.frame('asks-a-question').locator('main')).toContainText('Who is the audience');
      for (let step = 0; step < 9; step += 1) await wall.press('+1 s');
      expect(await wall.clock()).toBe('0:13.0');
      await expect(wall.frame('upstream-error').locator('main')).toContainText('was not made');
      await expect(wall.card('happy-path')).toContainText('completed');

      // The default scenario is first, and a rejected start is shown.
      expect(await page.locator('.card h2').first().innerText()).toMatch(/happy-path$/);
      await expect(wall.card('api-disabled')).toContainText('Rejected: 403');

      await page.setViewportSize({ width: 1440, height: 900 });
      const isVisible = (all: Element[]): boolean[] =>
        all.map((one) => one.getBoundingClientRect().bottom <= innerHeight);
      // The columns follow the window.
      await expect.poll(() => page.locator('.card').evaluateAll(isVisible)).not.toContain(false);
      expect(await axeViolations(page)).toEqual([]);

      await wall.press('Start over');
      expect(await wall.clock()).toBe('0:00.0');
      await expect(wall.card('happy-path')).toContainText('No job yet');
    });
    await deckApp.close();
    // The configuration of the app sets it, and other tests run in this process later.
    delete process.env['VITE_API_KEY'];
  },
);

async function serveDeckAppForDevelopment(): Promise<ViteDevServer> {
  const root = fileURLToPath(new URL('../../examples/deck-app/', import.meta.url));
  const server = { host: '127.0.0.1', port: 0 };
  return (await createServer({ root, mode: 'server', logLevel: 'error', server })).listen();
}

test.describe('a small app on the wall', () => {
  test('runs although its headers forbid frames and its API has an absolute address', async ({ page }) => {
    await openWall(page, small.url, ['happy-path', 'instant'], async (wall) => {
      await expect(wall.frame('instant').locator('#loaded')).toHaveText('loaded');
      await expect(page.locator('#wall > footer')).toContainText('x-frame-options was removed');
      await wall.frame('happy-path').getByLabel('Prompt').fill('A');
      // Enter submits the form once in each frame.
      await wall.frame('happy-path').getByLabel('Prompt').press('Enter');
      await expect(wall.card('instant')).toContainText('completed');
      expect(await wall.frame('happy-path').locator('#submits').innerText()).toBe('1');
      expect(await wall.frame('instant').locator('#submits').innerText()).toBe('1');
      expect(await wall.frame('instant').evaluate(() => document.activeElement?.localName)).toBe('body');
    });
  });

  test('is failing as soon as it polls in a loop, and shows a hint', async ({ page }) => {
    await openWall(page, small.url, ['happy-path'], async (wall) => {
      await wall.frame('happy-path').getByLabel('Loop').check();
      await wall.frame('happy-path').getByRole('button', { name: 'Make' }).click();
      await wall.press('+1 s');
      expect(await wall.card('happy-path').getAttribute('class')).toContain('failing');
      await page.getByRole('button', { name: 'Rule violated' }).click();
      const text = await page.getByRole('dialog').innerText();
      expect(text).toContain('client/no-tight-polling-loop');
      expect(text).toContain('GET /api/v1/presentations/generate/');
      expect(text).toContain('Wait a few seconds');
    });
  });

  test('is failing after an error in the console, and stale if its screen does not follow its job', async ({
    context,
  }) => {
    const page = await context.newPage();
    await openWall(page, small.url, ['never-ends', 'slow-progress'], async (wall) => {
      await wall.frame('never-ends').getByLabel('Frozen').check();
      await expect(wall.frame('slow-progress').getByLabel('Frozen')).toBeChecked();
      await wall.frame('never-ends').getByRole('button', { name: 'Make' }).click();
      await expect(wall.card('never-ends')).toContainText('generating');
      for (let step = 0; step < 25; step += 1) await wall.press('+1 s');
      expect(await wall.card('never-ends').getAttribute('class')).toContain('stale');
      await wall.frame('slow-progress').getByRole('button', { name: 'Break' }).click();
      await expect.poll(() => wall.card('slow-progress').getAttribute('class')).toContain('failing');
      await wall.card('slow-progress').getByRole('button', { name: 'Error' }).click();
      expect(await page.getByRole('dialog').innerText()).toContain('The button is broken');
    });
  });

  test('changes its size and its theme with one click, opens another path, and rejects URLs of other origins', async ({
    page,
  }) => {
    await openWall(page, small.url, ['happy-path', 'instant'], async (wall) => {
      await page.getByRole('button', { name: '390 px wide' }).click();
      for (const name of wall.names)
        await expect.poll(() => wall.frame(name).evaluate(() => innerWidth)).toBe(390);
      await page.getByRole('button', { name: 'Show your app in dark colours' }).click();
      const ground = () =>
        wall.frame('instant').evaluate(() => getComputedStyle(document.body).backgroundColor);
      await expect.poll(ground).toBe('rgb(1, 2, 3)');
      const path = page.getByLabel('Path in all frames');
      await path.fill('/about?a=1');
      await path.press('Enter');
      for (const name of wall.names)
        await wall.frame(name).waitForURL(({ pathname }) => pathname === '/about');
      for (const outside of ['//example.com/x', '/\\example.com']) {
        await wall.waitUntilPaused();
        await path.fill(outside);
        await path.press('Enter');
        await page.getByText(`${outside} is not a path of your app.`).waitFor();
      }
      await page.getByRole('button', { name: 'Mirror' }).click();
      await wall.frame('happy-path').getByLabel('Prompt').fill('Only here');
      await wall.press('+1 s');
      expect(await wall.frame('instant').getByLabel('Prompt').inputValue()).toBe('Taxis');
    });
  });

  test('plays in real time, and is controlled by keys', async ({ page }) => {
    await openWall(page, small.url, ['happy-path'], async (wall) => {
      await wall.frame('happy-path').getByRole('button', { name: 'Make' }).click();
      await page.locator('#wall > footer').click();
      await page.getByLabel('Speed').selectOption('10');
      await page.locator('#wall > footer').click();
      await page.keyboard.press('Space');
      await expect(wall.frame('happy-path').locator('#status')).toHaveText('completed');
      await page.keyboard.press('Space');
      await expect(page.locator('.clock.advancing')).toHaveCount(0);
      const at = await wall.clock();
      await page.keyboard.press('1');
      expect(await wall.card('happy-path').getAttribute('class')).toContain('enlarged');
      // The bar does not cover the name of the frame, however many lines it has.
      for (const width of [1440, 1000, 720, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const bar = await page.locator('header.bar').boundingBox();
        const card = await wall.card('happy-path').boundingBox();
        expect(card?.y, `${width} pixels`).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
      }
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+ArrowRight');
      await expect.poll(() => wall.clock()).not.toBe(at);
    });
  });

  test('Escape in an enlarged frame shrinks it, and the next key is one of the wall, unless the app uses Escape', async ({
    context,
  }) => {
    // The app throws on purpose.
    const page = await context.newPage();
    await openWall(page, small.url, ['happy-path'], async (wall) => {
      const isEnlarged = async () =>
        (await wall.card('happy-path').getAttribute('class'))?.includes('enlarged');
      const enlargeAndType = async () => {
        await page.locator('#wall > footer').click();
        await page.keyboard.press('1');
        await expect.poll(isEnlarged).toBe(true);
        await wall.frame('happy-path').getByLabel('Prompt').fill('A');
        await page.keyboard.press('Escape');
      };
      const at = await wall.clock();
      await enlargeAndType();
      await expect.poll(isEnlarged).toBe(false);
      await page.keyboard.press('Shift+ArrowRight');
      await expect.poll(() => wall.clock()).not.toBe(at);

      await wall.waitUntilPaused();
      await wall
        .frame('happy-path')
        .evaluate(() => document.addEventListener('keydown', (event) => event.preventDefault()));
      await enlargeAndType();
      // The action arrives after the event would have.
      await wall.frame('happy-path').getByLabel('Prompt').fill('B');
      await wall.frame('happy-path').getByRole('button', { name: 'Break' }).click();
      await expect(wall.card('happy-path')).toContainText('Error');
      expect(await isEnlarged()).toBe(true);
    });
  });

  test('the tags of a narrow card are beside nothing, and inside the card', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 800 });
    const scenarios = ['happy-path', 'slow-progress', 'never-ends', 'asks-twice'] as const;
    await openWall(page, small.url, scenarios, async (wall) => {
      await wall.frame('happy-path').getByLabel('Loop').check();
      await wall.frame('happy-path').getByRole('button', { name: 'Make' }).click();
      await wall.press('+1 s');
      for (const columns of [4, 3]) {
        await page.getByLabel('Frames in a row').selectOption(`${columns} in a row`);
        for (const name of wall.names) {
          const card = wall.card(name);
          const tag = card.getByRole('button', { name: 'Rule violated' });
          await expect.poll(async () => (await card.boundingBox())?.width).toBeLessThan(640 / columns);
          const [outer, inner, actions] = await Promise.all(
            [card, tag, card.locator('.actions')].map((one) => one.boundingBox()),
          );
          if (!outer || !inner || !actions) throw new Error('Not visible');
          expect(inner.x).toBeGreaterThanOrEqual(outer.x);
          expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
          expect(inner.y + inner.height).toBeLessThanOrEqual(actions.y);
          expect(await tag.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
        }
      }
    });
  });
});
