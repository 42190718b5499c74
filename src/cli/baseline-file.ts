/** Reads the file of known violations, and prints every mistake in it with its position. */
import { clientRules, readBaseline, rules, type BaselineEntry } from '../contract/index.js';
import { yamlFile } from './yaml-file.js';

/** @throws UserError for the last mistake; the others are printed before */
export function baselineFile(file: string): readonly BaselineEntry[] {
  const { value, lastOf } = yamlFile('baseline', file);
  const read = readBaseline(value, [...rules, ...clientRules]);
  if ('entries' in read) return read.entries;
  throw lastOf(read.mistakes);
}
