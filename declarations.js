// @ts-check
// Completes the declarations that tsc wrote to dist/: copies those of the CommonJS entries as .d.cts, and deletes those that no
// entry of the package reaches.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));

/** `from './x.js'`, `import('./x.js')` and `import './x.js'`. */
const RELATIVE = /((?:from|import)\s*\(?\s*['"])(\.[^'"]+)\.js(?=['"])/g;

/** @param {string} file */
const withoutEnd = (file) => file.replace(/(?:\.d)?\.c?[jt]s$/, '');

/** Vite has ES modules only. CommonJS can import types of them. */
const AS_ESM = " from 'vite' with { 'resolution-mode': 'import' };";

const entries = [...JSON.stringify(exports).matchAll(/\.\/(dist\/[^"]+\.c?[jt]s)"/g)].map(([, file = '']) =>
  withoutEnd(file),
);
/** Modules without file endings. */
const reached = new Set(entries);
for (const module of reached) {
  if (!existsSync(`${module}.d.ts`)) throw new Error(`${module}.d.ts is missing.`);
  const text = readFileSync(`${module}.d.ts`, 'utf8');
  for (const [, , path = ''] of text.matchAll(RELATIVE)) reached.add(join(dirname(module), path));
  writeFileSync(
    `${module}.d.cts`,
    text.replaceAll(RELATIVE, '$1$2.cjs').replaceAll(/ from 'vite';/g, AS_ESM),
  );
}
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  const file = join('dist', name);
  if (file.endsWith('.d.ts') && !reached.has(withoutEnd(file))) rmSync(file);
}
