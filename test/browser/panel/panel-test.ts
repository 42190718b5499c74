/** `test` with the panel of a server in this process, open on a sandbox of the test. */
import { Buffer } from 'node:buffer';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createDeckhand, type Deckhand } from '../../../src/app/deckhand.js';
import { startServer } from '../../../src/server/server.js';
import type { Workspace } from '../../../src/service/workspace.js';
import { test as base } from '../one-page-test.js';

export interface MockServer {
  readonly deckhand: Deckhand;
  readonly url: string;
}

/** A sandbox and its client, as in an app under development. */
export class App {
  readonly key: string;
  readonly url: string;
  readonly workspace: Workspace;

  constructor({ deckhand, url }: MockServer, name: string) {
    this.key = `sandbox-${name}`;
    this.url = url;
    this.workspace = deckhand.workspace(this.key);
  }

  get id(): string {
    return `ws_sandbox_${this.key.slice('sandbox-'.length)}`;
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'x-api-key': this.key, 'content-type': 'application/json', ...init.headers };
    return fetch(`${this.url}/api/v1${path}`, { ...init, headers });
  }

  /** Starts a job. @returns its id */
  async start(prompt: string, scenario = 'happy-path'): Promise<string> {
    const headers = { 'x-deckhand-scenario': scenario };
    const body = JSON.stringify({ prompt });
    const response = await this.ask('/presentations/generate', { method: 'POST', headers, body });
    return ((await response.json()) as { generation_id: string }).generation_id;
  }

  poll(job: string): Promise<Response> {
    return this.ask(`/presentations/generate/${job}/status`);
  }
}

interface PanelFixtures {
  readonly mockServer: MockServer;
  readonly app: App;
  /**
   * Opens a view of the test's sandbox, in the page of the file or another page, and waits until it is connected. The
   * change of sandbox discards everything that the test before opened or filled in.
   */
  readonly open: (view?: string, page?: Page) => Promise<void>;
}

let count = 0;

export const test = base.extend<PanelFixtures>({
  mockServer: [
    async ({}, use) => {
      const deckhand = createDeckhand();
      const bugs: unknown[] = [];
      const server = await startServer(deckhand, {
        host: '127.0.0.1',
        port: 0,
        onBug: (error) => bugs.push(error),
      });
      await use({ deckhand, url: server.url });
      await server.close();
      expect(bugs, 'bugs that surfaced in the server').toEqual([]);
    },
    { scope: 'file' },
  ],
  app: async ({ mockServer }, use) => {
    count += 1;
    const app = new App(mockServer, `test-${count}`);
    // Tests compare exact times of the clock.
    app.workspace.clock.pause();
    await use(app);
  },
  open: async ({ app, page }, use) => {
    await use(async (view = 'jobs', shown = page) => {
      const panel = `${app.url}/_deckhand/`;
      const place = `#/${app.id}/${view}`;
      if (shown.url().startsWith(`${panel}#`)) await shown.evaluate(goTo, place);
      else await shown.goto(panel + place);
      // Until then the page shows the sandbox of the test before.
      await shown.locator(`.switcher option[value="${app.id}"]:checked`).waitFor({ state: 'attached' });
      await clockOf(shown).waitFor();
    });
    // Messages belong to no sandbox, so the next test would see them, too.
    await page.evaluate(() => document.querySelector<HTMLElement>('.said button')?.click());
  },
});

/** Runs in the panel: goes to another place, and waits until the panel has rendered it. */
function goTo(place: string): Promise<void> {
  return new Promise((resolve) => {
    if (location.hash === place) return resolve();
    // The panel listens, too, and was first.
    addEventListener('hashchange', () => resolve(), { once: true });
    location.hash = place;
  });
}

export function clockOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Clock' }).locator('time');
}

/** The row of a job in the list. */
export function rowOf(page: Page, prompt: string): Locator {
  return page.locator('.job.row', { hasText: prompt });
}

/** Waits until the page shows the wanted value. */
export async function eventually<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(look, { interval: 25 }).toEqual(wanted);
}

/** Clicks an element that starts a download. @returns the text of the file */
export async function downloaded(page: Page, click: Locator): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click.click()]);
  const pieces: Uint8Array[] = [];
  for await (const piece of await file.createReadStream()) pieces.push(piece as Uint8Array);
  return { name: file.suggestedFilename(), text: Buffer.concat(pieces).toString('utf8') };
}
