// @ts-check
// What a page loads for `deckhand/browser`, beside msw: the built entry and all that it imports at once, minified and
// gzipped as a user's bundler would. Fails above the bound, and when something is loaded that only tests arrange with.
// And what the panel's page loads, before somebody opens the editor or the reference.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const ENTRY = 'dist/adapters/browser.js';
const MOST = 60_000;

const build = await rolldown({ input: ENTRY, platform: 'browser', external: [/^msw($|\/)/] });
const { output } = await build.generate({ format: 'esm', minify: true });
await build.close();
const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));

/** @type {Set<import('rolldown').OutputChunk>} */
const loaded = new Set();
const load = (/** @type {import('rolldown').OutputChunk | undefined} */ chunk) => {
  if (!chunk || loaded.has(chunk)) return;
  loaded.add(chunk);
  for (const name of chunk.imports) load(chunks.get(name));
};
load([...chunks.values()].find((chunk) => chunk.isEntry));

const size = [...loaded].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(`deckhand/browser: ${kilobytes(size)} of ${kilobytes(MOST)} gzipped`);

const modules = [...loaded].flatMap((chunk) => Object.entries(chunk.modules));
const strangers = [...loaded]
  .flatMap((chunk) => chunk.imports)
  .filter((name) => !chunks.has(name) && !/^msw($|\/)/.test(name));
if (strangers.length > 0) console.log(`It imports what is not in a browser: ${strangers.join(', ')}`);
const data = modules.some(([id]) => id.includes('@mswjs/data'));
if (data) console.log('It loads @mswjs/data at once: only an arrangement may.');
if (size > MOST) {
  const largest = modules
    .sort(([, one], [, other]) => other.renderedLength - one.renderedLength)
    .slice(0, 10);
  for (const [id, { renderedLength }] of largest)
    console.log(`${kilobytes(renderedLength)} before minifying: ${id}`);
}
if (size > MOST || data || strangers.length > 0) process.exitCode = 1;

const PANEL = 'dist/panel/';
const PANEL_MOST = 120_000;

/** Everything the page names, and what its scripts import at once; not what they import on demand. @type {Set<string>} */
const files = new Set(['index.html']);
for (const file of files) {
  const text = readFileSync(PANEL + file, 'utf8');
  const named = file.endsWith('.html')
    ? text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)
    : text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g);
  for (const [, name = ''] of named) files.add(file.endsWith('.html') ? name : `assets/${name}`);
}
const panel = [...files].reduce(
  (sum, file) => sum + gzipSync(readFileSync(PANEL + file), { level: 9 }).length,
  0,
);
console.log(`     panel: ${kilobytes(panel)} of ${kilobytes(PANEL_MOST)} gzipped`);
if (panel > PANEL_MOST) process.exitCode = 1;
