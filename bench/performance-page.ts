/** Writes the figures of a run into its page in `docs`, between two marks. The text around them is written by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const DOCS = join(import.meta.dirname, '../docs');

/** The start mark of each benchmark. The end mark is the same for all. */
const BEGINS = {
  servers: '<!-- Figures of the last full run: npm run bench -- --write -->',
  judge: '<!-- Figures of the last full run: npm run bench -- judge --write -->',
  proxies: '<!-- Figures of the last full run: npm run bench -- proxies --write -->',
  panel: '<!-- Figures of the last full run: npm run bench -- panel --write -->',
  wall: '<!-- Figures of the last full run: npm run bench -- wall --write -->',
  'mock-servers': '<!-- Figures of the last full run: npm run bench -- mock-servers --write -->',
  judges: '<!-- Figures of the last full run: npm run bench -- judges --write -->',
} as const;
const END = '<!-- End of the figures -->';

/** The pages of the benchmarks that are not in `performance.md`. */
const PAGES: { readonly [of in keyof typeof BEGINS]?: string } = {
  wall: 'wall.md',
  'mock-servers': 'compared.md',
  judges: 'compared.md',
};

/** @throws if a mark is missing */
export async function writeFigures(figures: string, of: keyof typeof BEGINS = 'servers'): Promise<void> {
  const PAGE = join(DOCS, PAGES[of] ?? 'performance.md');
  const page = readFileSync(PAGE, 'utf8');
  const BEGIN = BEGINS[of];
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin === -1 || end < begin) throw new Error(`${PAGE} needs the lines ${BEGIN} and ${END}`);
  const text = `${page.slice(0, begin)}${BEGIN}\n\n${figures}\n\n${page.slice(end)}`;
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
