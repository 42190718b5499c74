/** Sections 4.1, 4.3, 4.6, 4.7: the responses of these operations, and their codes of success, are not shown. */
import { editAnswer, editBody, editView } from '../../mutants/edits.js';
import { refuse } from '../../mutants/plain-service/perform.js';
import type { JsonObject } from '../../mutants/plain-service/records.js';
import type { Answer, Call } from '../../mutants/plain-service/variation.js';
import type { Liberty, OpenQuestion } from '../liberty.js';

type Respond = (body: JsonObject, call: Call) => Answer;

/** The path of the created or renamed presentation. */
function locationOf({ id }: JsonObject): Readonly<Record<string, string>> {
  return { location: `/api/v1/presentations/${encodeURIComponent(String(id))}` };
}

const create: readonly (readonly [id: string, title: string, Respond])[] = [
  ['200', 'Creating answers 200.', (body) => ({ status: 200, body })],
  ['id-only', 'Creating answers the identifier alone.', ({ id }) => ({ status: 201, body: { id } })],
  [
    'presentation-id',
    'Creating answers a presentation_id.',
    ({ id }) => ({ status: 201, body: { presentation_id: id } }),
  ],
  [
    'wrapped',
    'Creating answers the presentation as `presentation`.',
    (body) => ({ status: 201, body: { presentation: body } }),
  ],
  [
    'data',
    'Creating answers the presentation as `data`.',
    (body) => ({ status: 201, body: { data: body, meta: {} } }),
  ],
  ['list', 'Creating answers a list of one presentation.', (body) => ({ status: 201, body: [body] })],
  ['text', 'Creating answers the identifier as a JSON string.', ({ id }) => ({ status: 201, body: id })],
  [
    'location',
    'Creating answers 201 with a Location and no body.',
    (body) => ({ status: 201, headers: locationOf(body) }),
  ],
  ['204', 'Creating answers 204 with a Location.', (body) => ({ status: 204, headers: locationOf(body) })],
  [
    '202',
    'Creating answers 202 without the presentation.',
    () => ({ status: 202, body: { accepted: true } }),
  ],
  [
    'partial',
    'Creating answers a presentation without timestamps.',
    ({ id, title }) => ({ status: 201, body: { id, title, sections: null } }),
  ],
];

const patch: readonly (readonly [id: string, title: string, Respond])[] = [
  ['204', 'Updating answers 204.', () => ({ status: 204 })],
  ['empty', 'Updating answers 200 and an empty body.', () => ({ status: 200 })],
  ['202', 'Updating answers 202.', () => ({ status: 202, body: {} })],
  ['title-only', 'Updating answers the title alone.', ({ title }) => ({ status: 200, body: { title } })],
  ['flag', 'Updating answers whether it succeeded.', () => ({ status: 200, body: { success: true } })],
  ['true', 'Updating answers `true`.', () => ({ status: 200, body: true })],
  [
    'wrapped',
    'Updating answers the presentation as `data`.',
    (body) => ({ status: 200, body: { data: body } }),
  ],
  [
    'before',
    'Updating answers the presentation as it was before.',
    (body, { presentation }) => ({
      status: 200,
      body: { ...body, title: presentation?.formerTitles.at(-1) },
    }),
  ],
];

const message: readonly (readonly [id: string, title: string, Respond])[] = [
  ['200', 'Sending a message answers 200.', () => ({ status: 200, body: {} })],
  [
    '201',
    'Sending a message answers 201 and the message.',
    (_body, { input }) => ({ status: 201, body: { id: 'm1', ...(input as object) } }),
  ],
  ['204', 'Sending a message answers 204.', () => ({ status: 204 })],
  ['null', 'Sending a message answers null.', () => ({ status: 200, body: null })],
  ['text', 'Sending a message answers a JSON string.', () => ({ status: 200, body: 'ok' })],
  [
    'list',
    'Sending a message answers the messages so far.',
    () => ({ status: 200, body: ['Who?', 'Everybody.'] }),
  ],
  [
    'status',
    'Sending a message answers the status from before the message.',
    (_body, { job }) => ({ status: 200, body: { generation_id: job?.id, status: 'awaiting_input' } }),
  ],
];

function answering(
  operation: 'createPresentation' | 'updatePresentation' | 'sendGenerationMessage',
  question: OpenQuestion,
  choices: readonly (readonly [id: string, title: string, Respond])[],
): readonly Liberty[] {
  return choices.map(([id, title, respond]) => ({
    id: `${question.replace(' ', '-')}-${id}`,
    title,
    settles: [question],
    apply: editAnswer(operation, (honest, call) => respond(honest.body as JsonObject, call)),
  }));
}

export const answers: readonly Liberty[] = [
  ...answering('createPresentation', 'create answer', create),
  ...answering('updatePresentation', 'patch answer', patch),
  ...answering('sendGenerationMessage', 'message answer', message),
  {
    id: 'create-answer-number',
    title: 'Identifiers are digits, and creating answers them as a number.',
    settles: ['create answer', 'ids'],
    apply: {
      choices: { id: (_kind, ordinal) => String(1000 + ordinal) },
      ...editBody('createPresentation', ({ id }) => ({ id: Number(id) })),
    },
  },
  {
    id: 'create-answer-before-it-is-there',
    title: 'Creating answers 202 at once; the presentation can be fetched a little later.',
    settles: ['create answer'],
    apply: {
      instead: ({ operation, presentation }) => {
        const early = operation === 'getPresentation' && presentation?.origin === 'template';
        if (!early || presentation.fetches++ > 0) return undefined;
        return refuse(404, 'There is nothing here.');
      },
      ...editAnswer('createPresentation', ({ body }) => ({ status: 202, body })),
    },
  },
  {
    id: 'start-answer-more',
    title: 'A start also answers a message, an error of null, an estimate, and a Location.',
    settles: ['start answer'],
    apply: editAnswer('startGeneration', ({ body, ...honest }) => {
      const told = body as JsonObject;
      const more = { message: 'Accepted', error: null, estimated_seconds: 30 };
      return { ...honest, headers: { location: String(told['poll_url']) }, body: { ...more, ...told } };
    }),
  },
  {
    id: 'poll-status-202-until-completed',
    title: 'Polls answer 202 as long as the job is neither completed nor failed.',
    settles: ['poll status code'],
    apply: editAnswer('getGenerationStatus', (honest) => {
      const { status } = honest.body as JsonObject;
      return status === 'completed' || status === 'failed' ? honest : { ...honest, status: 202 };
    }),
  },
  {
    id: 'poll-status-203',
    title: 'Polls answer 203.',
    settles: ['poll status code'],
    apply: editAnswer('getGenerationStatus', (honest) => ({ ...honest, status: 203 })),
  },
  {
    id: 'null-for-absent',
    title: 'The view of a job lists every field, and null where a field should be absent.',
    settles: ['null for absent'],
    apply: editView('any status', (view) => ({
      ...{ progress: null, message: null, presentation: null, error: null },
      ...(/generating|completed/.test(String(view['status'])) ? {} : { tokens_used: null }),
      ...view,
    })),
  },
];
