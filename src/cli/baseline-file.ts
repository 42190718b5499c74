/** Reads the file of known violations, YAML or JSON, and prints every mistake in it with its line and column. */
import { UserError } from '../base/user-error.js';
import { clientRules, validateBaseline, serviceRules, type BaselineEntry } from '../judge/index.js';
import { readErrorReason } from '../files/file-error-reason.js';
import { readText } from '../files/read-text-file.js';
import { parseYaml } from '../scenario/parse-yaml.js';
import { throwErrors } from './terminal.js';

/** @throws UserError for a file that cannot be read or is not YAML, and for the last mistake; the others are printed before */
export function baselineFile(file: string): readonly BaselineEntry[] {
  const yaml = parseYaml(readFileOf(file));
  if ('problem' in yaml)
    throw new UserError('invalid-baseline', `This ${yaml.problem}.`, {
      position: { file, ...yaml.position },
    });
  const read = validateBaseline(yaml.value, [...serviceRules, ...clientRules]);
  if ('entries' in read) return read.entries;
  const errors = read.errors.map(({ pointer, message, hint }) => {
    const position = { file, ...yaml.positionOf(pointer) };
    return new UserError('invalid-baseline', message, { position, ...(hint !== undefined && { hint }) });
  });
  throwErrors(errors);
  throw new UserError('invalid-baseline', 'This is not a valid baseline.');
}

function readFileOf(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    throw new UserError('invalid-baseline', `The baseline ${file} cannot be read.`, {
      hint: readErrorReason(cause),
      cause,
    });
  }
}
