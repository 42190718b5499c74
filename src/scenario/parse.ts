/**
 * Reads the text of scenario files, YAML or JSON. Whatever is wrong is said with its place and what was expected
 * there, all mistakes at once; nothing half-read ever gets further.
 */
import { LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { Scenario } from '../generated/control-api.js';
import { UserError } from '../user-error.js';
import { checkScenario, describe } from './check.js';
import { locate, positionAt } from './place.js';
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

/** Reads a scenario file's text. Never throws for what stands in the text. */
export function parseScenario(source: ScenarioSource): ParsedScenario {
  const lines = new LineCounter();
  // Editors do not count a byte order mark as a column.
  const yaml = parseDocument(source.text.replace(/^\ufeff/, ''), {
    lineCounter: lines,
    prettyErrors: false,
    version: '1.2',
  });
  const fail = (message: string, offset: number): UserError =>
    new UserError('bad-scenario', message, { place: { file: source.file, ...positionAt(lines, offset) } });

  const syntax = yaml.errors.map((error) => fail(`is not valid YAML: ${error.message}`, error.pos[0]));
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
  const errors = checked.mistakes.map((mistake) => fail(describe(mistake), locate(yaml, mistake.pointer)));
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
