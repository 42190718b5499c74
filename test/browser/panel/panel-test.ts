/** `test` with the panel of a server in this process, open on a sandbox of the test. */
import { Buffer } from 'node:buffer';
import type { Locator, Page } from '@playwright/test';
import type { Workspace } from '../../../src/service/workspace.js';
import { test as base, type MockServer } from '../mock-server.js';

/** A sandbox and its client, as in an app under development. */
export class ApiClient {
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

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'x-api-key': this.key, 'content-type': 'application/json', ...init.headers };
    return fetch(`${this.url}/api/v1${path}`, { ...init, headers });
  }

  /** Starts a job. @returns its id */
  async startJob(prompt: string, scenario = 'happy-path'): Promise<string> {
    const headers = { 'x-deckhand-scenario': scenario };
    const body = JSON.stringify({ prompt });
    const response = await this.request('/presentations/generate', { method: 'POST', headers, body });
    return ((await response.json()) as { generation_id: string }).generation_id;
  }

  pollJob(job: string): Promise<Response> {
    return this.request(`/presentations/generate/${job}/status`);
  }
}

interface PanelFixtures {
  readonly app: ApiClient;
  /** Opens a view of the test's sandbox, and waits until it is connected. */
  readonly open: (view?: string) => Promise<void>;
}

export const test = base.extend<PanelFixtures>({
  app: async ({ mockServer }, use) => {
    const app = new ApiClient(mockServer, 'test');
    // Tests compare exact times of the clock.
    app.workspace.clock.pause();
    await use(app);
  },
  open: async ({ app, page }, use) => {
    await use(async (view = 'jobs') => {
      const panel = `${app.url}/_deckhand/`;
      const hash = `#/${app.id}/${view}`;
      if (page.url().startsWith(`${panel}#`)) await page.evaluate(goTo, hash);
      else await page.goto(panel + hash);
      await clockOf(page).waitFor();
    });
  },
});

/** Runs in the panel: changes the hash, and waits until the panel has rendered the view. */
function goTo(hash: string): Promise<void> {
  return new Promise((resolve) => {
    if (location.hash === hash) return resolve();
    // The listener of the panel runs first.
    addEventListener('hashchange', () => resolve(), { once: true });
    location.hash = hash;
  });
}

export function clockOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Clock' }).locator('time');
}

/** The row of a job in the list. */
export function rowOf(page: Page, prompt: string): Locator {
  return page.locator('.job.row', { hasText: prompt });
}

/** Clicks an element that starts a download. @returns the text of the file */
export async function downloaded(page: Page, click: Locator): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click.click()]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Uint8Array);
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
}
