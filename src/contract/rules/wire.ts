/** Rules about all responses: JSON syntax, media type and encoding (section 4), and the version in the path (section 9). */
import { basePath, type OperationId } from '../../generated/routes.js';
import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { isObject } from '../../base/json.js';
import { jsonOf, mediaTypeOf } from '../trace/payload.js';
import { isJsonSuccess, type Call } from '../trace/call.js';
import { pathOf } from '../../base/url-path.js';
import { perTrace } from '../trace/per-trace.js';
import { memoize } from '../../base/memoize.js';
import type { Trace } from '../trace/trace.js';
import { fail, checkEach, warn } from './findings.js';

const noSuccess = 'no operation succeeded';

/** The operations with a documented response body, which must not be empty. */
const WITH_BODY: ReadonlySet<OperationId> = new Set([
  'listTemplates',
  'getPresentation',
  'startGeneration',
  'getGenerationStatus',
]);

const isRecorded = ({ received }: Call): boolean => received.kind !== 'not-recorded';
const recorded = (trace: Trace): readonly Call[] => trace.succeeded.filter(isRecorded);

const hasBody = ({ received }: Call): boolean => received.kind !== 'empty';
const withBody = perTrace((trace) => trace.succeeded.filter(hasBody));

const isJson = memoize((type) => /^application\/(?:[\w.+-]+\+)?json$|\+json$/.test(type));
const charsetOf = memoize((type) => /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]);

export const wireRules: readonly Rule[] = [
  {
    id: 'wire/success-bodies-are-json',
    sections: ['4', '4.1', '4.2', '4.4', '4.5'],
    level: 'must',
    title: 'The body of each successful response is JSON',
    reading:
      'Error bodies are open. Where the interface documents no response body (creating, renaming, messages), it may be empty.',
    judge: checkEach(recorded, noSuccess, (call) => {
      const { received } = call;
      if (received.kind === 'not-json')
        return fail('a successful response has a body that is not JSON', {
          expected: 'JSON',
          actual: received.why,
          call,
        });
      if (received.kind === 'too-large')
        return warn(`the body cannot be judged, because ${received.why}`, { call });
      if (received.kind !== 'empty' || !WITH_BODY.has(call.operation)) return undefined;
      return fail('a successful response has no body, but the interface documents one', {
        expected: 'JSON',
        actual: 'an empty body',
        call,
      });
    }),
  },
  {
    id: 'wire/json-is-announced',
    sections: ['4'],
    level: 'must',
    title: 'A JSON body has a JSON content type',
    reading: 'The content type is application/json or ends in +json. A missing Content-Type is a warning.',
    judge: checkEach(withBody, noSuccess, (call) => {
      const type = call.exchange.response && mediaTypeOf(call.exchange.response);
      const expected = 'application/json';
      if (type === undefined)
        return warn('a response with a body has no Content-Type', {
          expected,
          actual: 'no such header',
          call,
        });
      if (isJson(type)) return undefined;
      return fail('a successful response has another content type than JSON', {
        expected,
        actual: type,
        call,
      });
    }),
  },
  {
    id: 'wire/json-is-utf-8',
    sections: ['4'],
    level: 'must',
    title: 'JSON bodies are UTF-8',
    reading:
      'JSON between systems is UTF-8 (RFC 8259). A byte order mark and another charset parameter are warnings.',
    judge: checkEach(withBody, noSuccess, (call) => {
      if (call.received.kind === 'not-recorded') return undefined;
      if (call.received.kind === 'not-utf8')
        return fail('a body is not valid UTF-8', { expected: 'UTF-8', call });
      const type = headerOf(call.exchange.response?.headers ?? [], 'content-type') ?? '';
      const charset = charsetOf(type);
      if (charset !== undefined && !/^utf-?8$|^us-ascii$/i.test(charset)) {
        return warn('the content type of a JSON body has another charset', {
          expected: 'utf-8',
          actual: charset,
          call,
        });
      }
      const marked = call.exchange.response?.body?.text.startsWith('\uFEFF');
      return marked ? warn('a body begins with a byte order mark', { call }) : undefined;
    }),
  },
  {
    id: 'templates/are-a-list',
    sections: ['4.1'],
    level: 'must',
    title: 'GET /templates returns a list',
    reading:
      'The interface does not document the shape. An array or an object may contain the list. A string, a number or null cannot.',
    judge: checkEach(
      (trace) => trace.keyed('listTemplates').filter(isJsonSuccess),
      'no response contained a list of templates',
      (call) => {
        const actual = jsonOf(call.received);
        if (Array.isArray(actual) || isObject(actual)) return undefined;
        return fail('GET /templates does not return a list', {
          expected: 'an array, or an object that contains one',
          actual,
          call,
        });
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
