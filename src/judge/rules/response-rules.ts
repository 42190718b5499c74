/** Rows about all responses: JSON, media type and encoding (section 4), rate limits and 5xx (7, 8), and the version in the path (9). */
import { pluralize } from '../../base/text/pluralize.js';
import { memoize } from '../../base/memoize.js';
import { getPath } from '../../base/url-path.js';
import { basePath } from '../../generated/routes.js';
import { getHeader } from '../../journal/exchange.js';
import { isJsonSuccess, isSuccess, type Call } from '../model/call.js';
import { charsetOf, isUtf8, mediaTypeOf } from '../model/body.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { mayBeProxyPage } from '../downgrades/downgrades.js';
import type { Finding, Rule } from '../rule.js';
import { NO_RATE_LIMIT } from './not-covered.js';
import { description } from '../description.js';
import { OPERATIONS_WITH_RESPONSE_BODY } from './operations.js';
import { violation, info, createRule, pairWithFirst, type FindingDetails } from './create-rule.js';

const noSuccess = 'not seen: an operation succeeded';

const withBody = memoizeByTrace(({ succeeded }) =>
  succeeded.filter(({ responseBody }) => responseBody.kind !== 'empty'),
);

const isJson = memoize((type) => /^application\/json$|\+json$/.test(type));

/** The interface says nothing about it. */
const downgraded = (why: string) => (message: string, details: FindingDetails) =>
  violation(message, { ...details, doubt: why });
const withoutContentType = downgraded('the interface names no content type of responses');
const withoutEncoding = downgraded('the interface names no encoding');

export const responseRules: readonly Rule[] = [
  createRule({
    id: 'response/success-body-is-json',
    sections: ['4', '4.1', '4.2', '4.4', '4.5'],
    title: 'A successful response has a JSON body',
    interpretation:
      'The body may be empty where the spec defines none. UTF-16 and UTF-32 are not JSON (RFC 8259).',
    select: ({ succeeded }) => succeeded.filter(({ responseBody }) => responseBody.kind !== 'not-recorded'),
    notCovered: noSuccess,
    check: judgeBody,
  }),
  createRule({
    id: 'response/error-body-is-json',
    sections: ['4', '7'],
    level: 'should',
    title: 'An error response has a JSON body',
    interpretation: '408, 413, 429, 502 to 504 and HTML pages may come from a proxy; they are ignored.',
    select: errorBodies,
    notCovered: 'not seen: a refusal or a 500 had a body',
    check: ({ item: call, first }) =>
      first === call && call.responseBody.kind === 'not-json'
        ? violation('an error response is not JSON', {
            ...{ expected: description('JSON'), actual: description(call.responseBody.reason), call },
            doubt: 'the shape of error bodies is open',
          })
        : undefined,
  }),
  createRule({
    id: 'response/has-json-content-type',
    sections: ['4'],
    level: 'should',
    title: 'A JSON response has the content type application/json',
    select: withBody,
    notCovered: noSuccess,
    check: (call) => {
      const { response } = call.exchange;
      // Some recorders leave out all headers.
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
    select: withBody,
    notCovered: noSuccess,
    check: (call) => {
      const { response } = call.exchange;
      if (response?.body && !isUtf8(response.body))
        return withoutEncoding('a body is not valid UTF-8', { expected: description('UTF-8'), call });
      const actual = charsetOf(getHeader(response?.headers ?? [], 'content-type') ?? '');
      if (actual !== undefined && !/^utf-?8$/i.test(actual))
        return withoutEncoding('the content type of a JSON body has another charset', {
          ...{ expected: 'utf-8', actual, call },
        });
      const isMarked = response?.body?.text.startsWith('\uFEFF');
      return isMarked ? withoutEncoding('a body begins with a byte order mark', { call }) : undefined;
    },
  }),
  createRule({
    id: 'operation/has-version-prefix',
    sections: ['9'],
    title: `All operations are below ${basePath}`,
    select: ({ succeeded }) => succeeded,
    notCovered: noSuccess,
    check: (call) => {
      const actual = getPath(call.exchange.request.url);
      return actual.includes(`${basePath}/`)
        ? undefined
        : violation('an operation works below another prefix', {
            ...{ expected: `${basePath}/…`, actual, call },
            doubt: 'the user gave this base address',
          });
    },
  }),
];

function judgeBody(call: Call, trace: Trace): Finding | undefined {
  const { responseBody, operation, status } = call;
  if (responseBody.kind === 'not-json')
    return violation('a successful response has a body that is not JSON', {
      ...{ expected: description('JSON'), actual: description(responseBody.reason), call },
    });
  if (responseBody.kind === 'too-large')
    return violation(`the body cannot be judged, because ${responseBody.reason}`, {
      call,
      doubt: 'it was not read',
    });
  if (responseBody.kind !== 'empty' || !OPERATIONS_WITH_RESPONSE_BODY.has(operation)) return undefined;
  const isSometimes =
    operation === 'listTemplates' && status === 204 && trace.callsWithValidKey(operation).some(isJsonSuccess);
  return violation(`an empty ${status}, but the interface documents a body`, {
    ...{ expected: description('JSON'), actual: description('an empty body'), call },
    doubt: isSometimes ? 'a list without templates may be an empty 204' : undefined,
  });
}

/** The errors with a body, each with the first one of its status and its kind of body. */
function errorBodies(trace: Trace) {
  const errors = trace.calls.filter(
    (call) =>
      ((call.isClientError && ![408, 413].includes(call.status)) || call.status === 500) &&
      ['json', 'not-json'].includes(call.responseBody.kind) &&
      mayBeProxyPage(call, trace) === undefined,
  );
  return pairWithFirst(errors, ({ status, responseBody }) => `${status} ${responseBody.kind}`);
}

/** A rate limit is this many successes and then this many refusals in a row, of one request with one key. */
const MIN_SUCCESSES = 5;
const MIN_REFUSALS = 3;
/** Their maximum duration, in ms. */
const MAX_BURST_MS = 5_000;
/** A larger share of 5xx is a warning. */
const MAX_5XX_SHARE = 0.01;

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

export const rateLimitRules: readonly Rule[] = [
  {
    id: 'rate-limit/returns-429',
    sections: ['7', '8'],
    level: 'must',
    title: 'Exceeding the rate limit returns 429',
    interpretation:
      `Whether a limit exists is open. A response is one of a limit if its body names a rate limit, or if no request is left and it has a Retry-After, or if ` +
      `one request succeeds ${MIN_SUCCESSES} times and is refused ${MIN_REFUSALS} times in a row within ${MAX_BURST_MS / 1000} s, not with 401.`,
    judge: (trace) => ({
      checked: trace.unsuccessfulCalls.filter(({ status }) => status === 429).length,
      findings: [
        ...trace.calls.filter(({ rateLimitStatus }) => rateLimitStatus !== undefined),
        ...findUnnamedRateLimits(trace),
      ].map((call) =>
        violation('a rate limit returns another status than 429', {
          ...{ expected: 429, actual: call.rateLimitStatus ?? call.status, call },
          // 7.2 passes on the texts of upstream components.
          doubt:
            call.rateLimitStatus === 502 || call.rateLimitStatus === 504
              ? 'it may be the limit of an upstream component'
              : undefined,
        }),
      ),
      notCovered: NO_RATE_LIMIT,
    }),
  },
  {
    id: 'operation/low-5xx-rate',
    sections: ['7'],
    level: 'should',
    title: 'At most 1 % of responses are 5xx',
    interpretation: `More than ${percent(MAX_5XX_SHARE)} of all responses is a warning. Responses of gateways and of rate limits do not count.`,
    judge: ({ calls }) => {
      const responses = calls.filter(({ status }) => status > 0);
      const failed = responses.filter(({ status }) => status >= 500);
      const [call] = failed;
      if (!call) return { checked: responses.length, findings: [], notCovered: 'not seen: a response' };
      const share = failed.length / responses.length;
      const message = `the service responds with 5xx: ${pluralize(failed.length, 'response')} of ${responses.length} (${percent(share)})`;
      const details = { expected: description(`at most ${percent(MAX_5XX_SHARE)}`), call };
      const finding =
        share > MAX_5XX_SHARE
          ? violation(message, { ...details, doubt: 'the interface names no limit' })
          : info(message, details);
      return { checked: responses.length, findings: [finding] };
    },
  },
];

/** The requests that a rate limit probably refused, with another status than 429. */
function findUnnamedRateLimits(trace: Trace): readonly Call[] {
  const calls = trace.callsWithValidKey('listTemplates');
  return calls.flatMap((_, index) =>
    findRateLimitIn(calls.slice(index, index + MIN_SUCCESSES + MIN_REFUSALS)),
  );
}

/** The refusals of a limit, if exactly these calls meet one. */
function findRateLimitIn(calls: readonly Call[]): readonly Call[] {
  const [first, last] = [calls[0], calls.at(-1)];
  const refusals = calls.slice(MIN_SUCCESSES);
  const isLimit =
    first &&
    last &&
    refusals.length === MIN_REFUSALS &&
    calls.every(
      ({ credential }) =>
        credential.key === first.credential.key && credential.header === first.credential.header,
    ) &&
    calls.slice(0, MIN_SUCCESSES).every(isSuccess) &&
    // A key may be revoked.
    refusals.every(({ status }) => status >= 400 && status !== 401 && status !== 429) &&
    last.exchange.endedAt - first.exchange.startedAt <= MAX_BURST_MS;
  return isLimit ? refusals : [];
}
