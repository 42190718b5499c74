/** Reads the file of known violations, and shows every mistake in it with its place. */
import { conductRules, readBaseline, rules, type BaselineEntry } from '../contract/index.js';
import { yamlFile } from './yaml-file.js';

/** @throws UserError for the last mistake; those before it are printed */
export function baselineFile(file: string): readonly BaselineEntry[] {
  const { value, lastOf } = yamlFile('baseline', file);
  const read = readBaseline(value, [...rules, ...conductRules]);
  if ('entries' in read) return read.entries;
  throw lastOf(read.mistakes);
}
