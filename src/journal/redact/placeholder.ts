/** Recognizes strings that recorders write instead of a key. */
const PLACEHOLDER =
  /^(?:\*+|x+|[[<({]?\s*(?:redacted|removed|hidden|masked|filtered|omitted|sanitized)\s*[\])}>]?)$/i;

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}
