/** A finding as a report shows it, with the commands that show it again. */
import type { Finding } from '../rule.js';
import { Description } from '../description.js';
import { getHeader, type Exchange, type WireBody, type HeaderPairs } from '../../journal/exchange.js';
import { getPath } from '../../base/url-path.js';
import { credentialVariantLabels, keyPlaceholders, invalidKeyLabels } from '../model/key-placeholders.js';
import { parseCredential } from '../model/credential.js';
import { truncateText, truncateValue } from './truncate.js';
import { curlOf } from './curl.js';
import type { ExchangeIndex } from './exchange-index.js';
import type { FindingReport, ExchangeReport } from './report.js';
import { createReproduction } from './reproduction.js';

const MAX_CURL_LENGTH = 3000;

/** @param curlOptions the options of curl that reach the target as the run did */
export function findingReport(
  finding: Finding,
  evidence: ExchangeIndex,
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
    evidence: exchanges,
    violatingExchanges,
  } = finding;
  const shown = evidence.exchange(exchange);
  const other = evidence.exchange(comparedWith);
  // One request of a client shows nothing again.
  const inWords = (['expected', 'actual'] as const).filter((side) => finding[side] instanceof Description);
  const isShown = shown !== undefined && client === undefined;
  const curl = isShown ? curlOf(shown.request, curlOptions) : undefined;
  const found = isShown ? evidence.getCitedCalls(finding) : undefined;
  const steps = found && createReproduction(found, curlOptions);
  return {
    kind: severity,
    message: truncateText(message),
    ...(expected !== undefined && { expected: truncateValue(valueOf(expected)) }),
    ...(actual !== undefined && { actual: truncateValue(valueOf(actual)) }),
    ...(inWords.length > 0 && { inWords }),
    ...(path !== undefined && { path: truncateText(path) }),
    ...(downgrade !== undefined && { doubt: downgrade }),
    ...(exchange !== undefined && { exchange }),
    ...(other && { compared: other.sequence }),
    ...(effectOf !== undefined && { about: effectOf }),
    ...(count !== undefined && count > 1 && { times: count }),
    ...(client !== undefined && { client }),
    ...(exchanges && { exchanges }),
    ...(violatingExchanges && { offenders: violatingExchanges }),
    // A cut command would do something else.
    ...(curl !== undefined && curl.length <= MAX_CURL_LENGTH && { curl }),
    ...(steps && steps.length > 0 && steps.join('').length <= 2 * MAX_CURL_LENGTH && { reproduce: steps }),
  };
}

const valueOf = (value: unknown): unknown => (value instanceof Description ? value.text : value);

/* An exchange as a report shows it: bounded, and with the kind of its key. */

/** The number of characters that each body keeps. */
const CITED_BODY = 4000;

/**
 * @param epoch the start of the report, in ms since 1970
 */
export function exchangeReport(
  { sequence, startedAt, endedAt, request, response, failure, metadata }: Exchange,
  epoch: number,
): ExchangeReport {
  const requestId = response && requestIdOf(response.headers);
  return {
    sequence,
    at: startedAt - epoch,
    time: startedAt,
    took: endedAt - startedAt,
    ...(requestId !== undefined && { requestId: truncateText(requestId, 80) }),
    ...(metadata?.source !== undefined && { source: truncateText(metadata.source) }),
    method: request.method,
    path: truncateText(getPath(request.url)),
    key: keyText(request.headers),
    ...(response && { status: response.status }),
    ...(failure && { failure }),
    ...excerpt('sent', request.body),
    ...excerpt('received', response?.body),
  };
}

function keyText(headers: Exchange['request']['headers']): string {
  const { header, key, invalidKind, variant } = parseCredential(headers);
  if (header === 'none') return 'no key';
  if (header === 'not-recorded') return 'a key that was not recorded';
  if (variant !== undefined && variant !== 'quoted') return credentialVariantLabels[variant];
  const owners = {
    [keyPlaceholders.other]: 'other key',
    [keyPlaceholders.disabled]: 'key without API access',
  };
  const which = invalidKind === undefined ? (owners[key ?? ''] ?? 'key') : invalidKeyLabels[invalidKind][1];
  return `${which} in ${header === 'both' ? 'both headers' : header}`;
}

function excerpt(name: 'sent' | 'received', body: WireBody | undefined): Partial<ExchangeReport> {
  if (body === undefined || body.text === '') return {};
  return {
    [name]:
      body.encoding === 'base64'
        ? `(${body.bytes} bytes that are not UTF-8)`
        : truncateText(body.text, CITED_BODY),
  };
}

const NAMES = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-trace-id',
  'traceparent',
  'cf-ray',
];

/** The id of a request in a response header. The interface names no header (section 7), so these are the usual ones. */
function requestIdOf(headers: HeaderPairs): string | undefined {
  for (const name of NAMES) {
    const value = getHeader(headers, name)?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}
