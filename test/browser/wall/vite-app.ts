/** An app on Vite's development server, in a temporary folder, with a file that a test can edit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';

const HTML = `<!doctype html><html lang="en"><head><title>Edited</title></head><body style="block-size: 3000px">
<h1></h1><p id="path"></p><p id="keys"></p>
<a href="/about">About</a> <a href="/">Start</a>
<label>Size <select name="size"><option>small</option><option>large</option></select></label>
<label>Notes <textarea></textarea></label>
<button type="button" id="menu">Menu</button>
<div data-testid="list" style="block-size: 100px; overflow: auto"><div style="block-size: 1100px">A long list</div></div>
<script type="module" src="/main.js"></script></body></html>`;

const MAIN = `import { title } from './title.js';
const show = (id, text) => (document.querySelector(id).textContent = text);
show('h1', title);
show('#path', location.pathname);
addEventListener('keydown', ({ key }) => show('#keys', document.querySelector('#keys').textContent + key + ' '));
import.meta.hot.accept('./title.js', (changed) => show('h1', changed.title));`;

export interface ViteApp {
  readonly url: string;
  /** Edits a module of the app. */
  edit(title: string): void;
  /** Stops the development server, and starts it again at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startViteApp(): Promise<ViteApp> {
  const root = mkdtempSync(join(tmpdir(), 'deckhand-wall-app-'));
  const edit = (title: string): void =>
    writeFileSync(join(root, 'title.js'), `export const title = ${JSON.stringify(title)};`);
  writeFileSync(join(root, 'index.html'), HTML);
  writeFileSync(join(root, 'main.js'), MAIN);
  writeFileSync(
    join(root, 'mockServiceWorker.js'),
    "addEventListener('activate', () => self.clients.claim());",
  );
  edit('Before');
  let port = 0;
  let vite: ViteDevServer;
  const start = async (): Promise<void> => {
    vite = await createServer({
      root,
      configFile: false,
      logLevel: 'error',
      server: { host: '127.0.0.1', port, strictPort: port !== 0 },
    });
    await vite.listen();
    port = Number(new URL(vite.resolvedUrls?.local[0] ?? '').port);
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}/`,
    edit,
    start,
    stop: () => vite.close(),
    async close() {
      await vite.close();
      rmSync(root, { recursive: true });
    },
  };
}

/**
 * Resolves when this number of frames is connected to the development server, which cannot update them before. Call it before
 * the page is opened.
 */
export function connectedFrames(page: Page, count: number): Promise<void> {
  let connected = 0;
  return new Promise((resolve) =>
    page.on('console', (message) => {
      if (message.text() === '[vite] connected.' && ++connected === count) resolve();
    }),
  );
}
