// Opens each story in Chromium and checks its text.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { chromium } from 'playwright-core';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
};
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const file = await readFile(`storybook-static${pathname}`).catch(() => undefined);
  response
    .writeHead(file ? 200 : 404, { 'content-type': TYPES[extname(pathname)] ?? 'text/plain' })
    .end(file);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const [story, expected] of [
  ['ready', /^completed /],
  ['asks', /^awaiting_input Who is/],
  ['rejected', /^429 /],
  ['failed', /^failed .*timed out/],
]) {
  await page.goto(`http://127.0.0.1:${server.address().port}/iframe.html?id=deck--${story}`);
  await page.getByRole('status').getByText(expected).waitFor({ timeout: 20_000 });
  console.log(`${story}: ${await page.getByRole('status').textContent()}`);
}
await browser.close();
server.close();
