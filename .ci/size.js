// @ts-check
// Measures three sizes, minified and gzipped: what a page loads for `deckhand/browser` (without msw and without dynamic
// imports), and what the panel loads. Fails above a limit, and if `deckhand/browser` loads packages at once that only
// `arrange()` needs.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const ENTRY = 'dist/integrations/browser.js';
const MAX_BYTES = 117_000;

const build = await rolldown({
  input: ENTRY,
  platform: 'browser',
  external: [/^msw($|\/)/],
  logLevel: 'silent',
});
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
console.log(`deckhand/browser: ${kilobytes(size)} of ${kilobytes(MAX_BYTES)} gzipped`);

const modules = [...loaded].flatMap((chunk) => Object.entries(chunk.modules));
/** Also of what the page loads on demand. */
const externalImports = [...chunks.values()]
  .flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
  .filter((name) => !chunks.has(name) && !/^msw($|\/)/.test(name));
if (externalImports.length > 0)
  console.log(`It imports modules that a browser does not have: ${externalImports.join(', ')}`);
const loadsMswData = modules.some(([id]) => id.includes('@mswjs/data'));
if (loadsMswData) console.log('It loads @mswjs/data at once. Only `arrange()` can load it.');
if (size > MAX_BYTES) {
  const largest = modules
    .sort(([, one], [, other]) => other.renderedLength - one.renderedLength)
    .slice(0, 10);
  for (const [id, { renderedLength }] of largest)
    console.log(`${kilobytes(renderedLength)} before minifying: ${id}`);
}
if (size > MAX_BYTES || loadsMswData || externalImports.length > 0) process.exitCode = 1;

const PAGES = 'dist/pages/';
const PANEL_MAX_BYTES = 120_000;

/** The files that the page and its static imports name, without dynamic imports. @type {Set<string>} */
const files = new Set(['panel/index.html']);
for (const file of files) {
  const text = readFileSync(PAGES + file, 'utf8');
  const linkedFiles = file.endsWith('.html')
    ? text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)
    : text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g);
  for (const [, name = ''] of linkedFiles) files.add(file.endsWith('.html') ? name : `assets/${name}`);
}
const panel = [...files].reduce(
  (sum, file) => sum + gzipSync(readFileSync(PAGES + file), { level: 9 }).length,
  0,
);
console.log(`     panel: ${kilobytes(panel)} of ${kilobytes(PANEL_MAX_BYTES)} gzipped`);
if (panel > PANEL_MAX_BYTES) process.exitCode = 1;

const EDITOR_MAX_BYTES = 130_000;

/** What the panel loads with New or Edit only: a chunk and its style. */
const editorFiles = readdirSync(`${PAGES}assets`).filter((name) => name.startsWith('scenario-editor-'));
const editor = editorFiles.reduce(
  (sum, name) => sum + gzipSync(readFileSync(`${PAGES}assets/${name}`), { level: 9 }).length,
  0,
);
console.log(`    editor: ${kilobytes(editor)} of ${kilobytes(EDITOR_MAX_BYTES)} gzipped`);
if (editor > EDITOR_MAX_BYTES || editorFiles.length === 0) process.exitCode = 1;
