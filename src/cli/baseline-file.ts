/** Reads a baseline of known violations, in YAML or JSON, and prints every error in it with its line and column. */
import { UserError } from '../base/user-error.js';
import { clientRules, validateBaseline, serviceRules, type BaselineEntry } from '../judge/index.js';
import { readErrorReason } from '../files/file-error-reason.js';
import { readText } from '../files/read-text-file.js';
import { parseYaml } from '../scenario/parse-yaml.js';
import { throwErrors } from './terminal.js';

/** @throws UserError for a file that cannot be read or is not YAML, and for the last error; the others are printed first */
export function readBaselineFile(file: string): readonly BaselineEntry[] {
  const yaml = parseYaml(readFile(file));
  if ('message' in yaml)
    throw new UserError('invalid-baseline', `This ${yaml.message}.`, {
      position: { file, ...yaml.position },
    });
  const result = validateBaseline(yaml.value, [...serviceRules, ...clientRules]);
  if ('entries' in result) return result.entries;
  const errors = result.errors.map(({ pointer, message, hint }) => {
    const position = { file, ...yaml.getPosition(pointer) };
    return new UserError('invalid-baseline', message, { position, ...(hint !== undefined && { hint }) });
  });
  throwErrors(errors);
  throw new UserError('invalid-baseline', 'This is not a valid baseline.');
}

function readFile(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    throw new UserError('invalid-baseline', `The baseline ${file} cannot be read.`, {
      hint: readErrorReason(cause),
      cause,
    });
  }
}
