/**
 * Reads the text of scenario files, YAML or JSON. Whatever is wrong is said with its place and what was expected
 * there, all mistakes at once; nothing half-read ever gets further.
 */
import { LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { Scenario } from '../generated/control-api.js';
import { UserError, type InputFault } from '../user-error.js';
import { checkScenario, describe } from './check.js';
import { locate, positionAt } from './place.js';
import { excessOf } from './text-bounds.js';
import type { Timeline } from './timeline.js';

export interface ScenarioSource {
  /** The scenario's name: the file's name without its ending. */
  readonly name: string;
  /** The file as messages name it. */
  readonly file: string;
  readonly text: string;
}

export type ParsedScenario =
  | { readonly timeline: Timeline; readonly document: Scenario }
  | { readonly errors: readonly [UserError, ...UserError[]] };

/** Nobody mends more at once, and each may be a line of its own. */
const MOST_TOLD = 100;

/** Reads a scenario file's text. Never throws for what stands in the text. */
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
    // Whatever is wrong is in the answer; nothing is written past it.
    logLevel: 'error',
  });
  const syntax = yaml.errors
    .slice(0, MOST_TOLD)
    .map((error) => fail(`is not valid YAML: ${error.message}`, error.pos[0]));
  if (isNonEmpty(syntax)) return { errors: syntax };
  const alias = wrongAlias(yaml);
  if (alias) return { errors: [fail(alias.message, alias.offset)] };
  let value: unknown;
  try {
    value = yaml.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    return { errors: [fail(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, 0)] };
  }
  const checked = checkScenario(source.name, value);
  if ('timeline' in checked) return checked;
  const errors = checked.mistakes.map((mistake) => {
    const { pointer, expected: detail } = mistake;
    return fail(describe(mistake), locate(yaml, pointer), { pointer, detail });
  });
  return isNonEmpty(errors) ? { errors } : { errors: [fail('is not a scenario', 0)] };
}

/** The first alias that stands for nothing, or for something that it is itself part of. */
function wrongAlias(yaml: Document): { message: string; offset: number } | undefined {
  let wrong: { message: string; offset: number } | undefined;
  visit(yaml, {
    Alias(_key, alias, path) {
      const named = alias.resolve(yaml);
      if (named && !path.includes(named)) return undefined;
      const why = named
        ? 'stands for something it is part of'
        : 'stands for nothing: no anchor before it has this name';
      wrong = { message: `the alias *${alias.source} ${why}`, offset: alias.range?.[0] ?? 0 };
      return visit.BREAK;
    },
  });
  return wrong;
}

function isNonEmpty<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}
