/** Puts the figures of a run into `docs/performance.md`, between two marks; the words around them are written by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const PAGE = join(import.meta.dirname, '../docs/performance.md');
const MARKS = {
  servers: ['<!-- Figures of the last full run: npm run bench -- --write -->', '<!-- End of the figures -->'],
  panel: [
    '<!-- Figures of the last run: npm run bench -- panel --write -->',
    '<!-- End of the figures of the panel -->',
  ],
} as const;

/** @throws when the page has lost its marks */
export async function writeFigures(figures: string, part: keyof typeof MARKS = 'servers'): Promise<void> {
  const page = readFileSync(PAGE, 'utf8');
  const [first, last] = MARKS[part];
  const [begin, end] = [page.indexOf(first), page.indexOf(last)];
  if (begin === -1 || end < begin) throw new Error(`${PAGE} needs the lines ${first} and ${last}`);
  const text = `${page.slice(0, begin)}${first}\n\n${figures}\n\n${page.slice(end)}`;
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
