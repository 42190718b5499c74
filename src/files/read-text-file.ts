/** Reads a text file. Editors of Windows begin one with a byte order mark, which JSON and YAML parsers do not expect. */
import { readFileSync } from 'node:fs';

/** @throws the error of the system */
export function readText(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}
