/**
 * Makes untrusted text safe for a terminal: it cannot move the cursor, change colours or reverse the direction of text.
 */

const CONTROL_CHARACTERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text with each control character replaced by U+FFFD. Line breaks stay. */
export function printable(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '\ufffd');
}

/** The same on one line: line breaks become spaces. */
export function printableLine(text: string): string {
  return printable(text.replaceAll('\n', ' '));
}
