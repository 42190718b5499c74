/** Writes what `npm run prove` found: the whole table outside the tree, and its counts into docs/proof.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';

const ROOT = join(import.meta.dirname, '../..');
/** Git ignores this folder, and the benchmarks keep their downloads in it, too. */
const FOLDER = join(ROOT, 'node_modules/.cache/deckhand');
const PAGE = join(ROOT, 'docs/proof.md');

const BEGIN = '<!-- Counts of the last run: npm run prove -->';
const END = '<!-- End of the counts -->';

/**
 * @param counts one sentence each, the same for every run of the same code; undefined to keep the counts of the page
 * @returns where the table is, from the root of the project
 */
export async function writeProof(table: string, counts: readonly string[] | undefined): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, 'proof.md');
  writeFileSync(file, table);
  if (!counts) return relative(ROOT, file);
  const text = withCounts(readFileSync(PAGE, 'utf8'), counts);
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
  return relative(ROOT, file);
}

/** @throws when the page has lost its marks */
function withCounts(page: string, counts: readonly string[]): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin === -1 || end < begin) throw new Error(`docs/proof.md needs the lines ${BEGIN} and ${END}.`);
  const list = counts.map((count) => `- ${count}`).join('\n');
  return `${page.slice(0, begin)}${BEGIN}\n\n${list}\n\n${page.slice(end)}`;
}
