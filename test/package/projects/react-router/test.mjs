// The documented import responds to loaders, and leaves nothing in the modules that a browser loads.
import assert from 'node:assert/strict';
import { createServer } from 'vite';

const server = await createServer({ server: { port: 0 } });
await server.listen();
const url = server.resolvedUrls?.local[0] ?? '';

const page = await (await fetch(url)).text();
assert.match(page, /<h1>Pitch, Pitch<\/h1>/);

for (const path of ['app/root.jsx', 'app/routes/home.jsx']) {
  const response = await fetch(url + path);
  const code = await response.text();
  assert.equal(response.status, 200, code);
  assert.doesNotMatch(code, /deckhand\.server|deckhand\/node/);
}
await server.close();
process.exit();
