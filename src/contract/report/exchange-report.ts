/** An exchange as a report shows it: bounded, and with the kind of its key. */
import { headerOf, type Exchange, type WireBody, type HeaderPairs } from '../../journal/exchange.js';
import { pathOf } from '../../base/url-path.js';
import { keyFormNames, keyMarks, wrongKeyNames } from '../model/key-marks.js';
import { credentialOf } from '../model/credential.js';
import { boundedText } from './bounded.js';
import type { ExchangeReport } from './model.js';

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
