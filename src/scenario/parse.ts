/**
 * Parses the text of scenario files, YAML or JSON. Reports all mistakes at once, each with its line and column and what was
 * expected there.
 */
import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { Scenario } from '../generated/control-api.js';
import { UserError, type InputFault } from '../base/user-error.js';
import { checkScenario, describe } from './check.js';
import type { Mistake } from './mistake.js';
import { locate, positionAt } from './place.js';
import { withFixes } from './fixes/fixes.js';
import { excessOf } from './yaml-limits.js';
import { yamlMistake } from './yaml-mistake.js';
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
  const lines = new LineCounter();
  const fail = (message: string, offset: number, fault?: InputFault): UserError =>
    new UserError('bad-scenario', message, {
      place: { file: source.file, ...positionAt(lines, offset) },
      ...(fault && { faults: [fault] }),
    });
  // Editors do not count a byte order mark as a column.
  const text = source.text.replace(/^\ufeff/, '');
  const excess = excessOf(text);
  if (excess) {
    for (const { index } of text.slice(0, excess.offset).matchAll(/^/gm)) lines.addNewLine(index);
    return { errors: [fail(excess.message, excess.offset)] };
  }
  const yaml = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    version: '1.2',
    // The library compares each key with each other one; `repeatedKey` takes linear time.
    uniqueKeys: false,
    // The default level prints warnings to the console.
    logLevel: 'error',
  });
  const wrong =
    yaml.errors.length > 0 ? yamlMistake(text, yaml.errors) : (repeatedKey(yaml) ?? wrongAlias(yaml));
  if (wrong) return { errors: [fail(wrong.message, wrong.offset)] };
  let value: unknown;
  try {
    value = yaml.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    return { errors: [fail(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, 0)] };
  }
  const checked = checkScenario(source.name, value, withFixes);
  if ('timeline' in checked) return checked;
  const errors = checked.mistakes.map((mistake) => {
    const { pointer, expected: detail } = mistake;
    return fail(describe(mistake), locate(yaml, pointer), { pointer, detail });
  });
  return isNonEmpty(errors) ? { errors } : { errors: [fail('is not a scenario', 0)] };
}

/** Mistakes that only appear after a text was parsed, as errors with their places. */
export function errorsIn({ file, text }: ScenarioSource, mistakes: readonly Mistake[]): UserError[] {
  if (mistakes.length === 0) return [];
  const lines = new LineCounter();
  const yaml = parseDocument(text.replace(/^\ufeff/, ''), {
    lineCounter: lines,
    uniqueKeys: false,
    logLevel: 'error',
  });
  return mistakes.map((mistake) => {
    const { pointer, expected: detail } = mistake;
    const place = { file, ...positionAt(lines, locate(yaml, pointer)) };
    return new UserError('bad-scenario', describe(mistake), { place, faults: [{ pointer, detail }] });
  });
}

/** Finds the first key that occurs twice in one map. */
function repeatedKey(yaml: Document): { message: string; offset: number } | undefined {
  let repeated: { message: string; offset: number } | undefined;
  visit(yaml, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const message = `is not valid YAML: the key ${String(key.value)} occurs twice in one map`;
          repeated = { message, offset: key.range?.[0] ?? 0 };
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return repeated;
}

/** Finds the first alias without an anchor, or inside the node of its own anchor. */
function wrongAlias(yaml: Document): { message: string; offset: number } | undefined {
  let wrong: { message: string; offset: number } | undefined;
  visit(yaml, {
    Alias(_key, alias, path) {
      const named = alias.resolve(yaml);
      if (named && !path.includes(named)) return undefined;
      const why = named
        ? 'refers to a node that contains it'
        : 'has no anchor: define it earlier in the file with &';
      wrong = { message: `the alias *${alias.source} ${why}`, offset: alias.range?.[0] ?? 0 };
      return visit.BREAK;
    },
  });
  return wrong;
}

function isNonEmpty<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}
