// @ts-check
// Run inside a project that installed the tarball alone: an entry that needs another package names the command that installs it.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

for (const [entry, packages] of [
  ['node', 'msw'],
  ['vitest', 'msw vitest'],
]) {
  const message = new RegExp(`^deckhand/${entry} needs .*: npm install --save-dev ${packages}$`);
  await assert.rejects(import(`deckhand/${entry}`), { message });
  assert.throws(() => require(`deckhand/${entry}`), { message });
}
