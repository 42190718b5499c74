/** A finding as a report shows it, with the commands that show it again. */
import type { Finding } from '../rule.js';
import { Words } from '../words.js';
import { headerOf, type Exchange, type WireBody, type HeaderPairs } from '../../journal/exchange.js';
import { pathOf } from '../../base/url-path.js';
import { keyFormNames, keyMarks, wrongKeyNames } from '../model/key-marks.js';
import { credentialOf } from '../model/credential.js';
import { boundedText, boundedValue } from './bounded.js';
import { curlOf } from './curl.js';
import type { Evidence } from './evidence.js';
import type { FindingReport, ExchangeReport } from './model.js';
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

/* An exchange as a report shows it: bounded, and with the kind of its key. */

/** The number of characters that each body keeps. */
const CITED_BODY = 4000;

/**
 * @param epoch the start of the report, in ms since 1970
 */
export function exchangeReport(
  { sequence, startedAt, endedAt, request, response, failure, notes }: Exchange,
  epoch: number,
): ExchangeReport {
  const requestId = response && requestIdOf(response.headers);
  return {
    sequence,
    at: startedAt - epoch,
    time: startedAt,
    took: endedAt - startedAt,
    ...(requestId !== undefined && { requestId: boundedText(requestId, 80) }),
    ...(notes?.source !== undefined && { source: boundedText(notes.source) }),
    method: request.method,
    path: boundedText(pathOf(request.url)),
    key: keyText(request.headers),
    ...(response && { status: response.status }),
    ...(failure && { failure }),
    ...excerpt('sent', request.body),
    ...excerpt('received', response?.body),
  };
}

function keyText(headers: Exchange['request']['headers']): string {
  const { via, key, wrongKind, form } = credentialOf(headers);
  if (via === 'none') return 'no key';
  if (via === 'not-recorded') return 'a key that was not recorded';
  if (form !== undefined && form !== 'quotes') return keyFormNames[form];
  const owners = { [keyMarks.other]: 'other key', [keyMarks.disabled]: 'key without API access' };
  const which = wrongKind === undefined ? (owners[key ?? ''] ?? 'key') : wrongKeyNames[wrongKind][1];
  return `${which} in ${via === 'both' ? 'both headers' : via}`;
}

function excerpt(name: 'sent' | 'received', body: WireBody | undefined): Partial<ExchangeReport> {
  if (body === undefined || body.text === '') return {};
  return {
    [name]:
      body.encoding === 'base64'
        ? `(${body.bytes} bytes that are not UTF-8)`
        : boundedText(body.text, CITED_BODY),
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
    const value = headerOf(headers, name)?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}
