/** A journal in a few lines of text, for the report of a test that failed. */
import type { Exchange } from '../journal/exchange.js';

/** The newest so many are shown. */
const MOST = 30;

/** A line an exchange: when, what was asked, what was answered, and what came of the job. */
export function journalText(exchanges: readonly Exchange[]): string {
  const left = exchanges.length - MOST;
  return [...(left > 0 ? [`… ${left} before these`] : []), ...exchanges.slice(-MOST).map(exchangeLine)].join(
    '\n',
  );
}

export function exchangeLine({ startedAt, request, response, failure, notes = {} }: Exchange): string {
  const { pathname, search } = new URL(request.url, 'http://nowhere.invalid');
  const { generationId = '', jobStatus, problem, fault } = notes;
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
