/**
 * Parses the text of scenario files, YAML or JSON. Reports all mistakes at once, each with its line and column and what was
 * expected there.
 */
import type { Scenario } from '../generated/control-api.js';
import { UserError } from '../base/user-error.js';
import { checkScenario, describe } from './check.js';
import { corrected } from './corrections.js';
import type { Mistake } from './mistake.js';
import type { Timeline } from './timeline.js';
import { readYaml, type Position } from './yaml.js';

export interface ScenarioSource {
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
export function parseScenario(source: ScenarioSource): ParsedScenario {
  const read = readYaml(source.text);
  if ('problem' in read) {
    const { problem, position } = read;
    return {
      errors: [new UserError('bad-scenario', problem, { position: { file: source.file, ...position } })],
    };
  }
  const checked = checkScenario(source.name, read.value, corrected);
  if ('timeline' in checked) return checked;
  const [first, ...others] = errorsAt(source.file, checked.mistakes, read.positionOf);
  return { errors: [first ?? new UserError('bad-scenario', 'This is not a scenario.'), ...others] };
}

/** Mistakes that only appear after a text was parsed, as errors with their positions. */
export function errorsIn({ file, text }: ScenarioSource, mistakes: readonly Mistake[]): UserError[] {
  const read = readYaml(text);
  return 'problem' in read ? [] : errorsAt(file, mistakes, read.positionOf);
}

/** In the order of the file. */
function errorsAt(
  file: string,
  mistakes: readonly Mistake[],
  positionOf: (pointer: string) => Position,
): UserError[] {
  return mistakes
    .map((mistake) => ({ mistake, position: { file, ...positionOf(mistake.pointer) } }))
    .sort(({ position: one }, { position: other }) => one.line - other.line || one.column - other.column)
    .map(({ mistake, position }) => {
      const faults = [{ pointer: mistake.pointer, detail: mistake.expected }];
      return new UserError('bad-scenario', describe(mistake), { position, faults });
    });
}
