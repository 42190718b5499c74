/** Formats the expected requests and the sandbox's requests for the report of a failed expectation. */
import { counted } from '../../base/text/counted.js';
import type { Exchange, WireBody } from '../../journal/exchange.js';
import type { OperationId } from '../../generated/routes.js';
import { exchangeLine } from '../../app/journal-text.js';
import type { ReceivedOptions } from './received.js';

/** The maximum number of exchanges (the newest are shown), and of characters in a body. */
const MOST = 20;
const MOST_OF_BODY = 100;

/** @param print formats a value, also `expect.stringContaining(…)` and similar matchers */
export function expectedText(
  operation: OperationId,
  { times, status, job, body }: ReceivedOptions,
  isNot: boolean,
  print: (value: unknown) => string = JSON.stringify,
): string {
  return [
    `${operation} ${oftenText(times, isNot)}`,
    ...(status === undefined ? [] : [status === 'none' ? 'without a response' : `got ${status}`]),
    ...(job === undefined ? [] : [`about ${job}`]),
    ...(body === undefined ? [] : [`with ${print(body)} in its body`]),
  ].join(', ');
}

function oftenText(times: number | undefined, isNot: boolean): string {
  if (times === undefined) return isNot ? 'never' : 'at least once';
  return `${isNot ? 'not ' : ''}${times === 1 ? 'once' : `${times} times`}`;
}

export function receivedText(all: readonly Exchange[], fitting: readonly Exchange[]): string {
  if (all.length === 0) return 'nothing at all';
  const fit = new Set(fitting.map(({ sequence }) => sequence));
  const shown = all.slice(-MOST);
  const lines = shown.map((exchange) => `  ${fit.has(exchange.sequence) ? '→' : ' '} ${line(exchange)}`);
  const left = all.length - shown.length;
  return [
    `${fitting.length} of ${counted(all.length, 'request')}`,
    ...(left > 0 ? [`    … ${left} before these`] : []),
    ...lines,
  ].join('\n');
}

function line(exchange: Exchange): string {
  const { request, notes = {} } = exchange;
  const { operationId = 'no operation' } = notes;
  return [operationId, exchangeLine(exchange), request.body && bodyText(request.body)]
    .filter(Boolean)
    .join('  ');
}

function bodyText({ text, encoding }: WireBody): string {
  if (encoding) return '(no text)';
  const short = text.replaceAll(/\s+/g, ' ');
  return short.length > MOST_OF_BODY ? `${short.slice(0, MOST_OF_BODY)}…` : short;
}
