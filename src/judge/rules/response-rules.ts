/** Rules about all responses: JSON, content type and encoding. Section 4. */
import { memoize } from '../../base/memoize.js';
import { getHeader } from '../../journal/exchange.js';
import { hasValidKey, isFromVerify, isHtmlPage, isJsonSuccess, type Call } from '../model/call.js';
import { getCharset, isUtf8, mediaTypeOf } from '../model/body.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { mayBeProxyPage } from '../downgrades/proxy-pages.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { getPagesCause } from './checks/cause-names.js';
import { OPERATIONS_WITH_RESPONSE_BODY } from './operations.js';
import { violation, createRule, pairWithFirst, type FindingDetails } from './create-rule.js';

const NO_SUCCESS = 'no successful request in the traffic';

const getCallsWithBody = memoizeByTrace(({ succeeded }) =>
  succeeded.filter(({ responseBody }) => responseBody.kind !== 'empty'),
);

const isJson = memoize((type) => /^application\/json$|\+json$/.test(type));

const downgraded = (why: string) => (message: string, details: FindingDetails) =>
  violation(message, { ...details, downgrade: why });

const withoutContentType = downgraded('the spec defines no content type of responses');

const withoutEncoding = downgraded('the spec defines no encoding');

export const responseRules: readonly Rule[] = [
  createRule({
    id: 'response/success-body-is-json',
    sections: ['4', '4.1', '4.2', '4.4', '4.5'],
    title: 'A successful response has a JSON body',
    interpretation:
      'The body may be empty where the spec defines none. UTF-16 and UTF-32 are not JSON (RFC 8259).',
    select: ({ calls }) =>
      calls.filter(
        (call) =>
          hasValidKey(call) &&
          (call.isSuccess || isPageOfService(call)) &&
          call.responseBody.kind !== 'not-recorded',
      ),
    notCovered: NO_SUCCESS,
    check: checkSuccessBody,
  }),
  createRule({
    id: 'response/error-body-is-json',
    sections: ['4', '7'],
    level: 'should',
    title: 'An error response has a JSON body',
    interpretation: '408, 413, 429, 502 to 504 and HTML pages may come from a proxy; they are ignored.',
    select: getErrorBodies,
    notCovered: 'no client error or 500 with a body in the traffic',
    check: ({ item: call, first }) =>
      first === call && call.responseBody.kind === 'not-json'
        ? violation('an error response is not JSON', {
            ...{ expected: description('JSON'), actual: description(call.responseBody.reason), call },
            downgrade: 'the spec does not define error bodies',
          })
        : undefined,
  }),
  createRule({
    id: 'response/has-json-content-type',
    sections: ['4'],
    level: 'should',
    title: 'A JSON response has the content type application/json',
    select: getCallsWithBody,
    notCovered: NO_SUCCESS,
    check: (call) => {
      const { response } = call.exchange;
      // Some recorders omit all headers.
      if (!response?.headers.length) return undefined;
      const type = mediaTypeOf(response);
      if (type !== undefined && isJson(type)) return undefined;
      const actual = type ?? description('no such header');
      return withoutContentType('a JSON response has another content type', {
        ...{ expected: 'application/json', actual, call },
      });
    },
  }),
  createRule({
    id: 'response/body-is-utf-8',
    sections: ['4'],
    level: 'should',
    title: 'A JSON response is encoded in UTF-8',
    interpretation: 'JSON is UTF-8 (RFC 8259). Other encodings are decoded by charset, else as Latin-1.',
    select: getCallsWithBody,
    notCovered: NO_SUCCESS,
    check: (call) => {
      const { response } = call.exchange;
      if (response?.body && !isUtf8(response.body))
        return withoutEncoding('a body is not valid UTF-8', { expected: description('UTF-8'), call });
      const actual = getCharset(getHeader(response?.headers ?? [], 'content-type') ?? '');
      if (actual !== undefined && !/^utf-?8$/i.test(actual))
        return withoutEncoding('the content type of a JSON body has another charset', {
          ...{ expected: 'utf-8', actual, call },
        });
      const isMarked = response?.body?.text.startsWith('\uFEFF');
      return isMarked ? withoutEncoding('a body starts with a byte order mark', { call }) : undefined;
    },
  }),
];

/** A page in place of a response is no success of the operation, but this response is wrong. */
const isPageOfService = ({ status, exchange }: Call): boolean => status > 0 && isHtmlPage(exchange);

function checkSuccessBody(call: Call, trace: Trace): Finding | undefined {
  const { responseBody, operation, status } = call;
  if (responseBody.kind === 'not-json')
    return violation(`a successful response has a body that is not JSON${describeAccept(call)}`, {
      ...{ expected: description('JSON'), actual: description(responseBody.reason), call },
      ...(isHtmlPage(call.exchange) && { cause: getPagesCause(call) }),
    });
  if (responseBody.kind === 'too-large')
    return violation(`the body is too large to judge (${responseBody.reason})`, {
      call,
      downgrade: 'it was not read',
    });
  if (responseBody.kind !== 'empty' || !OPERATIONS_WITH_RESPONSE_BODY.has(operation)) return undefined;
  const isSometimes =
    operation === 'listTemplates' && status === 204 && trace.callsWithValidKey(operation).some(isJsonSuccess);
  return violation(`empty body with ${status}, but the spec defines a body`, {
    ...{ expected: description('JSON'), actual: description('an empty body'), call },
    downgrade: isSometimes ? 'a list without templates may be an empty 204' : undefined,
  });
}

/** The Accept header of a request of verify, which accepts JSON alone in most of them. */
function describeAccept(call: Call): string {
  if (!isFromVerify(call)) return '';
  const accept = getHeader(call.exchange.request.headers, 'accept');
  if (accept === undefined) return ' (the request has no Accept header)';
  return /^application\/json$/i.test(accept.trim()) ? '' : ` (Accept: ${accept.slice(0, 60)})`;
}

/** The error responses with a body, each with the first one that has the same status and kind of body. */
function getErrorBodies(trace: Trace) {
  const errors = trace.calls.filter(
    (call) =>
      ((call.isClientError && ![408, 413].includes(call.status)) || call.status === 500) &&
      ['json', 'not-json'].includes(call.responseBody.kind) &&
      mayBeProxyPage(call, trace) === undefined,
  );
  return pairWithFirst(errors, ({ status, responseBody }) => `${status} ${responseBody.kind}`);
}
