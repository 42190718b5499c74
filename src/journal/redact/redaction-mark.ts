/**
 * The placeholders that replace keys and other secrets. Different keys have different placeholders, so that a reader can still
 * distinguish the clients.
 */
import type { Exchange } from '../exchange.js';

/** Matches every placeholder. */
export const REDACTION_MARK = /\[redacted(?: [^\]]{1,40})?\]/g;

/** What other recorders write instead of a key. */
const REDACTION_PLACEHOLDER =
  /^(?:\*+|x+|[[<({]?\s*(?:redacted|removed|hidden|masked|filtered|omitted|sanitized)\s*[\])}>]?)$/i;

/** Stands for the key of a request whose auth headers the recorder removed. */
export const SANITIZED_KEY_MARK = redactionMark('left out');

/** Replaces the value of a header that the user adds for a gateway in front of the service. */
export const GATEWAY_MARK = redactionMark('gateway');

/**
 * The text that replaces a key.
 * @param fingerprint the start of the key's hash, or another id of the key that does not reveal it
 */
export function redactionMark(fingerprint?: string): string {
  return fingerprint ? `[redacted ${fingerprint}]` : '[redacted]';
}

/** Whether a text is the placeholder of another recorder. Different keys can have the same one. */
export function isRedactionPlaceholder(text: string): boolean {
  return REDACTION_PLACEHOLDER.test(text);
}

/** Counts the redacted values of an exchange that are not keys of the service: their placeholder has no fingerprint. */
export function countRedactedValues({ request, response }: Exchange): number {
  const bodies = [request.body, response?.body].map((body) => body?.text ?? '');
  const values = [...request.headers, ...(response?.headers ?? [])].map(([, value]) => value);
  return [request.url, ...values, ...bodies].reduce(
    (sum, text) => sum + (text.includes('[redacted]') ? text.split('[redacted]').length - 1 : 0),
    0,
  );
}
