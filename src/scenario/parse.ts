/**
 * Parses the text of scenario files, YAML or JSON. Reports all mistakes at once, each with its line and column and what was
 * expected there.
 */
import { LineCounter, parseDocument } from 'yaml';
import type { Scenario } from '../generated/control-api.js';
import { UserError } from '../base/user-error.js';
import { checkScenario, describe } from './check.js';
import type { Mistake } from './mistake.js';
import { locate, positionAt } from './locate.js';
import { withFixes } from './fixes/fixes.js';
import { readYaml } from './yaml-text.js';
import type { Timeline } from './timeline.js';

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
  const read = readYaml(source);
  if ('error' in read) return { errors: [read.error] };
  const checked = checkScenario(source.name, read.value, withFixes);
  if ('timeline' in checked) return checked;
  const errors = checked.mistakes.map(read.errorAt);
  return isNonEmpty(errors)
    ? { errors }
    : { errors: [read.errorAt({ pointer: '', expected: 'is not a scenario' })] };
}

/** Mistakes that only appear after a text was parsed, as errors with their positions. */
export function errorsIn({ file, text }: ScenarioSource, mistakes: readonly Mistake[]): UserError[] {
  if (mistakes.length === 0) return [];
  const lines = new LineCounter();
  const yaml = parseDocument(text.replace(/^\ufeff/, ''), {
    lineCounter: lines,
    uniqueKeys: false,
    logLevel: 'error',
  });
  const errors = mistakes.map((mistake) => {
    const { pointer, expected: detail } = mistake;
    const position = { file, ...positionAt(lines, locate(yaml, pointer)) };
    return {
      position,
      error: new UserError('bad-scenario', describe(mistake), { position, faults: [{ pointer, detail }] }),
    };
  });
  return errors
    .sort(({ position: one }, { position: two }) => one.line - two.line || one.column - two.column)
    .map(({ error }) => error);
}

function isNonEmpty<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}
