/** JSON everywhere: media type, syntax, encoding. Section 4; and the version in the path, section 9. */
import { basePath, type OperationId } from '../../generated/routes.js';
import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { isObject, mediaTypeOf } from '../trace/answer.js';
import { isJsonSuccess, type Call } from '../trace/call.js';
import { pathOf } from '../trace/operation.js';
import { perTrace } from '../trace/per-trace.js';
import { recalling } from '../trace/recalling.js';
import type { Trace } from '../trace/trace.js';
import { fail, judging, warn } from './judging.js';

const nothing = 'no operation succeeded';

/** The operations whose success body the interface describes; an empty one is none of them. */
const described: ReadonlySet<OperationId> = new Set([
  'listTemplates',
  'getPresentation',
  'startGeneration',
  'getGenerationStatus',
]);

const succeeded = perTrace((trace) => trace.succeeded.filter(trace.isNew));

/** Whether its body can be seen, or is known to be missing. */
const isShown = ({ answer }: Call): boolean => answer.kind !== 'left-out';
const shown = (trace: Trace): readonly Call[] => succeeded(trace).filter(isShown);

const hasBody = ({ answer }: Call): boolean => answer.kind !== 'empty';
const withBody = perTrace((trace) => succeeded(trace).filter(hasBody));

const isJson = recalling((type) => /^application\/(?:[\w.+-]+\+)?json$|\+json$/.test(type));
const charsetOf = recalling((type) => /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]);

export const wireRules: readonly Rule[] = [
  {
    id: 'wire/success-bodies-are-json',
    sections: ['4', '4.1', '4.2', '4.4', '4.5'],
    level: 'must',
    title: 'The body of every success is JSON',
    reading:
      'Bodies of errors are open. Where the interface shows no body (creating, renaming, messages), an empty one is fine.',
    judge: judging(shown, nothing, (call) => {
      const { answer } = call;
      if (answer.kind === 'not-json')
        return fail('a success carries a body that is no JSON', {
          expected: 'JSON',
          actual: answer.why,
          call,
        });
      if (answer.kind === 'beyond') return warn(`a body cannot be judged: ${answer.why}`, { call });
      if (answer.kind !== 'empty' || !described.has(call.operation)) return undefined;
      return fail('a success carries no body where one is documented', {
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
    title: 'A JSON body is announced as JSON',
    reading: 'application/json or any type that ends in +json. A missing Content-Type is a warning.',
    judge: judging(withBody, nothing, (call) => {
      const type = call.exchange.response && mediaTypeOf(call.exchange.response);
      const expected = 'application/json';
      if (type === undefined)
        return warn('a body has no Content-Type', { expected, actual: 'no such header', call });
      if (isJson(type)) return undefined;
      return fail('a success is not announced as JSON', { expected, actual: type, call });
    }),
  },
  {
    id: 'wire/json-is-utf-8',
    sections: ['4'],
    level: 'must',
    title: 'JSON bodies are UTF-8',
    reading:
      'JSON between systems is UTF-8 (RFC 8259). A byte order mark, or another charset named, is a warning.',
    judge: judging(withBody, nothing, (call) => {
      if (call.answer.kind === 'left-out') return undefined;
      if (call.answer.kind === 'not-utf8')
        return fail('a body is not valid UTF-8', { expected: 'UTF-8', call });
      const type = headerOf(call.exchange.response?.headers ?? [], 'content-type') ?? '';
      const charset = charsetOf(type);
      if (charset !== undefined && !/^utf-?8$|^us-ascii$/i.test(charset)) {
        return warn('a JSON body is announced in another charset', {
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
    title: 'GET /templates answers a list',
    reading:
      'The shape is not shown: any array or object may hold the list, a bare text, number or null cannot.',
    judge: judging(
      (trace) => trace.keyed('listTemplates').filter(isJsonSuccess),
      'no list of templates came',
      (call) => {
        const actual = call.answer.kind === 'json' ? call.answer.value : undefined;
        if (Array.isArray(actual) || isObject(actual)) return undefined;
        return fail('the templates are no list', {
          expected: 'an array, or an object that holds one',
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
    title: `The operations answer below ${basePath}`,
    judge: judging(succeeded, nothing, (call) => {
      const path = pathOf(call.exchange.request.url);
      if (path.includes(`${basePath}/`)) return undefined;
      return warn('an operation answers below another prefix', {
        expected: `${basePath}/…`,
        actual: path,
        call,
      });
    }),
  },
];
