/** Parses scenarios as users pass them: an object, the text of a YAML file, or, in Node, the path of a file. */
import type { Scenario } from '../generated/control-api.js';
import { UserError } from '../base/user-error.js';
import { relativePath, readScenarioText } from '../files/list-scenario-files.js';
import { parseScenarioObject } from '../scenario/compile-object.js';
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';
import { compileScenarioText, type CompilationResult } from '../scenario/compile-text.js';
import type { Timeline } from '../scenario/timeline.js';
import { UNNAMED_SCENARIO } from '../service/control/scenarios.js';
import type { ScenarioDefinition } from './scenario-input-types.js';
import type { ScenarioName } from './scenario-names.js';

export type { ScenarioInput, ScenarioFile } from './scenario-input-types.js';

/** Whether the input is a name, and not the path or the text of a scenario. */
export function isScenarioNameInput(input: unknown): input is ScenarioName {
  return typeof input === 'string' && !isScenarioFile(input) && !isScenarioText(input);
}

/** The name for lists of a scenario without one: that of its file, if the source is a path. */
export function inlineScenarioName(source: ScenarioDefinition): string {
  return typeof source === 'string' && isScenarioFile(source) ? scenarioName(source) : UNNAMED_SCENARIO;
}

/**
 * A scenario that must be valid.
 * @param name the name of the scenario, by default that of scenarios without one
 * @throws UserError with every error, each with its file, line and column
 */
export function parseScenarioDefinition(
  source: ScenarioDefinition,
  name = UNNAMED_SCENARIO,
): { timeline: Timeline; document: Scenario } {
  const parsed = compileScenarioDefinition(name, source, 'scenario text');
  if ('errors' in parsed) throw combineErrors(parsed.errors);
  return parsed;
}

/**
 * Compiles a scenario of any form. Returns its timeline, or all its errors.
 * @param file names the source in errors, such as its file
 * @throws UserError when a file cannot be read
 */
export function compileScenarioDefinition(name: string, source: unknown, file: string): CompilationResult {
  if (typeof source === 'string') {
    if (isScenarioText(source)) return compileScenarioText({ name, file, text: source });
    if (isScenarioFile(source)) return compileScenarioFile(source, name);
    return unsupportedDefinition(`${file} is "${source.slice(0, 64)}", which is not a scenario.`);
  }
  if (typeof source === 'function' || source instanceof Promise)
    return unsupportedDefinition(
      `${file} is not loaded yet.`,
      'Await it; with import.meta.glob, set eager: true.',
    );
  // With a line break, it is a text and not a path.
  if (isWrapper(source, 'yaml')) return compileScenarioDefinition(name, `${String(source.yaml)}\n`, file);
  // A module of `import.meta.glob`.
  if (isWrapper(source, 'default')) return compileScenarioDefinition(name, source.default, file);
  try {
    return parseScenarioObject(name, source);
  } catch (error) {
    if (error instanceof UserError) return { errors: [error] };
    throw error;
  }
}

/** @throws UserError when the file cannot be read */
export function compileScenarioFile(file: string, name = scenarioName(file)): CompilationResult {
  return compileScenarioText({ name, file: relativePath(file), text: readScenarioText(file) });
}

/** Combines several errors into one. Its message has their positions, because test runners print only the message. */
export function combineErrors(errors: readonly UserError[]): UserError {
  return new UserError('invalid-scenario', errors.map((error) => error.format()).join('\n'), {
    issues: errors.flatMap(({ issues }) => issues),
  });
}

/** YAML text has a newline, a brace or `key: value`; names and paths do not. */
export function isScenarioText(text: string): boolean {
  return /\n|^\s*\{|:\s/.test(text);
}

/** Whether an object is no scenario, but has one in a field. */
function isWrapper<Name extends string>(
  source: unknown,
  name: Name,
): source is Readonly<Record<Name, unknown>> {
  return typeof source === 'object' && source !== null && name in source && !('steps' in source);
}

function unsupportedDefinition(
  message: string,
  hint = 'Pass an object, the text of a scenario file, or the path of one, which ends in .yaml, .yml or .json.',
): CompilationResult {
  return { errors: [new UserError('invalid-scenario', message, { hint })] };
}
