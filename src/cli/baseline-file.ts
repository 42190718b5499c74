/** Reads the file of known violations, YAML or JSON, and prints every mistake in it with its line and column. */
import { UserError } from '../base/user-error.js';
import { clientRules, goneRuleNote, readBaseline, rules, type BaselineEntry } from '../contract/index.js';
import { whyUnread } from '../files/file-trouble.js';
import { readText } from '../files/read-text.js';
import { readYaml } from '../scenario/yaml.js';
import { throwAll } from './terminal.js';

/** @throws UserError for a file that cannot be read or is not YAML, and for the last mistake; the others are printed before */
export function baselineFile(file: string): readonly BaselineEntry[] {
  const yaml = readYaml(readFileOf(file));
  if ('problem' in yaml)
    throw new UserError('bad-baseline', `This ${yaml.problem}.`, { position: { file, ...yaml.position } });
  const read = readBaseline(yaml.value, [...rules, ...clientRules]);
  if ('entries' in read) return withoutGone(read.entries, file);
  const errors = read.mistakes.map(({ pointer, message, hint }) => {
    const position = { file, ...yaml.positionOf(pointer) };
    return new UserError('bad-baseline', message, { position, ...(hint !== undefined && { hint }) });
  });
  throwAll(errors);
  throw new UserError('bad-baseline', 'This is not a valid baseline.');
}

/** A rule that ended needs no acceptance. */
function withoutGone(entries: readonly BaselineEntry[], file: string): readonly BaselineEntry[] {
  const notes = new Set(entries.flatMap(({ rule }) => goneRuleNote(rule) ?? []));
  for (const note of notes) console.error(`note: ${file}: ${note}`);
  return entries.filter(({ rule }) => goneRuleNote(rule) === undefined);
}

function readFileOf(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    throw new UserError('bad-baseline', `The baseline ${file} cannot be read.`, {
      hint: whyUnread(cause),
      cause,
    });
  }
}
