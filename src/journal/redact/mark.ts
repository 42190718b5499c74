/**
 * The texts that replace keys and other secrets. Different keys have different marks, so that a reader can still follow one
 * client through the traffic.
 */

/**
 * The text that replaces a key.
 * @param fingerprint the start of the key's hash, or another id of the key that does not reveal it
 */
export function keyMark(fingerprint?: string): string {
  return fingerprint ? `[redacted ${fingerprint}]` : '[redacted]';
}

/** Any mark. */
export const MARK = /\[redacted(?: [^\]]{1,40})?\]/g;

/** The mark for a request whose recorder left out the headers with the key. */
export const LEFT_OUT = keyMark('left out');

/** The mark for an `Authorization` without a scheme. Other recorders replace the scheme together with the key. */
export const WITHOUT_SCHEME = keyMark('without scheme');
