/**
 * Explains why a text is not valid YAML: one mistake, at the position where it was made, with the correction. The parser reports
 * several errors for one mistake, often at the position where it gave up.
 */
import { Lexer, type YAMLError } from 'yaml';
import { counted } from '../base/text/counted.js';

export interface YamlMistake {
  readonly message: string;
  readonly offset: number;
}

/** @param errors of the parser, at least one */
export function yamlMistake(text: string, errors: readonly YAMLError[]): YamlMistake {
  const [first] = [...errors].sort((one, other) => one.pos[0] - other.pos[0]);
  if (!first) return { message: 'is not valid YAML', offset: 0 };
  const offset = first.pos[0];
  const mistake = explain(text, first, offset) ?? { message: first.message, offset };
  return { ...mistake, message: `is not valid YAML: ${mistake.message}` };
}

function explain(text: string, { code, message }: YAMLError, offset: number): YamlMistake | undefined {
  if (code === 'TAB_AS_INDENT') return { message: 'a tab indents this line. Use spaces', offset };
  const open = openAt(text, offset);
  if (/Missing closing .*quote/.test(message)) return unclosedQuote(text, message, offset);
  if (open && (code === 'BAD_INDENT' || /end with a [\]}]/.test(message))) {
    const [bracket, closing] = open.token === '{' ? ['{', '}'] : ['[', ']'];
    return { message: `this ${bracket} has no ${closing}. Add it`, offset: open.offset };
  }
  const misplaced = misplacedEntry(text, offset);
  if (misplaced) return misplaced;
  if (code === 'BLOCK_IN_FLOW' || code === 'BLOCK_AS_IMPLICIT_KEY') return secondColon(text, offset);
  if (code === 'UNEXPECTED_TOKEN' && text[offset - 1] === "'")
    return {
      message: "the text in single quotes ends here. Write '' for an apostrophe, or use double quotes",
      offset: offset - 1,
    };
  return undefined;
}

function unclosedQuote(text: string, message: string, offset: number): YamlMistake {
  const quote = message.includes("'") ? "'" : '"';
  const start = text.lastIndexOf(quote, offset - 1);
  return { message: `this ${quote} has no second ${quote}. Add it`, offset: Math.max(start, 0) };
}

/** `title: Mine: a story` or `{ title: A: B }` */
function secondColon(text: string, offset: number): YamlMistake | undefined {
  const [line = ''] = /^[^\n\r]*/.exec(text.slice(offset)) ?? [];
  const [value = ''] = /^[^{}[\],'"]*:\s[^{}[\],'"]*/.exec(line) ?? [];
  if (value.trim() === '') return undefined;
  return { message: `this text has a colon. Put it in quotes: '${value.trim()}'`, offset };
}

/** A list entry whose indentation differs from that of the entries before it. */
function misplacedEntry(text: string, offset: number): YamlMistake | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [, spaces = ''] = /^( *)- /.exec(text.slice(start)) ?? [];
  const before = [...text.slice(0, start).matchAll(/^( *)- /gm)].map(([, indent = '']) => indent.length);
  const usual = before.at(-1);
  if (usual === undefined || before.includes(spaces.length) || !/^ *- /.test(text.slice(start)))
    return undefined;
  const message = `this entry begins after ${counted(spaces.length, 'space')}, and the one before it after ${usual}. Indent them equally`;
  return { message, offset: start + spaces.length };
}

/** The innermost bracket that is open at the offset. */
function openAt(text: string, offset: number): { token: string; offset: number } | undefined {
  const open: { token: string; offset: number }[] = [];
  let position = 0;
  for (const token of new Lexer().lex(text)) {
    if (position >= offset && token.trim() !== '') break;
    if (token === '{' || token === '[') open.push({ token, offset: position });
    else if (token === '}' || token === ']') open.pop();
    if (!MARKS.has(token)) position += token.length;
  }
  return open.at(-1);
}

/** Tokens that the lexer adds and the text does not contain. */
const MARKS = new Set(['\x02', '\x18', '\x1f']);
