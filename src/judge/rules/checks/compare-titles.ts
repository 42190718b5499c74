/**
 * Compares a sent title with the stored one. Shared with verify, which waits until a rename is visible. Sections 2.1 and 4.7.
 */

/** A shorter beginning is not the effect of a length limit. */
const MIN_TRUNCATED_BYTES = 50;

/**
 * - `same`: the same text. A service may trim it and normalize it to NFC.
 * - `truncated`: the beginning of the text, which ends with a whole character.
 * - `whitespace`: the same text, or its beginning, with other whitespace or control characters.
 * - `different`: another text.
 */
type TitleDifference = 'same' | 'truncated' | 'whitespace' | 'different';

export function compareTitles(sent: string, stored: string): TitleDifference {
  const [from, to] = [sent.normalize().trim(), stored.normalize().trim()];
  if (from === to) return 'same';
  if (isTruncated(from, to, stored)) return 'truncated';
  const [compactFrom, compactTo] = [removeWhitespace(from), removeWhitespace(to)];
  return compactFrom === compactTo || isTruncated(compactFrom, compactTo, stored)
    ? 'whitespace'
    : 'different';
}

/** Whether a service may store a sent title in this form. */
export const isStoredForm = (sent: string, stored: string): boolean =>
  compareTitles(sent, stored) !== 'different';

function isTruncated(from: string, to: string, stored: string): boolean {
  const prefix = to.replace(/(?:…|\.\.\.)$/, '').trimEnd();
  return (
    from.startsWith(prefix) &&
    endsAtCharacter(from, prefix.length) &&
    countBytes(stored) >= MIN_TRUNCATED_BYTES
  );
}

/** Whether this position does not split a surrogate pair. */
const endsAtCharacter = (text: string, end: number): boolean =>
  !(/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[end] ?? ''));

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

const removeWhitespace = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, '');
