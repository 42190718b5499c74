/**
 * Quotes strings for every POSIX shell. `$'…'` is not one of its quotes: dash passes it on as `$…`. Single quotes are safe
 * everywhere, but a terminal acts on control characters that are pasted, so strings with such characters go through printf.
 * A line that is pasted into PowerShell may fail, but runs nothing: each text is in quotes for PowerShell, too.
 */
import { isSafeText } from './sanitize.js';

/** A text that the shell computes, such as `$KEY`. It must come from code, never from a request. */
export interface ShellExpansion {
  readonly expand: string;
}

/** PowerShell takes the typographic ones for single quotes. Double quotes hold all of them in every shell. */
const SINGLE_QUOTES = /['\u2018-\u201b]+/g;

/** Literals that mean the same in double quotes. */
const SIMPLE = /^[\w @%+=:,./-]*$/;

/** One word of a command line. */
export function shellQuote(...pieces: readonly (string | ShellExpansion)[]): string {
  const parts = mergeLiterals(pieces);
  if (parts.every((part) => typeof part === 'string')) return quoteLiteral(parts.join(''));
  const isSimple = parts.every((part) => typeof part !== 'string' || SIMPLE.test(part));
  if (!isSimple)
    return parts.map((part) => (typeof part === 'string' ? quoteLiteral(part) : `"${part.expand}"`)).join('');
  const inside = parts.map((part, index) => {
    if (typeof part === 'string') return part;
    const next = parts[index + 1];
    const isCutOff = typeof next !== 'string' || !/^\w/.test(next);
    return isCutOff ? part.expand : part.expand.replace(/^\$(\w+)$/, '$${$1}');
  });
  return `"${inside.join('')}"`;
}

/** Neighbouring literals as one, and no empty ones. */
function mergeLiterals(pieces: readonly (string | ShellExpansion)[]): readonly (string | ShellExpansion)[] {
  const parts: (string | ShellExpansion)[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') parts[parts.length - 1] = last + piece;
    else if (piece !== '') parts.push(piece);
  }
  return parts;
}

function quoteLiteral(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!isSafeText(text)) return `"$(${printfCommand(text)})"`;
  return `'${text.replace(SINGLE_QUOTES, `'"$&"'`)}'`;
}

/** A command that prints any string, without pasting one of its unsafe characters. */
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
