/** Puts the figures of a run into `docs/performance.md`, between its two marks; the words around them are written by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const PAGE = join(import.meta.dirname, '../docs/performance.md');
const BEGIN = '<!-- Figures of the last full run: npm run bench -- --write -->';
const END = '<!-- End of the figures -->';

/** @throws when the page has lost its marks */
export async function writeFigures(figures: string): Promise<void> {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${PAGE} needs the lines ${BEGIN} and ${END}`);
  const text = `${page.slice(0, begin)}${BEGIN}\n\n${figures}\n\n${page.slice(end)}`;
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
