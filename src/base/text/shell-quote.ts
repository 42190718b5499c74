/**
 * Quotes strings for every POSIX shell. Strings with control characters go through printf, because a terminal acts on them when
 * they are pasted; `$'…'` would not work in dash. A line that is pasted into PowerShell may fail, but executes nothing.
 */
import { isSafeText } from './sanitize.js';

/** A text that the shell computes, such as `$KEY`. It must come from code, never from a request. */
export interface ShellExpansion {
  readonly expand: string;
}

/** PowerShell also treats the typographic ones as single quotes. In double quotes, all of them are literal in every shell. */
const SINGLE_QUOTES = /['\u2018-\u201b]+/g;

/** Literals that mean the same in double quotes. */
const SIMPLE = /^[\w @%+=:,./-]*$/;

/** One word of a command line. */
export function shellQuote(...segments: readonly (string | ShellExpansion)[]): string {
  const parts = mergeLiterals(segments);
  if (parts.every((part) => typeof part === 'string')) return quoteLiteral(parts.join(''));
  const isSimple = parts.every((part) => typeof part !== 'string' || SIMPLE.test(part));
  if (!isSimple)
    return parts.map((part) => (typeof part === 'string' ? quoteLiteral(part) : `"${part.expand}"`)).join('');
  const inside = parts.map((part, index) => {
    if (typeof part === 'string') return part;
    const next = parts[index + 1];
    const isDelimited = typeof next !== 'string' || !/^\w/.test(next);
    return isDelimited ? part.expand : part.expand.replace(/^\$(\w+)$/, '$${$1}');
  });
  return `"${inside.join('')}"`;
}

/** Merges adjacent literals, and removes empty ones. */
function mergeLiterals(segments: readonly (string | ShellExpansion)[]): readonly (string | ShellExpansion)[] {
  const parts: (string | ShellExpansion)[] = [];
  for (const segment of segments) {
    const last = parts.at(-1);
    if (typeof segment === 'string' && typeof last === 'string') parts[parts.length - 1] = last + segment;
    else if (segment !== '') parts.push(segment);
  }
  return parts;
}

function quoteLiteral(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!isSafeText(text)) return `"$(${printfCommand(text)})"`;
  return `'${text.replace(SINGLE_QUOTES, `'"$&"'`)}'`;
}

/** A command that prints any string, without containing its unsafe characters. */
export function printfCommand(text: string): string {
  const format = Array.from(text, (character, index) => {
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    // At the start, a dash would be an option. A `#` can be the start of a command for a build server.
    const isPlain = isSafeText(character) && character !== '#' && (character !== '-' || index > 0);
    return isPlain ? character : toOctal(character);
  });
  return `printf ${quoteLiteral(format.join(''))}`;
}

/** The bytes of a character as octal escapes, which all versions of printf know. */
function toOctal(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
