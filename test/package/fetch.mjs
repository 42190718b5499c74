// @ts-check
// Run inside a project that installed the tarball beside its own msw: a fetch gets a response without a server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setupDeckhand } from 'deckhand/node';

const deckhand = setupDeckhand();
deckhand.listen();
const templates = await fetch('http://localhost:4010/api/v1/templates', {
  headers: { 'x-api-key': 'deckhand-dev-key' },
});
deckhand.close();

assert.equal(templates.status, 200);
const { version } = JSON.parse(readFileSync('node_modules/msw/package.json', 'utf8'));
console.log(`msw ${version} on Node ${process.version}: 200`);
