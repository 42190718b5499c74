// @ts-check
// Run inside a project that installed the tarball. Imports every Node entry of package.json, except the one that only vitest
// can import (fixture.test.mjs imports it).
import { readFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync('node_modules/deckhand/package.json', 'utf8'));

for (const [path, target] of Object.entries(exports)) {
  if (/\.(?:json|yaml)$/.test(path) || path === './vitest' || target.node === null) continue;
  const entry = path.replace('.', 'deckhand');
  console.log(`${entry}: ${Object.keys(await import(entry)).join(', ') || '(types only)'}`);
}
