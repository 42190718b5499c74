/**
 * What is too much in a YAML text, as far as its tokens tell. The parser calls itself for every level, so that a deep text ends
 * the process, and looks through the whole text for every alias: this is looked at first, in one go.
 */
import { Lexer } from 'yaml';

/** A scenario has eight levels. */
const MOST_LEVELS = 100;
const MOST_ALIASES = 100;

/** What begins a line of blocks within blocks: each level takes a column of it. */
const DEEP_LINE = new RegExp(`^[ \\t?:-]{${2 * MOST_LEVELS},}`, 'm');

/** Marks of the lexer's own, which are not in the text: of a document, of the end of a flow, of a scalar. */
const MARKS = new Set(['\x02', '\x18', '\x1f']);

export interface Excess {
  readonly message: string;
  readonly offset: number;
}

export function excessOf(text: string): Excess | undefined {
  const line = DEEP_LINE.exec(text);
  if (line) return { message: TOO_DEEP, offset: line.index };
  let levels = 0;
  let aliases = 0;
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') levels += 1;
    else if (token === ']' || token === '}') levels -= 1;
    else if (token.startsWith('*')) aliases += 1;
    if (levels > MOST_LEVELS) return { message: TOO_DEEP, offset };
    if (aliases > MOST_ALIASES) return { message: `has more than ${MOST_ALIASES} aliases`, offset };
    if (!MARKS.has(token)) offset += token.length;
  }
  return undefined;
}

const TOO_DEEP = `is nested more than ${MOST_LEVELS} levels deep`;
