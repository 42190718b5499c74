/** What programs write where a value is missing: it is a string, and no value. */

const NAMES = 'undefined|null|None|nil|NaN|\\[object Object\\]';
const WHOLE = new RegExp(`^(?:${NAMES})$`);
const PART = new RegExp(`(?:^|[/?=#])(?:${NAMES})(?=$|[/?&#])`);

export const isMissingValue = (text: string): boolean => WHOLE.test(text);

/** Whether a part of an address is a placeholder, such as `https://x.example/view/undefined`. */
export function hasMissingPart(address: string): boolean {
  return PART.test(address.replaceAll('%20', ' ').replace(/%5B/gi, '[').replace(/%5D/gi, ']'));
}

/** A dump of an object inside a text. */
const DUMP = /\[object \w+\]/;

export const hasDump = (text: string): boolean => DUMP.test(text);
/** What people read has a letter of any script, a digit or a pictogram: `{}`, `[]` and `'` are leftovers of programs. */
const READABLE = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

export const isReadable = (text: string): boolean => READABLE.test(text);

/** @returns what is expected of a text that people read, or `undefined` if it is one */
export function judgeText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') return 'must not be blank';
  if (!isReadable(value)) return 'must be a text with a letter or a digit';
  return isMissingValue(value) ? 'must be a text, not a placeholder for a missing value' : undefined;
}

/** The same for a text of the service itself. An error may pass on what another program wrote. */
export function judgeOwnText(value: unknown): string | undefined {
  const isDump = typeof value === 'string' && hasDump(value);
  return isDump ? 'must be a text, not the dump of an object' : judgeText(value);
}
