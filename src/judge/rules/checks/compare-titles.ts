/**
 * Compares a sent title with the stored one: same, truncated, whitespace or different. Shared with verify, which waits until a rename is visible. Sections 2.1 and 4.7.
 */

/**
 * - `none`: the same text. A service may trim it and normalise it to NFC.
 * - `cut`: the beginning of the text, which ends with a whole character.
 * - `spacing`: the same text, or its beginning, with other white space or control characters.
 * - `other`: another text.
 */
type TitleDifference = 'same' | 'truncated' | 'whitespace' | 'different';

/** Bytes. A shorter beginning is not the effect of a limit. */
const MIN_TRUNCATED_BYTES = 50;

export function compareTitles(sent: string, shown: string): TitleDifference {
  const [from, to] = [sent.normalize().trim(), shown.normalize().trim()];
  if (from === to) return 'same';
  if (isCut(from, to, shown)) return 'truncated';
  const [bare, bareShown] = [withoutSpacing(from), withoutSpacing(to)];
  return bare === bareShown || isCut(bare, bareShown, shown) ? 'whitespace' : 'different';
}

/** Whether a service may show this title after a client sent that one. */
export const isStoredForm = (sent: string, shown: string): boolean =>
  compareTitles(sent, shown) !== 'different';

function isCut(from: string, to: string, shown: string): boolean {
  const kept = to.replace(/(?:…|\.\.\.)$/, '').trimEnd();
  return from.startsWith(kept) && endsWhole(from, kept.length) && bytesOf(shown) >= MIN_TRUNCATED_BYTES;
}

/** Whether no surrogate pair is divided at this position. */
const endsWhole = (text: string, end: number): boolean =>
  !(/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[end] ?? ''));

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const withoutSpacing = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, '');
