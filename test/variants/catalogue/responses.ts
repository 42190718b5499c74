/** Sections 4.1, 4.3, 4.6, 4.7: the responses of these operations, and their codes of success, are not shown. */
import { editResponse, editBody, editView } from '../../mutants/response-edits.js';
import { refuse } from '../../reference-service/operations.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { Operation } from '../../reference-service/routes.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant, type UnspecifiedTopic } from '../variant.js';

/** A response of success: its status, its body if it has one, and whether it has the Location of the presentation. */
type Row = readonly [
  id: string,
  title: string,
  status: number,
  body?: ((original: JsonObject, call: Call) => unknown) | undefined,
  location?: 'located',
];

const create: readonly Row[] = [
  ['200', 'Creating returns 200.', 200, (whole) => whole],
  ['id-only', 'Creating returns the identifier alone.', 201, ({ id }) => ({ id })],
  ['presentation-id', 'Creating returns a presentation_id.', 201, ({ id }) => ({ presentation_id: id })],
  [
    'wrapped',
    'Creating returns the presentation as `presentation`.',
    201,
    (whole) => ({ presentation: whole }),
  ],
  ['data', 'Creating returns the presentation as `data`.', 201, (whole) => ({ data: whole, meta: {} })],
  ['list', 'Creating returns a list of one presentation.', 201, (whole) => [whole]],
  ['text', 'Creating returns the identifier as a JSON string.', 201, ({ id }) => id],
  ['location', 'Creating returns 201 with a Location and no body.', 201, undefined, 'located'],
  ['204', 'Creating returns 204 with a Location.', 204, undefined, 'located'],
  ['202', 'Creating returns 202 without the presentation.', 202, () => ({ accepted: true })],
  [
    'partial',
    'Creating returns a presentation without timestamps.',
    201,
    ({ id, title }) => ({ id, title, sections: null }),
  ],
];

const patch: readonly Row[] = [
  ['204', 'Updating returns 204.', 204],
  ['empty', 'Updating returns 200 and an empty body.', 200],
  ['202', 'Updating returns 202.', 202, () => ({})],
  ['title-only', 'Updating returns the title alone.', 200, ({ title }) => ({ title })],
  ['flag', 'Updating answers whether it succeeded.', 200, () => ({ success: true })],
  ['true', 'Updating returns `true`.', 200, () => true],
  ['wrapped', 'Updating returns the presentation as `data`.', 200, (whole) => ({ data: whole })],
  [
    'before',
    'Updating returns the presentation as it was before.',
    200,
    (whole, { presentation }) => ({ ...whole, title: presentation?.formerTitles.at(-1) }),
  ],
];

const message: readonly Row[] = [
  ['200', 'Sending a message returns 200.', 200, () => ({})],
  [
    '201',
    'Sending a message returns 201 and the message.',
    201,
    (_, { input }) => ({ id: 'm1', ...(input as object) }),
  ],
  ['204', 'Sending a message returns 204.', 204],
  ['null', 'Sending a message answers null.', 200, () => null],
  ['text', 'Sending a message returns a JSON string.', 200, () => 'ok'],
  ['list', 'Sending a message returns the messages so far.', 200, () => ['Who?', 'Everybody.']],
  [
    'status',
    'Sending a message returns the status from before the message.',
    200,
    (_, { job }) => ({ generation_id: job?.id, status: 'awaiting_input' }),
  ],
];

function answering(
  operation: Operation,
  question: UnspecifiedTopic,
  rows: readonly Row[],
): readonly ConformingVariant[] {
  const variation = ([, , status, body, location]: Row): ServiceHooks =>
    editResponse(operation, ({ body: original }, call) => {
      const whole = original as JsonObject;
      const path = `/api/v1/presentations/${encodeURIComponent(String(whole['id']))}`;
      return {
        status,
        ...(location && { headers: { location: path } }),
        ...(body && { body: body(whole, call) }),
      };
    });
  return createVariants(
    question,
    rows.map((row) => [row[0], row[1], variation(row)] as const),
  );
}

export const answers: readonly ConformingVariant[] = [
  ...answering('createPresentation', 'create response', create),
  ...answering('updatePresentation', 'patch response', patch),
  ...answering('sendGenerationMessage', 'message response', message),
  {
    id: 'create-response-number',
    title: 'Identifiers are digits, and creating returns them as a number.',
    decides: ['create response', 'ids'],
    hooks: {
      choices: { id: (_kind, ordinal) => String(1000 + ordinal) },
      ...editBody('createPresentation', ({ id }) => ({ id: Number(id) })),
    },
  },
  {
    id: 'create-returns-before-it-exists',
    title: 'Creating returns 202 immediately; the presentation can be fetched later.',
    decides: ['create response'],
    hooks: {
      replaceResponse: ({ operation, presentation }) => {
        const early = operation === 'getPresentation' && presentation?.origin === 'template';
        if (!early || presentation.fetches++ > 0) return undefined;
        return refuse(404, 'There is nothing here.');
      },
      ...editResponse('createPresentation', ({ body }) => ({ status: 202, body })),
    },
  },
  {
    id: 'start-response-more',
    title: 'A start also returns a message, an error of null, an estimate, and a Location.',
    decides: ['start response'],
    hooks: editResponse('startGeneration', ({ body, ...original }) => {
      const told = body as JsonObject;
      const more = { message: 'Accepted', error: null, estimated_seconds: 30 };
      return { ...original, headers: { location: String(told['poll_url']) }, body: { ...more, ...told } };
    }),
  },
  {
    id: 'poll-status-202-until-completed',
    title: 'Polls return 202 as long as the job is neither completed nor failed.',
    decides: ['poll status code'],
    hooks: editResponse('getGenerationStatus', (original) => {
      const { status } = original.body as JsonObject;
      return status === 'completed' || status === 'failed' ? original : { ...original, status: 202 };
    }),
  },
  {
    id: 'poll-status-203',
    title: 'Polls return 203.',
    decides: ['poll status code'],
    hooks: editResponse('getGenerationStatus', (original) => ({ ...original, status: 203 })),
  },
  {
    id: 'null-for-missing',
    title: 'The status response of a job lists every field, and null for missing fields.',
    warns: [
      'job/progress-has-all-fields',
      'job/progress-only-while-generating',
      'job/tokens-used-only-while-generating-or-completed',
      'job/message-only-while-awaiting-input',
      'job/presentation-only-when-completed',
      'job/error-only-when-failed',
    ],
    decides: ['null for missing'],
    hooks: editView('any status', (view) => ({
      ...{ progress: null, message: null, presentation: null, error: null },
      ...(/generating|completed/.test(String(view['status'])) ? {} : { tokens_used: null }),
      ...view,
    })),
  },
];
