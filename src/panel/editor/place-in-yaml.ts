/**
 * Where in a scenario somebody is typing: the path of fields there, and whether a field's name or its value is due. Reads lines
 * by their indentation, as a text that is being typed is rarely whole. Knows no schema.
 */

export interface PlaceInYaml {
  /** Names of fields from the outside in; an entry of a list is `[]`. */
  readonly path: readonly string[];
  readonly isValue: boolean;
  /** What has been typed of the word, and the offset at which it begins. */
  readonly word: string;
  readonly from: number;
  /** Fields that are there already, beside the one that is typed. */
  readonly siblings: readonly string[];
}

interface Line {
  /** Columns of the dashes that open entries of lists. */
  readonly dashes: readonly number[];
  /** The column at which what is after the dashes begins. */
  readonly column: number;
  readonly key: string | undefined;
  /** What is after the key and its colon. */
  readonly rest: string;
}

const LIST_ENTRY = '[]';
const WORD = /[\w$-]*$/;

/** @returns `undefined` in a comment, in quotes, and where nothing can be told */
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
  // A word after others is neither a field nor a value of those that are known.
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

/** The fields that a line is within, by the lines before it; those beside it, by the lines around it. */
function surroundings(
  line: Line,
  before: readonly Line[],
  after: readonly Line[],
): { path: string[]; siblings: string[] } {
  const path: string[] = [];
  const siblings = below(line, after);
  /** Out of a line to the entries that it begins. */
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

/** Where one is within `{ … }` and `[ … ]` on a line; `undefined` within quotes. */
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
