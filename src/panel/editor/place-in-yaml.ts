/**
 * Finds the place of the cursor in a scenario: the path of fields, and whether a field name or a value is expected there. It
 * reads the indentation of lines instead of parsing, because unfinished text is rarely valid YAML.
 */

export interface PlaceInYaml {
  /** The field names from the root to the cursor. A list entry is `[]`. */
  readonly path: readonly string[];
  readonly isValue: boolean;
  /** The typed part of the word, and the offset of its start. */
  readonly word: string;
  readonly from: number;
  /** The other fields of the same object. */
  readonly siblings: readonly string[];
}

interface Line {
  /** The columns of the dashes that open list entries. */
  readonly dashes: readonly number[];
  /** The column of the first character after the dashes. */
  readonly column: number;
  readonly key: string | undefined;
  /** The text after the key and its colon. */
  readonly rest: string;
}

const LIST_ENTRY = '[]';
const WORD = /[\w$-]*$/;

/** @returns `undefined` in a comment, in quotes, and where the place is unclear */
export function placeInYaml(text: string, offset: number): PlaceInYaml | undefined {
  const before = text.slice(0, offset).split('\n');
  const typed = before.pop() ?? '';
  if (/(^|\s)#/.test(typed)) return undefined;
  const line = lineOf(typed);
  const word = WORD.exec(typed)?.[0] ?? '';
  const from = offset - word.length;
  const after = text.slice(offset).split('\n').slice(1).map(lineOf);
  const around = surroundings(line, before.map(lineOf), after);
  const body = line.key === undefined ? typed.slice(line.column) : line.rest;
  const flow = flowOf(body);
  if (!flow) return undefined;
  const path = line.key === undefined ? around.path : [...around.path, line.key];
  if (flow.depth > 0) {
    const { isValue, siblings } = flow;
    return { path: [...path, ...flow.path], isValue, word, from, siblings };
  }
  // After other words, the word is part of a longer text: neither a field nor a value of the schema.
  if (body !== word) return undefined;
  const isValue = line.key !== undefined;
  return { path, isValue, word, from, siblings: isValue ? [] : around.siblings };
}

function lineOf(text: string): Line {
  const [indent = ''] = /^ */.exec(text) ?? [];
  let column = indent.length;
  const dashes: number[] = [];
  for (let dash = /^-(?: +|$)/.exec(text.slice(column)); dash; dash = /^-(?: +|$)/.exec(text.slice(column))) {
    dashes.push(column);
    column += dash[0].length;
  }
  const [, key, rest = ''] = /^([\w$-]+):(?:\s+(.*))?$/.exec(text.slice(column)) ?? [];
  return { dashes, column, key, rest };
}

function isBlank({ dashes, key }: Line): boolean {
  return dashes.length === 0 && key === undefined;
}

/** The path of a line, from the lines before it; its sibling fields, from the lines before and after it. */
function surroundings(
  line: Line,
  before: readonly Line[],
  after: readonly Line[],
): { path: string[]; siblings: string[] } {
  const path: string[] = [];
  const siblings = below(line, after);
  /** Adds the list entries that a line opens to the path. @returns the column to compare with the lines before */
  const leave = ({ dashes, column }: Line): { readonly column: number; readonly isList: boolean } => {
    path.unshift(...dashes.map(() => LIST_ENTRY));
    return { column: dashes[0] ?? column, isList: dashes.length > 0 };
  };
  let at = leave(line);
  for (const one of before.toReversed()) {
    if (isBlank(one) || (at.isList && one.dashes.includes(at.column))) continue;
    const { key, column } = one;
    if (key !== undefined && (column < at.column || (at.isList && column === at.column))) {
      path.unshift(key);
      at = leave(one);
    } else if (!at.isList && column === at.column) {
      if (path.length === 0 && key !== undefined) siblings.push(key);
      at = leave(one);
    }
  }
  return { path, siblings };
}

/** The fields that follow in the same block. */
function below({ column }: Line, after: readonly Line[]): string[] {
  const keys: string[] = [];
  for (const one of after) {
    if (isBlank(one)) continue;
    if (one.column < column || one.dashes.some((dash) => dash < column)) break;
    if (one.column === column && one.key !== undefined) keys.push(one.key);
  }
  return keys;
}

/** The place inside `{ … }` and `[ … ]` on a line; `undefined` inside quotes. */
function flowOf(
  text: string,
): (Pick<PlaceInYaml, 'path' | 'isValue' | 'siblings'> & { readonly depth: number }) | undefined {
  const open: { readonly isMap: boolean; readonly keys: string[]; isValue: boolean }[] = [];
  let quote = '';
  let word = '';
  for (const character of text) {
    const inside = open.at(-1);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{' || character === '[')
      open.push({ isMap: character === '{', keys: [], isValue: character === '[' });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ':' && inside?.isMap && !inside.isValue) {
      inside.keys.push(word);
      inside.isValue = true;
    } else if (character === ',' && inside?.isMap) inside.isValue = false;
    word = /[\w$-]/.test(character) ? word + character : '';
  }
  if (quote !== '') return undefined;
  const last = open.at(-1);
  const path = open.flatMap(({ isMap, keys, isValue }) =>
    isMap ? (isValue ? [keys.at(-1) ?? ''] : []) : [LIST_ENTRY],
  );
  const isValue = last?.isValue ?? true;
  return { path, isValue, siblings: isValue ? [] : (last?.keys ?? []), depth: open.length };
}
