/** Sanitizes untrusted text for terminals and CI logs. Does not escape HTML, XML or Markdown. */

/**
 * Characters that move the cursor, colour, reorder or hide text, and invalid characters: control and format characters, lone
 * surrogates, noncharacters, and the invisible tags of plane 14 (first the low half, then the remaining high half).
 */
const UNSAFE_CHARACTERS =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|\udb40[\udc00-\udc7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Build servers execute `##[…]`, `##vso[…]` and `##teamcity[…]` as commands anywhere in a line. */
const CI_COMMANDS = /#(?=#[a-z]*\[)/gi;

/** Replaces each unsafe character, line breaks included, by its JSON escape. */
export function sanitizeText(text: string): string {
  return text.replace(UNSAFE_CHARACTERS, toJsonEscape).replace(CI_COMMANDS, toJsonEscape);
}

/** Whether the text needs no escaping. */
export const isSafeText = (text: string): boolean => sanitizeText(text) === text;

/**
 * Sanitizes each line of a text, and escapes lines that start like a workflow command. JSON keeps its value, because unsafe
 * characters occur only in its strings.
 */
export function sanitizeLines(text: string): string {
  return escapeWorkflowCommands(text.split('\n').map(sanitizeText).join('\n'));
}

/** Sanitizes a text into one line: line breaks become spaces. */
export function sanitizeLine(text: string): string {
  return sanitizeText(text.replaceAll('\n', ' '));
}

/** Escapes lines that GitHub would execute as a workflow command. */
export function escapeWorkflowCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, '$1\\u003a');
}

function toJsonEscape(characters: string): string {
  return characters.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
