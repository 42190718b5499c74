/** Maps the error that a recorder noted in a HAR entry to the journal's failures. Each recorder has its own error texts. */
import type { WireFailure } from '../exchange.js';
import { fieldsOf, stringOf, type Fields } from './fields.js';

const failures: readonly string[] = [
  'reset',
  'timeout',
  'aborted',
  'truncated',
  'unreachable',
  'protocol',
  'gateway',
] satisfies WireFailure[];

/** Patterns of the error texts of Chromium (`net::ERR_…`), Firefox (`NS_ERROR_…`) and Node (`ECONN…`). The first match wins. */
const patterns: readonly (readonly [RegExp, WireFailure])[] = [
  [/time.?d?.?out/i, 'timeout'],
  [/abort|cancel|blocked/i, 'aborted'],
  [/incomplete|mismatch|partial/i, 'truncated'],
  [/reset|connection.?closed|empty.?response|hang.?up/i, 'reset'],
  [/refused|resol|unknown.?host|unreach|disconnected|notfound|offline/i, 'unreachable'],
  [/protocol|ssl|cert|http2|quic|invalid/i, 'protocol'],
];

/** @param hasResponse whether there was a response, complete or not */
export function failureOf(entry: Fields, hasResponse: boolean): WireFailure | undefined {
  const recorded = fieldsOf(entry._deckhand).failure;
  if (typeof recorded === 'string' && failures.includes(recorded)) return recorded as WireFailure;
  const error = errorOf(entry);
  if (error === '') return hasResponse ? undefined : 'aborted';
  const known = patterns.find(([pattern]) => pattern.test(error))?.[1];
  return known ?? 'aborted';
}

/** Whether the recorder noted no reason for a missing response. */
export function isUnexplained(entry: Fields): boolean {
  return fieldsOf(entry._deckhand).failure === undefined && errorOf(entry) === '';
}

function errorOf(entry: Fields): string {
  const response = fieldsOf(entry.response);
  return stringOf(response._error) || stringOf(response._failureText) || stringOf(entry._error);
}
