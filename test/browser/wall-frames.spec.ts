import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchScenarioFolders } from '../../src/cli/scenario-folders.js';
import { axeViolations } from './accessibility.js';
import { expect, test } from './browser-test.js';
import { openWall, type OpenWall } from './wall/open-wall.js';
import { startSmallApp } from './wall/small-app.js';
import { connectedFrames, startViteApp, type ViteApp } from './wall/vite-app.js';

const TWO = ['happy-path', 'instant'] as const;

let app: ViteApp;
test.beforeEach(async () => {
  app = await startViteApp();
});
test.afterEach(() => app.close());

test.describe('an app on a development server', () => {
  test('is edited, and the edit reaches all frames without a reload', async ({ page }) => {
    const connected = connectedFrames(page, TWO.length);
    await openWall(page, app.url, TWO, async (wall) => {
      await connected;
      for (const name of TWO) await wall.frame(name).evaluate(() => (document.body.dataset['kept'] = 'yes'));
      app.edit('After');
      for (const name of TWO) {
        await expect(wall.frame(name).locator('h1')).toHaveText('After');
        expect(await wall.frame(name).evaluate(() => document.body.dataset['kept'])).toBe('yes');
      }
    });
  });

  test('stops and starts again: the wall reports it, waits, and shows the app again', async ({ page }) => {
    const connected = connectedFrames(page, TWO.length);
    await openWall(page, app.url, TWO, async (wall) => {
      await connected;
      const message = page.getByText('Your app is not responding. Start it again');
      await app.stop();
      await message.waitFor();
      app.edit('Started again');
      await app.start();
      await message.waitFor({ state: 'hidden' });
      for (const name of TWO) await expect(wall.frame(name).locator('h1')).toHaveText('Started again');
      await wall.press('+1 s');
      expect(await wall.clock()).toBe('0:01.0');
    });
  });
});

test('mirroring repeats keys, select changes, text selection, scrolling and navigation', async ({ page }) => {
  await openWall(page, app.url, TWO, async (wall) => {
    const [here, there] = TWO.map((name) => wall.frame(name));
    if (!here || !there) throw new Error('No frames');
    await here.getByText('Menu').press('Escape');
    await expect(there.locator('#keys')).toHaveText('Escape');

    await here.getByLabel('Size').press('l');
    await expect(there.getByLabel('Size')).toHaveValue('large');

    await here.getByLabel('Notes').pressSequentially('Taxis');
    await here.getByLabel('Notes').press('ControlOrMeta+a');
    await expect
      .poll(() =>
        there
          .getByLabel('Notes')
          .evaluate((notes: HTMLTextAreaElement) => [notes.value, notes.selectionStart, notes.selectionEnd]),
      )
      .toEqual(['Taxis', 0, 5]);

    await here.getByTestId('list').hover();
    await page.mouse.wheel(0, 200);
    const scrolled = (frame: typeof here) => frame.getByTestId('list').evaluate((list) => list.scrollTop);
    await expect.poll(() => scrolled(there)).toBeGreaterThan(50);
    await expect.poll(() => scrolled(there)).toBe(await scrolled(here));

    // More than once, because a message that arrives after its page is gone has no window.
    for (const [link, path] of [...Array(4)].flatMap(() => [
      ['About', '/about'] as const,
      ['Start', '/'] as const,
    ])) {
      await wall.frame(TWO[0]).getByRole('link', { name: link }).click();
      for (const name of TWO) await expect(wall.frame(name).locator('#path')).toHaveText(path);
    }
    for (const name of TWO) expect(await wall.card(name).innerText()).not.toContain('Action not repeated');
  });
});

test.describe('requests of a frame', () => {
  test('for a script that fails to load mark the frame as failing', async ({ context }) => {
    const page = await context.newPage();
    await page.route(/instant\..*\/title\.js/, (route) => route.abort());
    await openWall(page, app.url, TWO, async (wall) => {
      await wall.card('instant').getByRole('button', { name: 'Error' }).click();
      expect(await page.getByRole('dialog').innerText()).toMatch(/\/main\.js did not load\./);
      expect(await wall.card('happy-path').getAttribute('class')).not.toContain('failing');
    });
  });

  test('that a mock in the app intercepts are reported, with a hint', async ({ page }) => {
    await openWall(page, app.url, TWO, async (wall) => {
      await wall.frame('instant').evaluate(() => navigator.serviceWorker.register('/mockServiceWorker.js'));
      await wall.card('instant').getByRole('button', { name: 'Error' }).click();
      expect(await page.getByRole('dialog').innerText()).toContain('Start the app without it.');
    });
  });
});

/** Runs in a page: notifies its opener that it has received its messages, after the page's own replies. */
function confirmMessages({ from, count }: { readonly from: string; readonly count: number }): void {
  let received = 0;
  addEventListener('message', ({ origin }) => {
    if (origin !== from) return;
    received += 1;
    if (received < count) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (opener as Window).postMessage('received', '*');
    port2.postMessage(undefined);
  });
}

test('a page of another site cannot embed a frame, use its sandbox, control the wall, or message its script', async ({
  page,
  context,
}) => {
  const evil = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><p>Evil</p>'),
  );
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  try {
    await openWall(page, app.url, TWO, async (wall) => {
      const { origin } = new URL(wall.frame('happy-path').url());
      const evilTab = await context.newPage();
      await evilTab.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
      const evilPage = await evilTab.evaluateHandle(
        async ({ frame, page: wallPage }) => {
          const heard: unknown[] = [];
          addEventListener('message', ({ data }) => heard.push(data));
          const json = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"to":9e15}' };
          await fetch(`${wallPage}/api/advance`, { ...json, mode: 'no-cors' }).catch(() => undefined);
          const start = `${frame}/api/v1/presentations/generate`;
          await fetch(start, { ...json, body: '{"prompt":"x"}', mode: 'no-cors' }).catch(() => undefined);
          const inside = document.createElement('iframe');
          inside.src = frame;
          const loaded = new Promise((resolve) => inside.addEventListener('load', resolve));
          document.body.append(inside);
          await loaded;
          // A user's click can open these windows, so a script can do it, too.
          return { heard, targets: [open(frame), open(wallPage), inside.contentWindow] };
        },
        { frame: origin, page: origin.replace('happy-path.', '') },
      );
      await expect.poll(() => context.pages().length).toBe(4);
      const opened = context.pages().filter((one) => one !== page && one !== evilTab);
      for (const one of opened) {
        await one.waitForLoadState();
        await one.evaluate(confirmMessages, { from: new URL(evilTab.url()).origin, count: 3 });
      }
      await evilPage.evaluate(({ targets }) => {
        for (const target of targets)
          for (const message of [
            { type: 'load', id: 1, path: '/stolen', isFresh: true },
            { type: 'advance', id: 2, to: 9e15 },
            { type: 'error', message: 'From outside' },
          ])
            target?.postMessage(message, '*');
      });
      // The scripts of the wall have posted nothing before.
      await expect.poll(() => evilPage.evaluate(({ heard }) => heard)).toEqual(['received', 'received']);
      const shown = evilTab.frames().find((one) => one !== evilTab.mainFrame());
      // The page of the browser about a blocked frame can have a heading, too.
      expect(await shown?.locator('#path').count()).toBe(0);
      expect(context.pages().map((one) => one.url())).not.toContain(expect.stringContaining('stolen'));
      for (const one of context.pages())
        expect(await one.locator('body').innerText()).not.toContain('From outside');
      const newest = opened.find((one) => /\/wall\.localhost/.test(one.url()));
      await newest?.locator('[data-scenario=happy-path]').getByText('No job yet').waitFor();
      expect(await newest?.locator('.clock').innerText()).toBe('0:00.0');
    });
  } finally {
    evil.closeAllConnections();
    evil.close();
  }
});

test(
  'a saved scenario starts its frame again, at the time of the wall, and a new one gets a frame',
  { tag: '@long' },
  async ({ context }) => {
    // The app throws an error where its start is rejected.
    const page = await context.newPage();
    const folder = mkdtempSync(join(tmpdir(), 'deckhand-wall-scenarios-'));
    const save = (name: string, title: string, steps: string): void =>
      writeFileSync(join(folder, `${name}.yaml`), `title: ${title}\nsteps:\n${steps}`);
    save('mine', 'Mine', '  - complete: {}\n');
    const small = await startSmallApp();
    const use = async (wall: OpenWall): Promise<void> => {
      const { deckhand } = wall.running;
      const stop = await watchScenarioFolders(
        deckhand,
        deckhand.library,
        { folders: [folder] },
        'silent',
        (name) => {
          wall.running.showSaved(name);
          return '';
        },
      );
      try {
        await wall.frame('mine').getByRole('button', { name: 'Make' }).click();
        await expect(wall.frame('mine').locator('#status')).toHaveText('none');
        for (let second = 0; second < 5; second += 1) await wall.press('+1 s');
        await expect(wall.frame('mine').locator('#status')).toHaveText('completed');
        await expect(wall.frame('happy-path').locator('#status')).toHaveText('generating');
        save('mine', 'Mine now', '  - fail: { error: No ink. }\n');
        await expect(wall.card('mine')).toContainText('No job yet');
        await expect(wall.frame('mine').locator('#status')).toHaveText('none');
        await wall.waitUntilPaused();
        await expect(page.getByRole('status')).toContainText('Saved: mine. Its frame starts again.');
        expect(await wall.clock()).toBe('0:05.0');
        await expect(wall.frame('happy-path').locator('#status')).toHaveText('generating');
        expect(await wall.frame('mine').evaluate(() => Date.now())).toBe(
          await wall.frame('happy-path').evaluate(() => Date.now()),
        );
        await expect(wall.card('mine').getByRole('heading')).toHaveAttribute('title', 'Mine now');

        save('another', 'Another', '  - complete: {}\n');
        await expect(wall.card('another')).toContainText('No job yet');
        await expect.poll(() => page.frames().some((frame) => frame.url().includes('//another.'))).toBe(true);
        await wall.waitUntilPaused();
        await expect(wall.frame('another').locator('#loaded')).toHaveText('loaded');

        save('mine', 'Mine', '  - complet: {}\n');
        await expect(wall.card('mine')).toContainText('Invalid file');
      } finally {
        await stop();
      }
    };
    await openWall(page, small.url, undefined, use, { scenarios: folder });
    await small.close();
    rmSync(folder, { recursive: true });
  },
);

test('three frames share the row of a laptop, fewer in a row are larger, and the choice is remembered', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1500, height: 860 });
  await openWall(page, app.url, [...TWO, 'slow-progress'], async (wall) => {
    const widths = () =>
      page.locator('.card').evaluateAll((cards) => cards.map((card) => Math.round(card.clientWidth)));
    const rows = () =>
      page
        .locator('.card')
        .evaluateAll(
          (cards) => new Set(cards.map((card) => Math.round(card.getBoundingClientRect().top))).size,
        );
    await expect.poll(rows).toBe(1);
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(470);
    await page.setViewportSize({ width: 750, height: 860 });
    await expect.poll(rows).toBe(2);
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(340);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );

    await page.getByLabel('Frames in a row').selectOption('1 in a row');
    await page.getByRole('button', { name: '768 px wide' }).click();
    await expect.poll(rows).toBe(3);
    await page.reload();
    await expect(page.getByLabel('Frames in a row')).toHaveValue('1');
    await expect.poll(rows).toBe(3);
    await expect.poll(() => wall.frame('instant').evaluate(() => innerWidth)).toBe(768);
    expect(await axeViolations(page)).toEqual([]);

    await wall
      .card('instant')
      .getByRole('button', { name: /^Copy .*instant\.yaml$/ })
      .click();
    await expect(page.getByRole('status')).toContainText(/Copied: .*instant\.yaml/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/scenarios[/\\]instant\.yaml$/);
  });
});
