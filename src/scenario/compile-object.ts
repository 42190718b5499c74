/** Checks a scenario given as a value: against its schema, by compiling it, and for undeclared violations of the contract. */
import type { SchemaError } from '../base/json-schema.js';
import type { Scenario } from '../generated/control-api.js';
import { validateScenario } from '../generated/validate-scenario.js';
import { UserError } from '../base/user-error.js';
import { findUndeclaredViolations } from './undeclared-violations.js';
import { compileScenario } from './compile.js';
import type { ScenarioIssue } from './scenario-issue.js';
import { parseJsonPointer } from '../base/json-pointer.js';
import type { Timeline } from './timeline.js';

const SCENARIO_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** @param name the name of a scenario, or of its file without the extension */
export function isScenarioName(name: string): boolean {
  return SCENARIO_NAME.test(name);
}

/**
 * Compiles a scenario that a program passes as an object.
 * @throws UserError with the name of the scenario and every mistake
 */
export function parseScenarioObject(
  name: string,
  value: unknown,
): { timeline: Timeline; document: Scenario } {
  const checked = compileScenarioObject(name, value);
  if ('timeline' in checked) return checked;
  const list = checked.issues.map(formatIssue);
  throw new UserError('invalid-scenario', `scenario ${name}: ${list.join('; ')}`);
}

/**
 * Returns the compiled scenario, or all mistakes.
 * @param explain turns the differences from the schema into mistakes
 */
export function compileScenarioObject(
  name: string,
  value: unknown,
  explain: (value: unknown, faults: readonly SchemaError[]) => readonly ScenarioIssue[] = (_, faults) =>
    faults,
): { timeline: Timeline; document: Scenario } | { issues: readonly ScenarioIssue[] } {
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
  const faults = validateScenario(value);
  if (faults.length > 0) return { issues: explain(value, faults) };
  const document = value as Scenario;
  const compiled = compileScenario(name, document);
  if ('issues' in compiled) return compiled;
  const mistakes = findUndeclaredViolations(compiled.timeline);
  return mistakes.length > 0 ? { issues: mistakes } : { timeline: compiled.timeline, document };
}

/** Values from a file are always JSON. Values from a program can be anything. */
function isJson(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

/** The mistake as a sentence, such as `steps[2].generate.for must be a time such as 2s`. */
export function formatIssue({ pointer, detail }: ScenarioIssue): string {
  const path = parseJsonPointer(pointer).reduce<string>(
    (text, key) => (/^\d+$/.test(key) ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );
  return `${path === '' ? 'the scenario' : path} ${detail}`;
}
