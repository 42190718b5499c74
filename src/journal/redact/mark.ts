/**
 * The texts that replace keys and other secrets. Different keys have different marks, so that a reader can still follow one
 * client through the traffic.
 */
import type { Exchange } from '../exchange.js';

/**
 * The text that replaces a key.
 * @param fingerprint the start of the key's hash, or another id of the key that does not reveal it
 */
export function keyMark(fingerprint?: string): string {
  return fingerprint ? `[redacted ${fingerprint}]` : '[redacted]';
}

/** Any mark. */
export const MARK = /\[redacted(?: [^\]]{1,40})?\]/g;

/** How many values of an exchange are replaced by a mark without a fingerprint: secrets that are not keys of the service. */
export function countSecrets({ request, response }: Exchange): number {
  const bodies = [request.body, response?.body].map((body) => body?.text ?? '');
  const values = [...request.headers, ...(response?.headers ?? [])].map(([, value]) => value);
  return [request.url, ...values, ...bodies].reduce(
    (sum, text) => sum + (text.includes('[redacted]') ? text.split('[redacted]').length - 1 : 0),
    0,
  );
}

/** The mark for a request whose recorder left out the headers with the key. */
export const LEFT_OUT = keyMark('left out');

/** The mark for an `Authorization` without a scheme. Other recorders replace the scheme together with the key. */
export const WITHOUT_SCHEME = keyMark('without scheme');
