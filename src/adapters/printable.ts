/** Text from outside, made safe for a terminal: nothing in it can move the cursor, change colours or turn the line round. */

const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text with every control character but the line break replaced by a visible mark. */
export function printable(text: string): string {
  return text.replace(STEERING, '\ufffd');
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text.replaceAll('\n', ' '));
}
