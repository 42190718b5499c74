import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './browser-test.js';
import { openWall } from './wall/open-wall.js';
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
      expect(await shown?.locator('h1').count()).toBe(0);
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
