/** Reads the file of known violations, YAML or JSON, and prints every mistake in it with its line and column. */
import { UserError } from '../base/user-error.js';
import {
  clientRules,
  goneRuleNote,
  validateBaseline,
  serviceRules,
  type BaselineEntry,
} from '../judge/index.js';
import { readErrorReason } from '../files/file-error-reason.js';
import { readText } from '../files/read-text-file.js';
import { parseYaml } from '../scenario/parse-yaml.js';
import { throwErrors } from './terminal.js';

/** @throws UserError for a file that cannot be read or is not YAML, and for the last mistake; the others are printed before */
export function baselineFile(file: string): readonly BaselineEntry[] {
  const yaml = parseYaml(readFileOf(file));
  if ('problem' in yaml)
    throw new UserError('bad-baseline', `This ${yaml.problem}.`, { position: { file, ...yaml.position } });
  const read = validateBaseline(yaml.value, [...serviceRules, ...clientRules]);
  if ('entries' in read) return withoutGone(read.entries, file);
  const errors = read.errors.map(({ pointer, message, hint }) => {
    const position = { file, ...yaml.positionOf(pointer) };
    return new UserError('bad-baseline', message, { position, ...(hint !== undefined && { hint }) });
  });
  throwErrors(errors);
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
      hint: readErrorReason(cause),
      cause,
    });
  }
}
