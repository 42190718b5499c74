/** The code of a page, as its readers copy it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The text of a page without code, where brackets are not links. */
export const readProse = (path: string): string =>
  read(path)
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, 'code');

/** @param heading only the section of this heading */
export function blocksOf(path: string, language: string, heading?: string): readonly string[] {
  const page = read(path);
  const text = heading === undefined ? page : (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
}
