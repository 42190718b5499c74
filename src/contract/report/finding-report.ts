/** A finding as a report shows it, with the commands that show it again. */
import type { Exchange } from '../../journal/exchange.js';
import type { Finding } from '../rule.js';
import { boundedText, boundedValue } from './bounded.js';
import { curlOf } from './curl.js';
import type { Evidence } from './evidence-accumulator.js';
import type { FindingReport } from './model.js';
import { isStart, reproduction } from './reproduce.js';

const maxCurl = 3000;

/** @param curlOptions the options of curl that reach the target as the run did */
export function findingReport(
  finding: Finding,
  evidence: Evidence,
  curlOptions: readonly string[] = [],
): FindingReport {
  const { kind, message, expected, actual, path, exchange, compared } = finding;
  const shown = exchange === undefined ? undefined : evidence.exchange(exchange);
  const other = compared === undefined ? undefined : evidence.exchange(compared);
  const curl = shown && curlOf(shown.request, curlOptions);
  const steps =
    shown && reproduction(withCompared(evidence.before(shown.sequence), other, shown), shown, curlOptions);
  return {
    kind,
    message: boundedText(message),
    ...(expected !== undefined && { expected: boundedValue(expected) }),
    ...(actual !== undefined && { actual: boundedValue(actual) }),
    ...(path !== undefined && { path: boundedText(path) }),
    ...(exchange !== undefined && { exchange }),
    ...(other && { compared: other.sequence }),
    // A cut command would do something else.
    ...(curl !== undefined && curl.length <= maxCurl && { curl }),
    ...(steps && steps.length > 0 && steps.join('').length <= 2 * maxCurl && { reproduce: steps }),
  };
}

/** The steps with the request that shows the expected value. The story of a job has no room for another job. */
function withCompared(
  steps: readonly Exchange[],
  compared: Exchange | undefined,
  shown: Exchange,
): readonly Exchange[] {
  if (!compared || steps.includes(compared)) return steps;
  if (isStart(steps[0]) && compared.request.url !== shown.request.url) return steps;
  return [...steps, compared].toSorted((one, two) => one.startedAt - two.startedAt);
}
