/**
 * Parses the text of scenario files, YAML or JSON. Reports all mistakes at once, each with its line and column and what was
 * expected there.
 */
import type { Scenario } from '../generated/control-api.js';
import { UserError } from '../base/user-error.js';
import { compileScenarioObject, formatIssue } from './compile-object.js';
import { withSuggestions } from './suggestions.js';
import type { ScenarioIssue } from './scenario-issue.js';
import type { Timeline } from './timeline.js';
import { parseYaml, type LineColumn } from './parse-yaml.js';

export interface ScenarioSourceText {
  /** The name of the scenario: the file name without the extension. */
  readonly name: string;
  /** The path of the file in messages. */
  readonly file: string;
  readonly text: string;
}

export type ParsedScenario =
  | { readonly timeline: Timeline; readonly document: Scenario }
  | { readonly errors: readonly [UserError, ...UserError[]] };

/** Returns mistakes in the text as errors; does not throw them. */
export function compileScenarioText(source: ScenarioSourceText): ParsedScenario {
  const read = parseYaml(source.text);
  if ('problem' in read) {
    const { problem, position } = read;
    return {
      errors: [new UserError('invalid-scenario', problem, { position: { file: source.file, ...position } })],
    };
  }
  const checked = compileScenarioObject(source.name, read.value, withSuggestions);
  if ('timeline' in checked) return checked;
  const [first, ...others] = withPositions(source.file, checked.issues, read.positionOf);
  return { errors: [first ?? new UserError('invalid-scenario', 'This is not a scenario.'), ...others] };
}

/** Mistakes that only appear after a text was parsed, as errors with their positions. */
export function issuesToErrors(
  { file, text }: ScenarioSourceText,
  mistakes: readonly ScenarioIssue[],
): UserError[] {
  const read = parseYaml(text);
  return 'problem' in read ? [] : withPositions(file, mistakes, read.positionOf);
}

/** In the order of the file. */
function withPositions(
  file: string,
  mistakes: readonly ScenarioIssue[],
  positionOf: (pointer: string) => LineColumn,
): UserError[] {
  return mistakes
    .map((mistake) => ({ mistake, position: { file, ...positionOf(mistake.pointer) } }))
    .sort(({ position: one }, { position: other }) => one.line - other.line || one.column - other.column)
    .map(({ mistake, position }) => {
      const faults = [{ pointer: mistake.pointer, detail: mistake.detail }];
      return new UserError('invalid-scenario', formatIssue(mistake), { position, faults });
    });
}
