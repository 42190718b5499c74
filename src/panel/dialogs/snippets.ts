/** The shortest working use of each integration. The pages of `docs/integrations` explain them. */
import { curlOf } from '../docs/commands.js';

export interface SnippetValues {
  readonly baseUrl: string;
  readonly origin: string;
  readonly key: string;
}

interface Snippet {
  readonly label: string;
  readonly note: string;
  readonly text: (values: SnippetValues) => string;
}

const THIS_SERVER = 'Uses this server.';
const OWN = 'Uses a server of its own, without this panel.';

export const SNIPPETS = {
  curl: {
    label: 'curl',
    note: THIS_SERVER,
    text: ({ baseUrl, key }) =>
      curlOf({
        method: 'POST',
        url: `${baseUrl}/presentations/generate`,
        key,
        body: '{"prompt":"A pitch for electric harbour taxis"}',
      }),
  },
  fetch: {
    label: 'fetch (any app)',
    note: `${THIS_SERVER} An app at another port of this machine can read the responses.`,
    text: ({ baseUrl, key }) => `const response = await fetch('${baseUrl}/presentations/generate', {
  method: 'POST',
  headers: { 'x-api-key': '${key}', 'content-type': 'application/json' },
  body: JSON.stringify({ prompt: 'A pitch for electric harbour taxis' }),
});
const { generation_id } = await response.json();`,
  },
  proxy: {
    label: 'Vite proxy',
    note: `${THIS_SERVER} The API then has the origin of your app.`,
    text: ({ origin, baseUrl }) => `// vite.config.ts
import { defineConfig } from 'vite';

export default defineConfig({
  server: { proxy: { '${new URL(baseUrl).pathname}': '${origin}' } },
});`,
  },
  tests: {
    label: 'Tests against this server',
    note: `${THIS_SERVER} Each sandbox key has its own data and clock.`,
    text: ({ origin }) => `import { connectDeckhand } from 'deckhand';

const workspace = connectDeckhand('${origin}').workspace('sandbox-my-test');
await workspace.use('asks-a-question');
await workspace.clock.advance('5m');`,
  },
  vite: {
    label: 'Vite plugin',
    note: 'Runs inside Vite’s dev server, with this panel at /_deckhand/.',
    text: () => `// vite.config.ts
import { deckhand } from 'deckhand/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [deckhand({ scenario: 'slow-progress', scenarios: 'scenarios' })],
});`,
  },
  browser: {
    label: 'In the page (msw)',
    note: OWN,
    text: () => `// first: npx msw init public/
if (import.meta.env.MODE === 'offline') {
  const { setupDeckhandWorker } = await import('deckhand/browser');
  await setupDeckhandWorker({ expose: true }).start();
}`,
  },
  playwright: {
    label: 'Playwright',
    note: OWN,
    text: () => `import { expect, test } from 'deckhand/playwright';

test('the app shows a failure', async ({ page, deckhand }) => {
  await deckhand.use('timeout-failure');
  await page.goto('/');
  await page.getByRole('button', { name: 'Generate' }).click();
  await deckhand.clock.advance('5m');
  await expect(page.getByRole('status')).toHaveText(/timed out/);
});`,
  },
  vitest: {
    label: 'Vitest',
    note: OWN,
    text: () => `import { test } from 'deckhand/vitest';
import { expect } from 'vitest';
import { makeDeck } from './make-deck.js';

test('the client polls until the deck is ready', async ({ deckhand }) => {
  const { baseUrl, key, clock } = deckhand;
  const url = await makeDeck('Harbour taxis', { baseUrl, key, sleep: (time) => clock.advance(time) });
  expect(url).toContain('/view/');
});`,
  },
  node: {
    label: 'Node test runners, Jest',
    note: OWN,
    text: () => `import { setupDeckhand } from 'deckhand/node';

const { listen, close, reset, use, clock } = setupDeckhand({ origin: 'https://api.example.com' });
before(() => listen());
afterEach(() => reset());
after(() => close());`,
  },
  express: {
    label: 'Express',
    note: 'A middleware of your own server.',
    text: () => `import { controlMiddleware, deckhandMiddleware } from 'deckhand/express';
import express from 'express';

const api = deckhandMiddleware({ scenario: 'slow-progress' });
const app = express();
app.use(api);
app.use(controlMiddleware(api.deckhand));`,
  },
} as const satisfies Record<string, Snippet>;

export type SnippetName = keyof typeof SNIPPETS;
