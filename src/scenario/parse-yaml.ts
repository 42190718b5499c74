/** Parses YAML or JSON. An error has its position, and a hint at the correction. */
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type ErrorCode,
  type Node,
  type YAMLParseError,
} from 'yaml';
import { parseJsonPointer } from '../base/json-pointer.js';
import { findIndentationError } from './yaml-indentation.js';

/** Line and column, both from 1. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

export type YamlResult =
  | {
      readonly value: unknown;
      /** The position of a field's key or of a list entry; for a missing field, of the node around it. */
      readonly getPosition: (pointer: string) => LineColumn;
    }
  | { readonly message: string; readonly position: LineColumn };

interface YamlError {
  readonly message: string;
  readonly offset: number;
}

const MAX_CHARACTERS = 1_000_000;
const MAX_DEPTH = 100;
const MAX_ALIASES = 100;

/** Friendly messages for the most common parser errors. */
const ERROR_MESSAGES: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'is not valid YAML: a tab indents this line. Use spaces',
  MULTIPLE_DOCS: 'has a second document here. Write each scenario into its own file',
  MULTILINE_IMPLICIT_KEY: 'is not valid YAML: this line needs a name, a colon and a space, as in title: Mine',
  BLOCK_IN_FLOW: 'is not valid YAML: a text with a colon needs quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'is not valid YAML: a text with a colon needs quotes, and the entries of a list the same indentation',
  BAD_INDENT: 'is not valid YAML: a bracket above is not closed, or this line begins after too few spaces',
  RESOURCE_EXHAUSTION: `is nested more than ${MAX_DEPTH} levels deep`,
};

/** The errors that a line with a wrong indentation causes. */
const INDENTATION_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'UNEXPECTED_TOKEN',
]);

export function parseYaml(source: string): YamlResult {
  // Editors do not count a byte order mark as a column.
  const text = source.replace(/^\ufeff/, '');
  const fail = ({ message, offset }: YamlError): YamlResult => ({
    message,
    position: toLineColumn(text, offset),
  });
  const unsupported = findUnsupported(text);
  if (unsupported) return fail(unsupported);
  // `findYamlError` finds duplicate keys in linear time. The default log level would print warnings to the console. The core schema
  // without tags has JSON values only.
  const yaml = parseDocument(text, {
    prettyErrors: false,
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: 'error',
  });
  const error = explainParserErrors(text, yaml.errors) ?? findYamlError(yaml);
  if (error) return fail(error);
  try {
    const value: unknown = yaml.toJS({ maxAliasCount: MAX_ALIASES });
    return { value, getPosition: (pointer) => toLineColumn(text, offsetOfPointer(yaml, pointer)) };
  } catch {
    return fail({ message: `has aliases that repeat more than ${MAX_ALIASES} parts`, offset: 0 });
  }
}

/** Explains the first error. */
function explainParserErrors(text: string, errors: readonly YAMLParseError[]): YamlError | undefined {
  const [first] = errors.toSorted((one, other) => one.pos[0] - other.pos[0]);
  if (!first) return undefined;
  const { code, message } = first;
  const [offset] = first.pos;
  const isContinued = errors.some(
    (error) => error.code === 'MULTILINE_IMPLICIT_KEY' && error.pos[0] === offset,
  );
  const indentation = INDENTATION_ERRORS.has(code)
    ? findIndentationError(text, offset, isContinued)
    : undefined;
  return indentation ?? { message: ERROR_MESSAGES[code] ?? `is not valid YAML: ${message}`, offset };
}

/** Rejects input that makes the parser slow, such as deep nesting. */
function findUnsupported(text: string): YamlError | undefined {
  if (text.length > MAX_CHARACTERS)
    return { message: `has more than ${MAX_CHARACTERS.toLocaleString('en')} characters`, offset: 0 };
  const invalid = text.search(/[\0\ufffd]/);
  if (invalid >= 0) return { message: 'is not UTF-8. Save the file as UTF-8', offset: invalid };
  const message = `is nested more than ${MAX_DEPTH} levels deep`;
  // Each level of a block needs at least one column of indentation.
  const deepLine = text.search(new RegExp(`^[ \\t?:-]{${2 * MAX_DEPTH},}`, 'm'));
  if (deepLine >= 0) return { message, offset: deepLine };
  let levels = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    levels = Math.max(0, levels + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (levels > MAX_DEPTH) return { message, offset: index };
  }
  return undefined;
}

/** Finds a duplicate key in a map, an alias without an anchor, or too many aliases. */
function findYamlError(yaml: Document): YamlError | undefined {
  let error: YamlError | undefined;
  let aliases = 0;
  const report = (node: Node, message: string): symbol => {
    error = { message, offset: nodeStart(node) ?? 0 };
    return visit.BREAK;
  };
  visit(yaml, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) return report(key, `has the key ${String(key.value)} twice in one map`);
        seen.add(key.value);
      }
      return undefined;
    },
    Alias(_key, alias, path) {
      if ((aliases += 1) > MAX_ALIASES) return report(alias, `has more than ${MAX_ALIASES} aliases`);
      const target = alias.resolve(yaml);
      return target && !path.includes(target)
        ? undefined
        : report(
            alias,
            `has the alias *${alias.source} without an anchor: define &${alias.source} before it`,
          );
    },
  });
  return error;
}

function offsetOfPointer(yaml: Document, pointer: string): number {
  let node: unknown = yaml.contents;
  let offset = nodeStart(node) ?? 0;
  for (const key of parseJsonPointer(pointer)) {
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      : undefined;
    node = pair ? pair.value : isSeq(node) ? node.items[Number(key)] : undefined;
    const start = nodeStart(pair ? pair.key : node);
    if (start === undefined) return offset;
    offset = start;
  }
  return offset;
}

const nodeStart = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

function toLineColumn(text: string, offset: number): LineColumn {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
