/**
 * Quotes strings for every POSIX shell. `$'…'` is not one of its quotes: dash passes it on as `$…`. Single quotes are safe
 * everywhere, but a terminal acts on control characters that are pasted, so strings with such characters go through printf.
 */

/** Control characters, and format characters that reorder or hide text. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

export const isPlain = (text: string): boolean => !UNSAFE.test(text);

/** @param text must be plain */
export function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command that prints any string, without pasting one of its unsafe characters. */
export function printing(text: string): string {
  const format = Array.from(text, (character) => {
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    return isPlain(character) ? character : octal(character);
  });
  return `printf ${quoted(format.join(''))}`;
}

/** The bytes of a character as octal escapes, which all versions of printf know. */
function octal(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
