/** A finding as a report shows it, with the commands that show it again. */
import type { Finding } from '../rule.js';
import { Words } from '../words.js';
import { boundedText, boundedValue } from './bounded.js';
import { curlOf } from './curl.js';
import type { Evidence } from './evidence.js';
import type { FindingReport } from './model.js';
import { reproduction } from './reproduce.js';

const maxCurl = 3000;

/** @param curlOptions the options of curl that reach the target as the run did */
export function findingReport(
  finding: Finding,
  evidence: Evidence,
  curlOptions: readonly string[] = [],
): FindingReport {
  const {
    kind,
    message,
    expected,
    actual,
    path,
    doubt,
    exchange,
    compared,
    about,
    times,
    client,
    exchanges,
    offenders,
  } = finding;
  const shown = evidence.exchange(exchange);
  const other = evidence.exchange(compared);
  // One request of a client shows nothing again.
  const inWords = (['expected', 'actual'] as const).filter((side) => finding[side] instanceof Words);
  const isShown = shown !== undefined && client === undefined;
  const curl = isShown ? curlOf(shown.request, curlOptions) : undefined;
  const found = isShown ? evidence.shown(finding) : undefined;
  const steps = found && reproduction(found, curlOptions);
  return {
    kind,
    message: boundedText(message),
    ...(expected !== undefined && { expected: boundedValue(valueOf(expected)) }),
    ...(actual !== undefined && { actual: boundedValue(valueOf(actual)) }),
    ...(inWords.length > 0 && { inWords }),
    ...(path !== undefined && { path: boundedText(path) }),
    ...(doubt !== undefined && { doubt }),
    ...(exchange !== undefined && { exchange }),
    ...(other && { compared: other.sequence }),
    ...(about !== undefined && { about }),
    ...(times !== undefined && times > 1 && { times }),
    ...(client !== undefined && { client }),
    ...(exchanges && { exchanges }),
    ...(offenders && { offenders }),
    // A cut command would do something else.
    ...(curl !== undefined && curl.length <= maxCurl && { curl }),
    ...(steps && steps.length > 0 && steps.join('').length <= 2 * maxCurl && { reproduce: steps }),
  };
}

const valueOf = (value: unknown): unknown => (value instanceof Words ? value.text : value);
