/** Rows about all responses: JSON, media type and encoding (section 4), rate limits and 5xx (7, 8), and the version in the path (9). */
import { counted } from '../../base/text/counted.js';
import { memoize } from '../../base/memoize.js';
import { pathOf } from '../../base/url-path.js';
import { basePath } from '../../generated/routes.js';
import { headerOf } from '../../journal/exchange.js';
import { isJsonSuccess, isOk, type Call } from '../model/call.js';
import { charsetOf, isUtf8, mediaTypeOf } from '../model/payload.js';
import { perTrace, type Trace } from '../model/trace.js';
import { passingPage } from '../excuses.js';
import type { Finding, Rule } from '../rule.js';
import { noLimit } from './reasons.js';
import { inWords } from '../words.js';
import { WITH_BODY } from './operations.js';
import { broken, observed, row, withFirst, type Details } from './row.js';

const noSuccess = 'not seen: an operation succeeded';

const withBody = perTrace(({ succeeded }) => succeeded.filter(({ received }) => received.kind !== 'empty'));

const isJson = memoize((type) => /^application\/json$|\+json$/.test(type));

/** The interface says nothing about it. */
const unusual = (why: string) => (message: string, details: Details) =>
  broken(message, { ...details, doubt: why });
const noHeaderNamed = unusual('the interface names no content type of responses');
const noEncodingNamed = unusual('the interface names no encoding');

export const wireRows: readonly Rule[] = [
  row({
    id: 'wire/success-bodies-are-json',
    sections: ['4', '4.1', '4.2', '4.4', '4.5'],
    title: 'The body of each successful response is JSON',
    reading:
      'Where the interface documents no response body (creating, renaming, messages), it may be empty. UTF-16 and UTF-32 are not JSON (RFC 8259).',
    items: ({ succeeded }) => succeeded.filter(({ received }) => received.kind !== 'not-recorded'),
    unseen: noSuccess,
    check: judgeBody,
  }),
  row({
    id: 'wire/error-bodies-are-json',
    sections: ['4', '7'],
    level: 'should',
    title: 'The body of each error is JSON',
    reading:
      'A gateway may respond to 408, 413, 429 and 502 to 504, and in place of the service with a page.',
    items: errorBodies,
    unseen: 'not seen: a refusal or a 500 had a body',
    check: ({ item: call, first }) =>
      first === call && call.received.kind === 'not-json'
        ? broken('an error has a body that is not JSON', {
            ...{ expected: inWords('JSON'), actual: inWords(call.received.why), call },
            doubt: 'the shape of error bodies is open',
          })
        : undefined,
  }),
  row({
    id: 'wire/json-is-announced',
    sections: ['4'],
    level: 'should',
    title: 'A JSON body has a JSON content type',
    items: withBody,
    unseen: noSuccess,
    check: (call) => {
      const { response } = call.exchange;
      // Some recorders leave out all headers.
      if (!response?.headers.length) return undefined;
      const type = mediaTypeOf(response);
      if (type !== undefined && isJson(type)) return undefined;
      const actual = type ?? inWords('no such header');
      return noHeaderNamed('a successful response has another content type than JSON', {
        ...{ expected: 'application/json', actual, call },
      });
    },
  }),
  row({
    id: 'wire/json-is-utf-8',
    sections: ['4'],
    level: 'should',
    title: 'JSON bodies are UTF-8',
    reading:
      'JSON between systems is UTF-8 (RFC 8259). Deckhand reads another encoding by its charset, or as Latin-1.',
    items: withBody,
    unseen: noSuccess,
    check: (call) => {
      const { response } = call.exchange;
      if (response?.body && !isUtf8(response.body))
        return noEncodingNamed('a body is not valid UTF-8', { expected: inWords('UTF-8'), call });
      const actual = charsetOf(headerOf(response?.headers ?? [], 'content-type') ?? '');
      if (actual !== undefined && !/^utf-?8$/i.test(actual))
        return noEncodingNamed('the content type of a JSON body has another charset', {
          ...{ expected: 'utf-8', actual, call },
        });
      const isMarked = response?.body?.text.startsWith('\uFEFF');
      return isMarked ? noEncodingNamed('a body begins with a byte order mark', { call }) : undefined;
    },
  }),
  row({
    id: 'version/in-the-path',
    sections: ['9'],
    title: `All operations are below ${basePath}`,
    items: ({ succeeded }) => succeeded,
    unseen: noSuccess,
    check: (call) => {
      const actual = pathOf(call.exchange.request.url);
      return actual.includes(`${basePath}/`)
        ? undefined
        : broken('an operation works below another prefix', {
            ...{ expected: `${basePath}/…`, actual, call },
            doubt: 'the user gave this base address',
          });
    },
  }),
];

function judgeBody(call: Call, trace: Trace): Finding | undefined {
  const { received, operation, status } = call;
  if (received.kind === 'not-json')
    return broken('a successful response has a body that is not JSON', {
      ...{ expected: inWords('JSON'), actual: inWords(received.why), call },
    });
  if (received.kind === 'too-large')
    return broken(`the body cannot be judged, because ${received.why}`, { call, doubt: 'it was not read' });
  if (received.kind !== 'empty' || !WITH_BODY.has(operation)) return undefined;
  const isSometimes =
    operation === 'listTemplates' && status === 204 && trace.keyed(operation).some(isJsonSuccess);
  return broken(`an empty ${status}, but the interface documents a body`, {
    ...{ expected: inWords('JSON'), actual: inWords('an empty body'), call },
    doubt: isSometimes ? 'a list without templates may be an empty 204' : undefined,
  });
}

/** The errors with a body, each with the first one of its status and its kind of body. */
function errorBodies(trace: Trace) {
  const errors = trace.calls.filter(
    (call) =>
      ((call.refused && ![408, 413].includes(call.status)) || call.status === 500) &&
      ['json', 'not-json'].includes(call.received.kind) &&
      passingPage(call, trace) === undefined,
  );
  return withFirst(errors, ({ status, received }) => `${status} ${received.kind}`);
}

/** A rate limit is this many successes and then this many refusals in a row, of one request with one key. */
const MIN_SUCCESSES = 5;
const MIN_REFUSALS = 3;
/** Their maximum duration, in ms. */
const MAX_DURATION = 5_000;
/** A larger share of 5xx is a warning. */
const USUAL = 0.01;

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

export const limitRows: readonly Rule[] = [
  {
    id: 'limit/answers-429',
    sections: ['7', '8'],
    level: 'must',
    title: 'A client that exceeds the rate limit gets 429',
    reading:
      `Whether a limit exists is open. A response is one of a limit if its body names a rate limit, or if no request is left and it has a Retry-After, or if ` +
      `one request succeeds ${MIN_SUCCESSES} times and is refused ${MIN_REFUSALS} times in a row within ${MAX_DURATION / 1000} s, not with 401.`,
    judge: (trace) => ({
      checked: trace.otherCalls.filter(({ status }) => status === 429).length,
      findings: [...trace.calls.filter(({ limited }) => limited !== undefined), ...guessedLimits(trace)].map(
        (call) =>
          broken('a rate limit uses another status than 429', {
            ...{ expected: 429, actual: call.limited ?? call.status, call },
            // 7.2 passes on the texts of upstream components.
            doubt:
              call.limited === 502 || call.limited === 504
                ? 'it may be the limit of an upstream component'
                : undefined,
          }),
      ),
      notReached: noLimit,
    }),
  },
  {
    id: 'service/rarely-fails',
    sections: ['7'],
    level: 'should',
    title: 'The service rarely responds with 5xx',
    reading: `More than ${percent(USUAL)} of all responses is a warning. Responses of gateways and of rate limits do not count.`,
    judge: ({ calls }) => {
      const responses = calls.filter(({ status }) => status > 0);
      const failed = responses.filter(({ status }) => status >= 500);
      const [call] = failed;
      if (!call) return { checked: responses.length, findings: [], notReached: 'not seen: a response' };
      const share = failed.length / responses.length;
      const message = `the service responds with 5xx: ${counted(failed.length, 'response')} of ${responses.length} (${percent(share)})`;
      const details = { expected: inWords(`at most ${percent(USUAL)}`), call };
      const finding =
        share > USUAL
          ? broken(message, { ...details, doubt: 'the interface names no limit' })
          : observed(message, details);
      return { checked: responses.length, findings: [finding] };
    },
  },
];

/** The requests that a rate limit probably refused, with another status than 429. */
function guessedLimits(trace: Trace): readonly Call[] {
  const calls = trace.keyed('listTemplates');
  return calls.flatMap((_, index) => limitFrom(calls.slice(index, index + MIN_SUCCESSES + MIN_REFUSALS)));
}

/** The refusals of a limit, if exactly these calls meet one. */
function limitFrom(calls: readonly Call[]): readonly Call[] {
  const [first, last] = [calls[0], calls.at(-1)];
  const refusals = calls.slice(MIN_SUCCESSES);
  const isLimit =
    first &&
    last &&
    refusals.length === MIN_REFUSALS &&
    calls.every(({ by }) => by.key === first.by.key && by.via === first.by.via) &&
    calls.slice(0, MIN_SUCCESSES).every(isOk) &&
    // A key may be revoked.
    refusals.every(({ status }) => status >= 400 && status !== 401 && status !== 429) &&
    last.exchange.endedAt - first.exchange.startedAt <= MAX_DURATION;
  return isLimit ? refusals : [];
}
