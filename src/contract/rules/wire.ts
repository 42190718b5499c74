/** Rules about all responses: JSON syntax, media type and encoding (section 4), and the version in the path (section 9). */
import { basePath } from '../../generated/routes.js';
import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { isObject, type JsonObject } from '../../base/json.js';
import { charsetOf, isUtf8, jsonOf, mediaTypeOf } from '../../trace/payload.js';
import { isJsonSuccess, type Call } from '../../trace/call.js';
import { pathOf } from '../../base/url-path.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { memoize } from '../../base/memoize.js';
import { fail, checkEach, warn, withFirst } from './findings.js';
import { WITH_BODY } from './named-operations.js';
import { isPassingPage } from './passing-page.js';
import { inWords } from '../words.js';

const noSuccess = 'not seen: an operation succeeded';

const isRecorded = ({ received }: Call): boolean => received.kind !== 'not-recorded';
const recorded = (trace: Trace): readonly Call[] => trace.succeeded.filter(isRecorded);

const hasBody = ({ received }: Call): boolean => received.kind !== 'empty';
const withBody = perTrace((trace) => trace.succeeded.filter(hasBody));

const isJson = memoize((type) => /^application\/json$|\+json$/.test(type));

export const wireRules: readonly Rule[] = [
  {
    id: 'wire/success-bodies-are-json',
    sections: ['4', '4.1', '4.2', '4.4', '4.5'],
    level: 'must',
    title: 'The body of each successful response is JSON',
    reading:
      'Where the interface documents no response body (creating, renaming, messages), it may be empty. ' +
      'UTF-16 and UTF-32 are not JSON (RFC 8259). A list of templates that is an empty 204 only at times is a warning.',
    judge: checkEach(recorded, noSuccess, (call, trace) => {
      const { received } = call;
      if (received.kind === 'not-json')
        return fail('a successful response has a body that is not JSON', {
          expected: inWords('JSON'),
          actual: inWords(received.why),
          call,
        });
      if (received.kind === 'too-large')
        return warn(`the body cannot be judged, because ${received.why}`, { call });
      if (received.kind !== 'empty' || !WITH_BODY.has(call.operation)) return undefined;
      const isList = call.operation === 'listTemplates';
      if (isList && call.status === 204 && trace.keyed(call.operation).some(isJsonSuccess))
        return warn('the list of templates is an empty 204', { actual: 204, call });
      return fail(`an empty ${call.status}, but the interface documents a body`, {
        expected: inWords('JSON'),
        actual: inWords('an empty body'),
        call,
      });
    }),
  },
  {
    id: 'wire/error-bodies-are-json',
    sections: ['4', '7'],
    level: 'should',
    title: 'The body of each error is JSON',
    reading:
      'All payloads are JSON, but the shape of error bodies is open, so another body is a warning, once for each status. A gateway may respond to ' +
      '408, 413, 429 and 502 to 504, and in place of the service with a page.',
    judge: checkEach(errorBodies, 'not seen: a refusal or a 500 had a body', ({ item: call, first }) =>
      first === call && call.received.kind === 'not-json'
        ? warn('an error has a body that is not JSON', {
            expected: inWords('JSON'),
            actual: inWords(call.received.why),
            call,
          })
        : undefined,
    ),
  },
  {
    id: 'wire/json-is-announced',
    sections: ['4'],
    level: 'should',
    title: 'A JSON body has a JSON content type',
    reading:
      'The interface names the content type of requests only. Another one than application/json or +json is a warning.',
    judge: checkEach(withBody, noSuccess, (call) => {
      const { response } = call.exchange;
      // Some recorders leave out all headers.
      if (!response?.headers.length) return undefined;
      const type = mediaTypeOf(response);
      if (type !== undefined && isJson(type)) return undefined;
      return warn('a successful response has another content type than JSON', {
        expected: 'application/json',
        actual: type ?? inWords('no such header'),
        call,
      });
    }),
  },
  {
    id: 'wire/json-is-utf-8',
    sections: ['4'],
    level: 'should',
    title: 'JSON bodies are UTF-8',
    reading:
      'JSON between systems is UTF-8 (RFC 8259), but the interface does not say so: another encoding is a warning. ' +
      'Deckhand reads it by its charset, or as Latin-1.',
    judge: checkEach(withBody, noSuccess, (call) => {
      const { response } = call.exchange;
      if (response?.body && !isUtf8(response.body))
        return warn('a body is not valid UTF-8', { expected: inWords('UTF-8'), call });
      const charset = charsetOf(headerOf(response?.headers ?? [], 'content-type') ?? '');
      if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
        return warn('the content type of a JSON body has another charset', {
          expected: 'utf-8',
          actual: charset,
          call,
        });
      }
      const isMarked = response?.body?.text.startsWith('\uFEFF');
      return isMarked ? warn('a body begins with a byte order mark', { call }) : undefined;
    }),
  },
  {
    id: 'templates/are-a-list',
    sections: ['4.1'],
    level: 'must',
    title: 'GET /templates returns a list',
    reading:
      'The interface does not document the shape. An array may be the list, and an object may contain it or be a map of templates. A string, ' +
      'a number or null cannot, and neither can an object without any array or object in it, unless it may be a map from identifiers to names. null ' +
      'inside an object may be an empty list: this is a warning.',
    judge: checkEach(
      (trace) => trace.keyed('listTemplates').filter(isJsonSuccess),
      'not seen: a response contained a list of templates',
      (call) => {
        const actual = jsonOf(call.received);
        if (Array.isArray(actual) || (isObject(actual) && mayBeList(actual))) return undefined;
        const details = { expected: inWords('an array, or an object that contains one'), actual, call };
        // Some programs write an empty list as null.
        return isObject(actual) && Object.values(actual).includes(null)
          ? warn('the list of templates may be null', details)
          : fail('GET /templates does not return a list', details);
      },
    ),
  },
  {
    id: 'version/in-the-path',
    sections: ['9'],
    level: 'must',
    title: `All operations are below ${basePath}`,
    judge: checkEach(
      ({ succeeded }) => succeeded,
      noSuccess,
      (call) => {
        const path = pathOf(call.exchange.request.url);
        if (path.includes(`${basePath}/`)) return undefined;
        return warn('an operation works below another prefix', {
          expected: `${basePath}/…`,
          actual: path,
          call,
        });
      },
    ),
  },
];

/** The errors with a body, each with the first one of its status and its kind of body. */
function errorBodies(trace: Trace) {
  const errors = trace.calls.filter(
    (call) =>
      ((call.refused && ![408, 413].includes(call.status)) || call.status === 500) &&
      ['json', 'not-json'].includes(call.received.kind) &&
      !isPassingPage(call, trace),
  );
  return withFirst(errors, ({ status, received }) => `${status} ${received.kind}`);
}

/** Names of fields that no identifier of a template has. */
const FIELD_NAMES = /^(?:error|message|status)$/i;

/** Whether an object may contain a list or be a map of templates: to objects, or to their names. An empty map has no templates. */
function mayBeList(value: JsonObject): boolean {
  const values = Object.values(value);
  if (values.some((item) => typeof item === 'object' && item !== null)) return true;
  const isNamed = Object.keys(value).every((name) => !FIELD_NAMES.test(name));
  // A map of names may have a further field.
  const names = values.filter((item) => typeof item === 'string').length;
  return isNamed && names >= values.length / 2;
}
