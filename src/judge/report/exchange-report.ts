/** An exchange in a report: truncated, and with the kind of its key instead of the key. */
import { getPath } from '../../base/url-path.js';
import { getHeader, type Exchange, type HeaderPairs, type WireBody } from '../../journal/exchange.js';
import { parseCredential } from '../model/credential.js';
import { credentialVariantLabels, invalidKeyLabels, keyPlaceholders } from '../model/key-placeholders.js';
import { toCurl } from './curl.js';
import type { ExchangeReport } from './report.js';
import { truncateText } from './truncate.js';

const MAX_BODY_LENGTH = 4000;
/** A truncated command would do something else. */
const MAX_CURL_LENGTH = 10_000;

/** The usual headers with a request id: the spec names none (section 7). */
const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-trace-id',
  'traceparent',
  'cf-ray',
];

const headerLabels = { bearer: 'Authorization', 'x-api-key': 'x-api-key', both: 'both headers' } as const;

/**
 * @param epoch the start of the report, in ms since 1970
 * @param curlOptions options of curl for the connection of the run, such as `-k`
 */
export function buildExchangeReport(
  { sequence, startedAt, endedAt, request, response, failure, metadata }: Exchange,
  epoch: number,
  curlOptions: readonly string[] = [],
): ExchangeReport {
  const requestId = response && findRequestId(response.headers);
  const requestBody = formatBodyExcerpt(request.body);
  const responseBody = formatBodyExcerpt(response?.body);
  const curl = toCurl(request, curlOptions);
  return {
    sequence,
    offsetMs: startedAt - epoch,
    startedAt,
    durationMs: endedAt - startedAt,
    ...(requestId !== undefined && { requestId: truncateText(requestId, 80) }),
    ...(metadata?.source !== undefined && { source: truncateText(metadata.source) }),
    method: request.method,
    path: truncateText(getPath(request.url)),
    key: formatKey(request.headers),
    ...(response && { status: response.status }),
    ...(failure && { failure }),
    ...(requestBody !== undefined && { requestBody }),
    ...(responseBody !== undefined && { responseBody }),
    ...(curl !== undefined && curl.length <= MAX_CURL_LENGTH && { curl }),
  };
}

function formatKey(headers: HeaderPairs): string {
  const { header, key, invalidKind, variant } = parseCredential(headers);
  if (header === 'none') return 'no key';
  if (header === 'not-recorded') return 'a key that was not recorded';
  if (variant !== undefined && variant !== 'quoted') return credentialVariantLabels[variant];
  const labels = {
    [keyPlaceholders.other]: 'other key',
    [keyPlaceholders.disabled]: 'key without API access',
  };
  const label = invalidKind === undefined ? (labels[key ?? ''] ?? 'key') : invalidKeyLabels[invalidKind][1];
  return `${label} in ${headerLabels[header]}`;
}

function formatBodyExcerpt(body: WireBody | undefined): string | undefined {
  if (body === undefined || body.text === '') return undefined;
  return body.encoding === 'base64'
    ? `(${body.bytes} bytes that are not UTF-8)`
    : truncateText(body.text, MAX_BODY_LENGTH);
}

function findRequestId(headers: HeaderPairs): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const value = getHeader(headers, name)?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}
