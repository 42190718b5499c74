/** Reads a YAML or JSON text as a value. Each mistake in the text, and in the value later on, is an error with its position. */
import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { UserError } from '../base/user-error.js';
import { describe } from './check.js';
import type { Mistake } from './mistake.js';
import { locate, positionAt } from './locate.js';
import { excessOf } from './yaml-limits.js';
import { yamlMistake } from './yaml-mistake.js';

export interface YamlSource {
  /** The path of the file in messages. */
  readonly file: string;
  readonly text: string;
}

export type ReadYaml =
  | { readonly value: unknown; readonly errorAt: (mistake: Mistake) => UserError }
  | { readonly error: UserError };

export function readYaml(source: YamlSource): ReadYaml {
  const lines = new LineCounter();
  const fail = (message: string, offset: number, mistake?: Mistake): UserError =>
    new UserError('bad-scenario', message, {
      position: { file: source.file, ...positionAt(lines, offset) },
      ...(mistake && { faults: [{ pointer: mistake.pointer, detail: mistake.expected }] }),
    });
  // Editors do not count a byte order mark as a column.
  const text = source.text.replace(/^\ufeff/, '');
  const excess = excessOf(text);
  if (excess) {
    for (const { index } of text.slice(0, excess.offset).matchAll(/^/gm)) lines.addNewLine(index);
    return { error: fail(excess.message, excess.offset) };
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
  if (wrong) return { error: fail(wrong.message, wrong.offset) };
  const errorAt = (mistake: Mistake): UserError =>
    fail(describe(mistake), locate(yaml, mistake.pointer), mistake);
  try {
    return { value: yaml.toJS({ maxAliasCount: 100 }), errorAt };
  } catch (cause) {
    return { error: fail(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, 0) };
  }
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
