/** Parses and compiles the text of a scenario file, YAML or JSON. Reports all errors, each with its line and column. */
import type { Scenario } from '../generated/control-api.js';
import { UserError, type InputIssue } from '../base/user-error.js';
import { compileScenarioObject, formatIssue } from './compile-object.js';
import { withSuggestions } from './suggestions.js';
import type { Timeline } from './timeline.js';
import { parseYaml, type LineColumn } from './parse-yaml.js';

export interface ScenarioSourceText {
  /** The name of the scenario: the file name without the extension. */
  readonly name: string;
  /** The path of the file in messages. */
  readonly file: string;
  readonly text: string;
}

export type CompilationResult =
  | { readonly timeline: Timeline; readonly document: Scenario }
  | { readonly errors: readonly [UserError, ...UserError[]] };

/** Returns the errors in the text; does not throw them. */
export function compileScenarioText(source: ScenarioSourceText): CompilationResult {
  const yaml = parseYaml(source.text);
  if ('message' in yaml) {
    const { message, position } = yaml;
    return {
      errors: [new UserError('invalid-scenario', message, { position: { file: source.file, ...position } })],
    };
  }
  const compiled = compileScenarioObject(source.name, yaml.value, withSuggestions);
  if ('timeline' in compiled) return compiled;
  const [first, ...others] = withPositions(source.file, compiled.issues, yaml.getPosition);
  return { errors: [first ?? new UserError('invalid-scenario', 'This is not a scenario.'), ...others] };
}

/** Converts issues that were found after parsing to errors with their positions. */
export function issuesToErrors(
  { file, text }: ScenarioSourceText,
  issues: readonly InputIssue[],
): UserError[] {
  const yaml = parseYaml(text);
  return 'message' in yaml ? [] : withPositions(file, issues, yaml.getPosition);
}

/** In the order of the file. */
function withPositions(
  file: string,
  issues: readonly InputIssue[],
  getPosition: (pointer: string) => LineColumn,
): UserError[] {
  return issues
    .map((issue) => ({ ...issue, position: { file, ...getPosition(issue.pointer) } }))
    .sort(({ position: one }, { position: other }) => one.line - other.line || one.column - other.column)
    .map(({ pointer, detail, position }) => {
      const issue: InputIssue = { pointer, detail, position };
      return new UserError('invalid-scenario', formatIssue(issue), { position, issues: [issue] });
    });
}
