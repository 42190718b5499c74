/**
 * The texts that replace keys and other secrets. Different keys have different marks, so that a reader can still follow one
 * client through the traffic.
 */
import type { Exchange } from '../exchange.js';

/**
 * The text that replaces a key.
 * @param fingerprint the start of the key's hash, or another id of the key that does not reveal it
 */
export function redactionMark(fingerprint?: string): string {
  return fingerprint ? `[redacted ${fingerprint}]` : '[redacted]';
}

/** Any mark. */
export const REDACTION_MARK = /\[redacted(?: [^\]]{1,40})?\]/g;

/** What recorders write instead of a key. */
const REDACTION_PLACEHOLDER =
  /^(?:\*+|x+|[[<({]?\s*(?:redacted|removed|hidden|masked|filtered|omitted|sanitized)\s*[\])}>]?)$/i;

/** Whether a text stands for a key that a recorder removed. Different keys can have the same placeholder. */
export function isRedactionPlaceholder(text: string): boolean {
  return REDACTION_PLACEHOLDER.test(text);
}

/** How many values of an exchange are replaced by a mark without a fingerprint: secrets that are not keys of the service. */
export function countRedactedValues({ request, response }: Exchange): number {
  const bodies = [request.body, response?.body].map((body) => body?.text ?? '');
  const values = [...request.headers, ...(response?.headers ?? [])].map(([, value]) => value);
  return [request.url, ...values, ...bodies].reduce(
    (sum, text) => sum + (text.includes('[redacted]') ? text.split('[redacted]').length - 1 : 0),
    0,
  );
}

/** The mark for a request whose recorder left out the headers with the key. */
export const SANITIZED_KEY_MARK = redactionMark('left out');

/** Replaces the value of a header that the user adds for a gateway in front of the service. It is not a key of the service. */
export const GATEWAY_MARK = redactionMark('gateway');
