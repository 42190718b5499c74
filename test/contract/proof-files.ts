/** Writes the whole table of `npm run prove`, outside the tree. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Git ignores this folder, and the benchmarks keep their downloads in it, too. */
const FOLDER = join(ROOT, 'node_modules/.cache/deckhand');

/** @returns where the table is, from the root of the project */
export function writeProof(table: string): string {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, 'proof.md');
  writeFileSync(file, table);
  return relative(ROOT, file);
}
