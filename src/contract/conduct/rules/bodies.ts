/** What a client sends: JSON, said to be JSON, of the documented shape. Sections 1, 4, 4.4, 4.5 and 4.7. */
import { headerOf } from '../../../journal/exchange.js';
import { fieldOf, isObject } from '../../trace/answer.js';
import type { Call } from '../../trace/call.js';
import type { ConductRule, Judged } from '../rule.js';

/** Fields of a presentation that are what its slides are made of, by the interface's name and by likely ones. */
const CONTENT = ['sections', 'slides', 'content', 'body', 'pages'];

const nothing = 'nothing was sent';

export const bodyRules: readonly ConductRule[] = [
  {
    id: 'client/sends-json',
    sections: ['4'],
    level: 'must',
    title: 'Whatever a client sends is JSON',
    hint: 'Send JSON.stringify(…) of an object; not a form, and not the object itself.',
    notReached: nothing,
    judge: ({ call }) => {
      if (!call || call.sent.kind === 'empty' || call.sent.kind === 'beyond') return undefined;
      if (call.sent.kind === 'json') return 'kept';
      const actual = call.sent.kind === 'not-utf8' ? 'bytes that are not UTF-8' : call.sent.why;
      return {
        kind: 'fail',
        message: `the body sent to ${call.operation} is no JSON`,
        expected: 'JSON',
        actual,
      };
    },
  },
  {
    id: 'client/says-that-it-sends-json',
    sections: ['4'],
    level: 'must',
    title: 'A request with a body has the content type application/json',
    reading: 'With parameters or without.',
    hint: 'Set the header content-type: application/json. fetch says text/plain of a text otherwise.',
    notReached: nothing,
    judge: ({ call, exchange: { request } }) => {
      if (!call || call.sent.kind === 'empty') return undefined;
      const type = headerOf(request.headers, 'content-type');
      if (/^\s*application\/json\s*(?:;|$)/i.test(type ?? '')) return 'kept';
      return {
        kind: 'fail',
        message: `the body sent to ${call.operation} is not announced as JSON`,
        expected: 'application/json',
        actual: type ?? 'no Content-Type',
      };
    },
  },
  {
    id: 'client/sends-the-documented-shape',
    sections: ['4.4', '4.7'],
    level: 'must',
    title: 'Documented fields that a client sends have their documented types',
    reading:
      'Which fields are required, and which others there are, is open: only an object is expected, with texts as prompt, template_id and title where they are there.',
    hint: 'Send { "prompt": "…", "template_id": "…" } to start, { "title": "…" } to rename, each a text.',
    notReached: 'no job was started and nothing renamed',
    judge: ({ call }) => {
      if (call?.operation === 'startGeneration') return shape(call, ['prompt', 'template_id']);
      if (call?.operation === 'updatePresentation') return shape(call, ['title']);
      return undefined;
    },
  },
  {
    id: 'client/sends-no-body-where-there-is-none',
    sections: ['4.1', '4.5'],
    level: 'must',
    title: 'A client sends no body when it lists templates or polls',
    hint: 'Leave the body away; everything is in the address.',
    notReached: 'nothing was listed or polled',
    judge: ({ call, exchange: { request } }) => {
      if (call?.operation !== 'listTemplates' && call?.operation !== 'getGenerationStatus') return undefined;
      const length = Number(headerOf(request.headers, 'content-length') ?? 0);
      const bytes = Math.max(request.body?.bytes ?? 0, Number.isFinite(length) ? length : 0);
      if (bytes === 0) return 'kept';
      return {
        kind: 'fail',
        message: `${call.operation} is sent a body`,
        expected: 'no body',
        actual: `${bytes} bytes`,
      };
    },
  },
  {
    id: 'client/leaves-the-slides-alone',
    sections: ['1', '4.7'],
    level: 'must',
    title: 'A client does not try to change slides by PATCH',
    reading:
      'The title is the documented field. Other fields are open, but none changes what is on the slides.',
    hint: 'Send the title only. Other content is another generation, from another prompt.',
    notReached: 'nothing was changed by PATCH',
    judge: ({ call }) => {
      if (call?.operation !== 'updatePresentation') return undefined;
      const sent = call.sent.kind === 'json' && isObject(call.sent.value) ? call.sent.value : {};
      const fields = Object.keys(sent);
      const content = fields.filter((field) => CONTENT.includes(field.toLowerCase()));
      if (content.length > 0)
        return {
          kind: 'fail',
          message: 'PATCH is sent slide content',
          expected: 'the title',
          actual: content.join(', '),
        };
      const others = fields.filter((field) => field !== 'title').slice(0, 10);
      if (others.length === 0) return 'kept';
      return { kind: 'observed', message: `PATCH is sent other fields than the title: ${others.join(', ')}` };
    },
  },
];

function shape({ sent, operation }: Call, texts: readonly string[]): Judged {
  if (sent.kind !== 'json') return undefined;
  const fail = (expected: string, actual: unknown): Judged => ({
    kind: 'fail',
    message: `${operation} is sent another shape than documented`,
    expected,
    actual,
  });
  if (!isObject(sent.value)) return fail('an object', sent.value === null ? 'null' : sent.value);
  for (const name of texts) {
    const value = fieldOf(sent.value, name);
    // Whether null stands for "none" is not said.
    if (value !== undefined && value !== null && typeof value !== 'string')
      return fail(`a text as ${name}`, { [name]: value });
  }
  return 'kept';
}
