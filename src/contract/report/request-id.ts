/** The id of a request in a response header. The interface names no header (section 7), so these are the usual ones. */
import { headerOf, type HeaderPairs } from '../../journal/exchange.js';

const NAMES = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-trace-id',
  'traceparent',
  'cf-ray',
];

export function requestIdOf(headers: HeaderPairs): string | undefined {
  for (const name of NAMES) {
    const value = headerOf(headers, name)?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}
