/** Formats a journal as text, one line per exchange, for the report of a failed test. */
import type { Exchange } from '../journal/exchange.js';

/** The maximum number of exchanges; the newest are shown. */
const MAX_EXCHANGES = 30;

/** Formats one line per exchange: time, request, response, state of the job. */
export function formatJournal(exchanges: readonly Exchange[]): string {
  const omitted = exchanges.length - MAX_EXCHANGES;
  return [
    ...(omitted > 0 ? [`… ${omitted} older requests`] : []),
    ...exchanges.slice(-MAX_EXCHANGES).map(formatExchange),
  ].join('\n');
}

export function formatExchange({ startedAt, request, response, failure, metadata = {} }: Exchange): string {
  const { pathname, search } = new URL(request.url, 'http://nowhere.invalid');
  const { generationId = '', jobStatus, problem, fault } = metadata;
  return [
    new Date(startedAt).toISOString().slice(11, 23),
    request.method.padEnd(5),
    pathname + search,
    failure ?? response?.status,
    jobStatus,
    request.url.includes(generationId) ? undefined : generationId,
    problem,
    fault && `fault: ${fault}`,
  ]
    .filter(Boolean)
    .join(' ');
}
