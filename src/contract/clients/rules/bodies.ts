/** Rules about the bodies that a client sends: JSON, declared as JSON, of the documented shape. Sections 1, 4 to 4.7. */
import { headerOf } from '../../../journal/exchange.js';
import { fieldOf, isObject } from '../../../base/json.js';
import { jsonOf, isApplicationJson } from '../../../trace/payload.js';
import type { Call } from '../../../trace/call.js';
import { areHeadersRecorded } from '../../../trace/credential.js';
import { equalJson } from '../../rows/equal-json.js';
import { clientRule, type ClientRule, type RequestVerdict } from '../client-rule.js';

/** Fields that hold slides: the interface's name, and one that says so. */
const SLIDES = ['sections', 'slides'];

const noBody = 'not seen: a client sent a body';

export const bodyRules: readonly ClientRule[] = [
  clientRule({
    id: 'client/sends-json',
    sections: ['4'],
    level: 'must',
    title: 'A client sends JSON bodies',
    hint: 'Send JSON.stringify(…) of an object. Do not send a form or the object itself.',
    notReached: noBody,
    check: ({ call }) => {
      if (call?.sent.kind === 'json') return 'kept';
      if (call?.sent.kind !== 'not-json') return undefined;
      return {
        kind: 'fail',
        message: `the client sends ${call.operation} a body that is not JSON`,
        expected: 'JSON',
        actual: call.sent.why,
      };
    },
  }),
  clientRule({
    id: 'client/says-that-it-sends-json',
    sections: ['4'],
    level: 'must',
    title: 'A request with a body has the content type application/json',
    reading: 'Parameters after application/json are allowed.',
    hint: 'Set the header content-type: application/json. By default, fetch sends text/plain for a string.',
    notReached: noBody,
    check: ({ call, exchange: { request } }) => {
      if (!call || call.sent.kind === 'empty') return undefined;
      if (!areHeadersRecorded(request.headers)) return undefined;
      const type = headerOf(request.headers, 'content-type');
      if (isApplicationJson(type ?? '')) return 'kept';
      return {
        kind: 'fail',
        message: `the client sends ${call.operation} a body with another content type than JSON`,
        expected: 'application/json',
        actual: type ?? 'no Content-Type',
      };
    },
  }),
  clientRule({
    id: 'client/sends-the-documented-shape',
    sections: ['4.4', '4.7'],
    level: 'must',
    title: 'Documented fields that a client sends have their documented types',
    reading:
      'The interface does not say which fields are required and which others exist. The rule expects an object, and strings in prompt, template_id and title if they are present.',
    hint: 'Send { "prompt": "…", "template_id": "…" } to start and { "title": "…" } to rename. All values are strings.',
    notReached: 'not seen: a client started a job or renamed a presentation',
    check: ({ call }) => {
      if (call?.operation === 'startGeneration') return shape(call, ['prompt', 'template_id']);
      if (call?.operation === 'updatePresentation') return shape(call, ['title']);
      return undefined;
    },
  }),
  clientRule({
    id: 'client/sends-no-body-where-there-is-none',
    sections: ['4.1', '4.5'],
    level: 'must',
    title: 'A client sends no body when it lists templates or polls',
    hint: 'Remove the body. The address contains everything.',
    notReached: 'not seen: a client listed templates or polled a job',
    check: ({ call, exchange: { request } }) => {
      if (call?.operation !== 'listTemplates' && call?.operation !== 'getGenerationStatus') return undefined;
      const bytes = request.body?.bytes ?? 0;
      if (bytes === 0) return 'kept';
      return {
        kind: 'fail',
        message: `the client sends ${call.operation} a body`,
        expected: 'no body',
        actual: `${bytes} bytes`,
      };
    },
  }),
  clientRule({
    id: 'client/leaves-the-slides-alone',
    sections: ['1', '4.7'],
    level: 'must',
    title: 'A client does not try to change slides with PATCH',
    reading:
      'The title is the documented field. Other fields are open, but none of them changes the slides. Slides as a response showed them change ' +
      'nothing: a client may send back the whole presentation.',
    hint: 'Send only the title. For other content, start another generation with another prompt.',
    notReached: 'not seen: a client sent a PATCH',
    check: ({ call }, trace) => {
      if (call?.operation !== 'updatePresentation') return undefined;
      const body = jsonOf(call.sent);
      const fields = isObject(body) ? Object.keys(body) : [];
      const { snapshots = [] } = trace.presentation(call.id) ?? {};
      const isShown = (field: string): boolean =>
        snapshots.some(
          (snapshot) =>
            snapshot.call.exchange.endedAt <= call.exchange.startedAt &&
            equalJson(fieldOf(snapshot.value, field), fieldOf(body, field)),
        );
      const slides = fields.filter((field) => SLIDES.includes(field) && !isShown(field));
      if (slides.length > 0)
        return {
          kind: 'fail',
          message: 'the client sends slide content with PATCH',
          expected: 'the title',
          actual: slides.join(', '),
        };
      const others = fields.filter((field) => field !== 'title').slice(0, 10);
      if (others.length === 0) return 'kept';
      return { kind: 'observed', message: `the client sends other fields with PATCH: ${others.join(', ')}` };
    },
  }),
];

function shape({ sent, operation }: Call, stringFields: readonly string[]): RequestVerdict {
  if (sent.kind !== 'json') return undefined;
  const fail = (expected: string, actual: unknown): RequestVerdict => ({
    kind: 'fail',
    message: `the client sends ${operation} a body that does not have the documented shape`,
    expected,
    actual,
  });
  if (!isObject(sent.value)) return fail('an object', sent.value);
  for (const name of stringFields) {
    const value = fieldOf(sent.value, name);
    // The interface does not say whether null means absent.
    if (value !== undefined && value !== null && typeof value !== 'string')
      return fail(`a string in ${name}`, { [name]: value });
  }
  return 'kept';
}
