/**
 * Scenarios as users pass them, with one shape for all integrations: an object, the text of a YAML file, or, in Node, the path
 * of a file. Errors name the file, the line and the column of each mistake.
 */
import type { Scenario } from '../generated/control-api.js';
import { UserError } from '../base/user-error.js';
import { shown, readScenarioText } from '../files/scenario-files.js';
import { scenarioFromObject } from '../scenario/check.js';
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';
import type { ParsedScenario } from '../scenario/parse.js';
import type { Timeline } from '../scenario/timeline.js';
import { INLINE } from '../service/control/scenarios.js';
import type { ScenarioSource } from './scenario-names.js';
import type { ScenarioName } from './scenario-names.js';
import { parseText } from './scenario-parser.js';

export type { ScenarioChoice, ScenarioFile, ScenarioSource } from './scenario-names.js';

/** Whether the choice is a name, and not the path or the text of a scenario. */
export function isName(choice: unknown): choice is ScenarioName {
  return typeof choice === 'string' && !isScenarioFile(choice) && !isText(choice);
}

/** The name for lists: that of the file, if it is one. */
export function nameOf(source: ScenarioSource): string {
  return typeof source === 'string' && isScenarioFile(source) ? scenarioName(source) : INLINE;
}

/**
 * Reads a scenario that has no name.
 * @throws UserError with every mistake, each with its file, line and column
 */
export function readChoice(
  source: ScenarioSource,
  name = INLINE,
): { timeline: Timeline; document: Scenario } {
  const parsed = readSource(name, source, 'scenario text');
  if ('errors' in parsed) throw allOf(parsed.errors);
  return parsed;
}

/**
 * Mistakes are returned.
 * @param file names the source in errors, such as its file
 * @throws UserError when a file cannot be read
 */
export function readSource(name: string, source: unknown, file: string): ParsedScenario {
  if (typeof source === 'string') {
    if (isText(source)) return parseText({ name, file, text: source });
    if (isScenarioFile(source)) return readFile(source, name);
    return unreadable(`${file} is "${source.slice(0, 64)}", and not a scenario.`);
  }
  if (typeof source === 'function' || source instanceof Promise)
    return unreadable(`${file} is not loaded yet.`, 'Await it; with import.meta.glob, set eager: true.');
  if (hasField(source, 'yaml')) return readSource(name, `${String(source.yaml)}\n`, file);
  // A module of `import.meta.glob`.
  if (hasField(source, 'default')) return readSource(name, source.default, file);
  try {
    return scenarioFromObject(name, source);
  } catch (error) {
    if (error instanceof UserError) return { errors: [error] };
    throw error;
  }
}

/** @throws UserError when the file cannot be read */
export function readFile(file: string, name = scenarioName(file)): ParsedScenario {
  return parseText({ name, file: shown(file), text: readScenarioText(file) });
}

/** One error for all mistakes. Its message has their positions, because test runners print only the message. */
export function allOf(errors: readonly UserError[]): UserError {
  return new UserError('bad-scenario', errors.map((error) => error.format()).join('\n'), {
    faults: errors.flatMap(({ faults }) => faults),
  });
}

/** A text has several lines, or is a map on one line. Names and paths are neither. */
export function isText(text: string): boolean {
  return /\n|^\s*\{|:\s/.test(text);
}

function hasField<Name extends string>(
  source: unknown,
  name: Name,
): source is Readonly<Record<Name, unknown>> {
  return typeof source === 'object' && source !== null && name in source && !('steps' in source);
}

function unreadable(
  message: string,
  hint = 'Give an object, the text of a scenario file, or the path of one, which ends in .yaml, .yml or .json.',
): ParsedScenario {
  return { errors: [new UserError('bad-scenario', message, { hint })] };
}
