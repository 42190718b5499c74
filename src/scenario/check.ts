/** Checks a scenario given as a value: against its schema, by compiling it, and for undeclared violations of the contract. */
import type { SchemaFault } from '../base/json-schema.js';
import type { Scenario } from '../generated/control-api.js';
import { validateScenario } from '../generated/validate-scenario.js';
import { UserError } from '../base/user-error.js';
import { undeclaredViolations } from './declared-violations.js';
import { compileScenario } from './compile.js';
import type { Mistake } from './mistake.js';
import { parsePointer } from '../base/json-pointer.js';
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
export function scenarioFromObject(name: string, value: unknown): { timeline: Timeline; document: Scenario } {
  const checked = checkScenario(name, value);
  if ('timeline' in checked) return checked;
  const list = checked.mistakes.map(describe);
  throw new UserError('bad-scenario', `scenario ${name}: ${list.join('; ')}`);
}

/**
 * Returns the compiled scenario, or all mistakes.
 * @param explain turns the differences from the schema into mistakes
 */
export function checkScenario(
  name: string,
  value: unknown,
  explain: (value: unknown, faults: readonly SchemaFault[]) => readonly Mistake[] = (_, faults) => faults,
): { timeline: Timeline; document: Scenario } | { mistakes: readonly Mistake[] } {
  if (!isScenarioName(name)) {
    return {
      mistakes: [
        {
          pointer: '',
          expected: `has the name "${name}": use lowercase letters, digits and hyphens`,
        },
      ],
    };
  }
  if (!isJson(value))
    return {
      mistakes: [
        {
          pointer: '',
          expected: 'cannot be written as JSON: use plain objects, arrays, strings, numbers and booleans',
        },
      ],
    };
  const faults = validateScenario(value);
  if (faults.length > 0) return { mistakes: explain(value, faults) };
  const document = value as Scenario;
  const compiled = compileScenario(name, document);
  if ('mistakes' in compiled) return compiled;
  const mistakes = undeclaredViolations(compiled.timeline);
  return mistakes.length > 0 ? { mistakes } : { timeline: compiled.timeline, document };
}

/** Values from a file are always JSON. Values from a program can be anything. */
function isJson(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

/** The mistake as a sentence, such as `steps[2].work.for must be a time such as 2s`. */
export function describe({ pointer, expected }: Mistake): string {
  const path = parsePointer(pointer).reduce<string>(
    (text, key) => (/^\d+$/.test(key) ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );
  return `${path === '' ? 'the scenario' : path} ${expected}`;
}
