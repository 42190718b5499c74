/** What programs write where a value is missing: it is a string, and no value. */

const NAMES = 'undefined|null|None|nil|NaN|\\[object Object\\]';
const WHOLE = new RegExp(`^(?:${NAMES})$`);
const PART = new RegExp(`(?:^|[/?=#])(?:${NAMES})(?=$|[/?&#])`);

export const isMissingValue = (text: string): boolean => WHOLE.test(text.trim());

/** Whether a part of an address is a placeholder, such as `https://x.example/view/undefined`. */
export function hasMissingPart(address: string): boolean {
  return PART.test(address.trim().replaceAll('%20', ' ').replace(/%5B/gi, '[').replace(/%5D/gi, ']'));
}

/** @returns what is expected of a text that people read, or `undefined` if it is one */
export function judgeText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') return 'must not be blank';
  return isMissingValue(value) ? 'must be a text, not a placeholder for a missing value' : undefined;
}
