/**
 * Limits the depth and the aliases of a YAML text before it is parsed. The parser is recursive, so a deeply nested text would
 * overflow the stack, and it searches the whole text for every alias. This check reads the tokens once.
 */
import { Lexer } from 'yaml';

/** A scenario has eight levels. */
const MOST_LEVELS = 100;
const MOST_ALIASES = 100;

/** The start of a line with deeply nested blocks: each level takes at least one column of indentation. */
const DEEP_LINE = new RegExp(`^[ \\t?:-]{${2 * MOST_LEVELS},}`, 'm');

/** Tokens that the lexer adds and the text does not contain: for a document, the end of a flow, a scalar. */
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
