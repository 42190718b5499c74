/** Validates and compiles a scenario object: its schema, its steps and faults, and undeclared violations of the contract. */
import type { SchemaError } from '../base/json-schema.js';
import type { Scenario } from '../generated/control-api.js';
import { validateScenario } from '../generated/validate-scenario.js';
import { UserError, type InputIssue } from '../base/user-error.js';
import { findUndeclaredViolations } from './undeclared-violations.js';
import { compileScenario } from './compile.js';
import { formatJsonPointer } from '../base/json-pointer.js';
import { isScenarioName } from './scenario-name.js';
import type { Timeline } from './timeline.js';

/**
 * Compiles a scenario that code passes as an object.
 * @throws UserError with the name of the scenario and every issue
 */
export function parseScenarioObject(
  name: string,
  value: unknown,
): { timeline: Timeline; document: Scenario } {
  const compiled = compileScenarioObject(name, value);
  if ('timeline' in compiled) return compiled;
  const list = compiled.issues.map(formatIssue);
  throw new UserError('invalid-scenario', `scenario ${name}: ${list.join('; ')}`);
}

/**
 * Returns the compiled scenario, or all issues.
 * @param toIssues converts the schema errors to issues
 */
export function compileScenarioObject(
  name: string,
  value: unknown,
  toIssues: (value: unknown, errors: readonly SchemaError[]) => readonly InputIssue[] = (_, errors) => errors,
): { timeline: Timeline; document: Scenario } | { issues: readonly InputIssue[] } {
  if (!isScenarioName(name)) {
    return {
      issues: [
        {
          pointer: '',
          detail: `has the name "${name}": use lowercase letters, digits and hyphens`,
        },
      ],
    };
  }
  if (!isJson(value))
    return {
      issues: [
        {
          pointer: '',
          detail: 'cannot be written as JSON: use plain objects, arrays, strings, numbers and booleans',
        },
      ],
    };
  const errors = validateScenario(value);
  if (errors.length > 0) return { issues: toIssues(value, errors) };
  const document = value as Scenario;
  const compiled = compileScenario(name, document);
  if ('issues' in compiled) return compiled;
  const issues = findUndeclaredViolations(compiled.timeline);
  return issues.length > 0 ? { issues } : { timeline: compiled.timeline, document };
}

/** A value from a file is always JSON, but code can pass anything. */
function isJson(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

/** Formats an issue as a sentence, such as `steps[2].generate.for must be a time such as 2s`. */
export function formatIssue({ pointer, detail }: InputIssue): string {
  return `${pointer === '' ? 'the scenario' : formatJsonPointer(pointer)} ${detail}`;
}
