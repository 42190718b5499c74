/** A finding in a report, with the commands that reproduce it. */
import { Description } from '../description.js';
import type { Finding } from '../rule.js';
import { toCurl } from './curl.js';
import type { ExchangeIndex } from './exchange-index.js';
import type { FindingReport } from './report.js';
import { createReproduction } from './reproduction.js';
import { truncateText, truncateValue } from './truncate.js';

const MAX_CURL_LENGTH = 3000;

/** @param curlOptions options of curl for the connection of the run, such as `-k` */
export function buildFindingReport(
  finding: Finding,
  index: ExchangeIndex,
  curlOptions: readonly string[] = [],
): FindingReport {
  const {
    severity,
    message,
    expected,
    actual,
    path,
    downgrade,
    exchange,
    comparedWith,
    effectOf,
    count,
    client,
    evidence,
    violatingExchanges,
  } = finding;
  const decisive = index.exchange(exchange);
  const compared = index.exchange(comparedWith);
  const descriptions = (['expected', 'actual'] as const).filter(
    (side) => finding[side] instanceof Description,
  );
  // A single request of a client reproduces nothing.
  const isReproducible = decisive !== undefined && client === undefined;
  const curl = isReproducible ? toCurl(decisive.request, curlOptions) : undefined;
  const citedCalls = isReproducible ? index.getCitedCalls(finding) : undefined;
  const steps = citedCalls && createReproduction(citedCalls, curlOptions);
  return {
    severity,
    message: truncateText(message),
    ...(expected !== undefined && { expected: truncateValue(toValue(expected)) }),
    ...(actual !== undefined && { actual: truncateValue(toValue(actual)) }),
    ...(descriptions.length > 0 && { descriptions }),
    ...(path !== undefined && { bodyPath: truncateText(path) }),
    ...(downgrade !== undefined && { downgrade }),
    ...(exchange !== undefined && { exchange }),
    ...(compared && { comparedWith: compared.sequence }),
    ...(effectOf !== undefined && { effectOf }),
    ...(count !== undefined && count > 1 && { count }),
    ...(client !== undefined && { client }),
    ...(evidence && { evidence }),
    ...(violatingExchanges && { violatingExchanges }),
    // A truncated command would do something else.
    ...(curl !== undefined && curl.length <= MAX_CURL_LENGTH && { curl }),
    ...(steps && steps.length > 0 && steps.join('').length <= 2 * MAX_CURL_LENGTH && { reproduce: steps }),
  };
}

const toValue = (value: unknown): unknown => (value instanceof Description ? value.text : value);
