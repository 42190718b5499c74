/** The code of a page, as its readers copy it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export const blocksOf = (path: string, language: string): readonly string[] =>
  [...read(path).matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
