/** What became of a request that has no whole answer, in the words of the journal. Recorders say it in words of their own. */
import type { WireFailure } from '../exchange.js';
import { fieldsOf, textOf, type Fields } from './fields.js';

const failures: readonly string[] = [
  'reset',
  'timeout',
  'aborted',
  'truncated',
  'unreachable',
  'protocol',
] satisfies WireFailure[];

/** By the texts of Chromium (`net::ERR_…`), Firefox (`NS_ERROR_…`) and Node (`ECONN…`). The first that fits. */
const words: readonly (readonly [RegExp, WireFailure])[] = [
  [/time.?d?.?out/i, 'timeout'],
  [/abort|cancel|blocked/i, 'aborted'],
  [/incomplete|mismatch|partial/i, 'truncated'],
  [/reset|connection.?closed|empty.?response|hang.?up/i, 'reset'],
  [/refused|resol|unknown.?host|unreach|disconnected|notfound|offline/i, 'unreachable'],
  [/protocol|ssl|cert|http2|quic|invalid/i, 'protocol'],
];

/** @param isAnswered whether a head of a response came */
export function failureOf(entry: Fields, isAnswered: boolean): WireFailure | undefined {
  const said = fieldsOf(entry._deckhand).failure;
  if (typeof said === 'string' && failures.includes(said)) return said as WireFailure;
  const error = errorOf(entry);
  if (error === '') return isAnswered ? undefined : 'aborted';
  const known = words.find(([pattern]) => pattern.test(error))?.[1];
  // Others write the status 0 when there was no answer.
  return known ?? 'aborted';
}

function errorOf(entry: Fields): string {
  const response = fieldsOf(entry.response);
  return textOf(response._error) || textOf(response._failureText) || textOf(entry._error);
}
