import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

execFileSync(process.execPath, ['node_modules/msw/cli/index.js', 'init', 'public', '--no-save']);
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1' },
});
await vite.listen();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const page = await browser.newPage();
await page.goto(vite.resolvedUrls.local[0]);
await page.waitForFunction(() => 'play' in globalThis);
await page.evaluate(() => globalThis.play());
await browser.close();
await vite.close();
