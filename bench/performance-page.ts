/** Writes the figures of a run into docs/performance.md, between two marks. The text around them is written by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const PAGE = join(import.meta.dirname, '../docs/performance.md');
const END = '<!-- End of the figures -->';

/** @throws if a mark is missing */
export async function writeFigures(figures: string, part: string): Promise<void> {
  const page = readFileSync(PAGE, 'utf8');
  const mark = `<!-- Figures of the last run: npm run bench -- ${part} --write -->`;
  const begin = page.indexOf(mark);
  const end = page.indexOf(END, begin);
  if (begin === -1 || end < begin) throw new Error(`${PAGE} needs the lines ${mark} and ${END}`);
  const text = `${page.slice(0, begin)}${mark}\n\n${figures}\n\n${page.slice(end)}`;
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
