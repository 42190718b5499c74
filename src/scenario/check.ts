/** Checks a scenario given as a value: its shape by the schema, its sense by compiling it, its honesty by the contract. */
import type { Scenario } from '../generated/control-api.js';
import { validateScenario } from '../generated/validate-scenario.js';
import { UserError } from '../user-error.js';
import { unadmittedViolations } from './admitted.js';
import { compileScenario } from './compile.js';
import type { Mistake } from './mistake.js';
import { pathOf } from './pointer.js';
import type { Timeline } from './timeline.js';

/** What a scenario may be called. */
export const SCENARIO_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Reads a scenario given as an object, as tests do.
 * @throws UserError with every mistake, the scenario named in front
 */
export function scenarioFromObject(name: string, value: unknown): { timeline: Timeline; document: Scenario } {
  const checked = checkScenario(name, value);
  if ('timeline' in checked) return checked;
  const list = checked.mistakes.map(describe);
  throw new UserError('bad-scenario', `scenario ${name}: ${list.join('; ')}`);
}

/** The scenario compiled, or everything that is wrong with it. */
export function checkScenario(
  name: string,
  value: unknown,
): { timeline: Timeline; document: Scenario } | { mistakes: readonly Mistake[] } {
  if (!SCENARIO_NAME.test(name)) {
    return {
      mistakes: [
        { pointer: '', expected: `needs a name of small letters, digits and hyphens, not "${name}"` },
      ],
    };
  }
  if (!isJson(value)) return { mistakes: [{ pointer: '', expected: 'cannot be written as JSON' }] };
  const faults = validateScenario(value);
  if (faults.length > 0) return { mistakes: faults };
  const document = value as Scenario;
  const compiled = compileScenario(name, document);
  if ('mistakes' in compiled) return compiled;
  const mistakes = unadmittedViolations(compiled.timeline);
  return mistakes.length > 0 ? { mistakes } : { timeline: compiled.timeline, document };
}

/** Whether a value given by a program is plain data; what was read from a file always is. */
function isJson(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

/** The place and the expectation as a sentence: `steps[2].work.for must be a time such as 2s`. */
export function describe({ pointer, expected }: Mistake): string {
  const path = pathOf(pointer).reduce<string>(
    (text, key) => (/^\d+$/.test(key) ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );
  return `${path === '' ? 'the scenario' : path} ${expected}`;
}
