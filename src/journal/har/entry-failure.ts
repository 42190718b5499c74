/** Maps the error that a recorder wrote to a HAR entry to a failure of the journal. Each recorder has its own error texts. */
import type { JsonObject } from '../../base/json.js';
import type { WireFailure } from '../exchange.js';
import { asObject, asString } from './json-values.js';

const FAILURES: readonly string[] = [
  'reset',
  'timeout',
  'aborted',
  'truncated',
  'unreachable',
  'protocol',
  'gateway',
] satisfies WireFailure[];

/** The error texts of mitmproxy, Chromium (`net::ERR_…`), Firefox (`NS_ERROR_…`) and Node (`ECONN…`). The first match wins. */
const ERROR_PATTERNS: readonly (readonly [RegExp, WireFailure])[] = [
  [/client (?:has )?(?:disconnect|clos|abort|cancel)/i, 'aborted'],
  [/time.?d?.?out/i, 'timeout'],
  [/abort|cancel|blocked/i, 'aborted'],
  [/incomplete|mismatch|partial/i, 'truncated'],
  [/reset|connection.?closed|empty.?response|hang.?up/i, 'reset'],
  [/refused|resol|unknown.?host|unreach|disconnected|notfound|offline/i, 'unreachable'],
  [/protocol|ssl|cert|http2|quic|invalid/i, 'protocol'],
];

/** @param hasResponse whether there was a response, complete or not */
export function parseFailure(entry: JsonObject, hasResponse: boolean): WireFailure | undefined {
  const recorded = asObject(entry._deckhand).failure;
  if (typeof recorded === 'string' && FAILURES.includes(recorded)) return recorded as WireFailure;
  const error = readErrorText(entry);
  if (error === '') return hasResponse ? undefined : 'aborted';
  return ERROR_PATTERNS.find(([pattern]) => pattern.test(error))?.[1] ?? 'aborted';
}

/** Whether the recorder wrote no reason for a missing response. */
export function hasNoRecordedCause(entry: JsonObject): boolean {
  return asObject(entry._deckhand).failure === undefined && readErrorText(entry) === '';
}

function readErrorText(entry: JsonObject): string {
  const response = asObject(entry.response);
  return asString(response._error) || asString(response._failureText) || asString(entry._error);
}
