// @ts-check
// Run inside a project that installed the tarball. Imports and requires every Node entry of package.json, except the one that
// only vitest can import (fixture.test.mjs imports it).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { exports } = JSON.parse(readFileSync('node_modules/deckhand/package.json', 'utf8'));
const require = createRequire(import.meta.url);

for (const [path, target] of Object.entries(exports)) {
  if (/\.(?:json|yaml)$/.test(path) || path === './vitest' || target.node === null) continue;
  const entry = path.replace('.', 'deckhand');
  // An import of CommonJS has two more names.
  const names = Object.keys(await import(entry)).filter(
    (name) => !/^(?:default|module\.exports)$/.test(name),
  );
  assert.deepEqual(Object.keys(require(entry)).sort(), names.sort(), `require('${entry}')`);
  console.log(`${entry}: ${names.join(', ') || '(types only)'}`);
}
