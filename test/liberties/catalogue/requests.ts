/** Sections 4.3, 4.4, 4.6, 4.7: the required parts of requests, and the handling of unexpected ones. */
import { afterRename, editAnswer } from '../../mutants/edits.js';
import { objectOf, refuse } from '../../mutants/plain-service/perform.js';
import type { JsonObject } from '../../mutants/plain-service/records.js';
import type { Operation } from '../../mutants/plain-service/routes.js';
import type { Call, Variation } from '../../mutants/plain-service/variation.js';
import { answersTo, type Liberty } from '../liberty.js';
import { NO_JOB, NO_REPLY, NO_SPECIAL_JOB, NOT_CREATED } from '../unreached.js';

/** The operation refuses the bodies for which `bad` is true. */
function refusing(
  operation: Operation,
  status: number,
  bad: (input: JsonObject, call: Call) => boolean,
): Variation {
  return {
    instead: (call) =>
      call.operation === operation && bad(objectOf(call.input), call)
        ? refuse(status, 'The body is not accepted.')
        : undefined,
  };
}

/** Each workspace creates one presentation. */
const oneCreation = (status: number): Variation => ({
  instead: ({ operation, world, workspace }) =>
    operation === 'createPresentation' &&
    [...world.presentations.values()].some(
      ({ origin, owner }) => origin === 'template' && owner === workspace,
    )
      ? refuse(status, 'The plan has one presentation.')
      : undefined,
});

const onlyKnows =
  (...fields: readonly string[]) =>
  (input: JsonObject) =>
    Object.keys(input).some((field) => !fields.includes(field));

/** Updating stores the title in another form. */
const storing = (form: (title: string) => string): Variation =>
  afterRename((resource) => ({ ...resource, title: form(titleOf(resource)) }));

const titleOf = ({ title }: JsonObject) => (typeof title === 'string' ? title : '');

export const requests: readonly Liberty[] = [
  ...answersTo('start request', [
    [
      'both',
      'A start needs a prompt and a template.',
      { choices: { startNeeds: { prompt: true, template: true } } },
    ],
    [
      'template',
      'A start needs a template, and no prompt.',
      { choices: { startNeeds: { prompt: false, template: true } } },
    ],
    [
      'nothing',
      'A start needs neither prompt nor template.',
      { choices: { startNeeds: { prompt: false, template: false } } },
    ],
    [
      'strict',
      'A start refuses unknown fields.',
      refusing('startGeneration', 400, onlyKnows('prompt', 'template_id')),
    ],
    [
      'ascii',
      'A start refuses prompts with letters outside ASCII.',
      refusing('startGeneration', 422, ({ prompt }) => /[^ -~]/.test(String(prompt))),
    ],
    [
      'long',
      'A start refuses prompts of more than five hundred characters.',
      refusing('startGeneration', 413, ({ prompt }) => String(prompt).length > 500),
    ],
    [
      'no-template',
      'A start refuses templates for this plan.',
      refusing('startGeneration', 403, (input) => 'template_id' in input),
    ],
    [
      'short',
      'A start refuses prompts of more than twenty letters.',
      refusing('startGeneration', 413, ({ prompt }) => String(prompt).length > 20),
      NO_SPECIAL_JOB,
    ],
    [
      'short-invalid',
      'A start refuses prompts of more than forty letters as an invalid body.',
      refusing('startGeneration', 400, ({ prompt }) => String(prompt).length > 40),
    ],
    [
      'further-field',
      'A start needs a language, too.',
      refusing('startGeneration', 422, ({ language }) => language === undefined),
      NO_JOB,
    ],
    [
      'second-template',
      'A start accepts only one of the templates.',
      refusing('startGeneration', 422, ({ template_id: id }) => typeof id === 'string' && !id.endsWith('b')),
    ],
    [
      'content',
      'A start refuses the content of every prompt.',
      refusing('startGeneration', 451, () => true),
      NO_JOB,
    ],
  ]),
  ...answersTo('create request', [
    [
      'other-field',
      'Creating names the template as `templateId`.',
      { choices: { templateField: 'templateId' } },
    ],
    [
      'unguessable',
      'Creating needs an unusual body.',
      { choices: { templateField: 'layout_ref' } },
      NOT_CREATED,
    ],
    [
      'title',
      'Creating needs a title.',
      refusing('createPresentation', 422, (input) => titleOf(input) === ''),
    ],
    ['no-title', 'Creating refuses a title.', refusing('createPresentation', 400, onlyKnows('template_id'))],
    [
      'forbidden',
      'Creating is not part of the plan.',
      refusing('createPresentation', 403, () => true),
      NOT_CREATED,
    ],
    ...[402, 403, 409, 429].map(
      (status) =>
        [
          `one-then-${status}`,
          `A workspace can create one presentation. Further ones get ${status}.`,
          oneCreation(status),
        ] as const,
    ),
  ]),
  ...answersTo('message request', [
    ['content', 'A message has its text in `content`.', { choices: { replyField: 'content' } }],
    ['text', 'A message has its text in `text`.', { choices: { replyField: 'text' } }],
    ['reply', 'A message has its text in `reply`.', { choices: { replyField: 'reply' } }],
    ['answer', 'A message has its text in `answer`.', { choices: { replyField: 'answer' } }],
    ['unguessable', 'A message needs an unusual body.', { choices: { replyField: 'utterance' } }, NO_REPLY],
    [
      'long',
      'A message of more than 255 characters is refused.',
      refusing('sendGenerationMessage', 422, ({ message }) => String(message).length > 255),
    ],
    [
      'ascii',
      'A message with letters outside ASCII is refused.',
      refusing('sendGenerationMessage', 400, ({ message }) => /[^ -~]/.test(String(message))),
    ],
  ]),
  ...answersTo('uncalled messages', [
    [
      'refused',
      'A message is refused while there is no question.',
      { choices: { uncalledMessages: { generating: 'refused', finished: 'refused' } } },
    ],
    [
      'taken',
      'A message is accepted at any time, and changes nothing without a question.',
      { choices: { uncalledMessages: { generating: 'taken', finished: 'taken' } } },
    ],
  ]),
  ...answersTo('patch request', [
    [
      'strict',
      'Updating refuses every field except the title.',
      refusing('updatePresentation', 400, onlyKnows('title')),
    ],
    ['is-public', 'Updating accepts is_public too.', { choices: { patchable: ['title', 'is_public'] } }],
    [
      'description',
      'Updating accepts a description too, and presentations show it from then on.',
      { choices: { patchable: ['title', 'description'] } },
    ],
    ['trimmed', 'Updating trims the title.', storing((title) => title.trim())],
    ['nfc', 'Updating normalises the title to NFC.', storing((title) => title.normalize('NFC'))],
    [
      'cut',
      'Updating keeps 49 characters of a long title, and adds an ellipsis.',
      storing((title) => (title.length > 50 ? `${[...title].slice(0, 49).join('')}…` : title)),
    ],
    [
      'one-space',
      'Updating writes one space for several, and removes control characters.',
      storing((title) => title.replace(/\s+/g, ' ')),
    ],
    [
      'no-blank',
      'Updating refuses blank titles.',
      refusing('updatePresentation', 400, ({ title }) => typeof title === 'string' && title.trim() === ''),
    ],
    [
      'title-alone',
      'Updating stores the title, and then refuses a body with further fields.',
      {
        answer: (honest, { operation, input }) =>
          operation === 'updatePresentation' && honest.status === 200 && onlyKnows('title')(objectOf(input))
            ? refuse(422, 'Only the title was updated.')
            : honest,
      },
    ],
    [
      'no-markup',
      'Updating refuses markup with 403, as a firewall does.',
      refusing('updatePresentation', 403, (input) => titleOf(input).includes('<')),
    ],
    [
      'bmp',
      'Updating refuses characters outside the BMP.',
      refusing('updatePresentation', 400, (input) => /[\u{10000}-\u{10FFFF}]/u.test(titleOf(input))),
    ],
    [
      'no-digits',
      'Updating refuses titles of digits alone.',
      refusing('updatePresentation', 422, (input) => /^\d+$/.test(titleOf(input))),
    ],
    [
      'ascii',
      'Updating refuses titles with letters outside ASCII.',
      refusing('updatePresentation', 422, (input) => /[^ -~]/.test(titleOf(input))),
    ],
    [
      'short',
      'Updating refuses titles of more than twenty letters.',
      refusing('updatePresentation', 422, (input) => titleOf(input).length > 20),
    ],
    [
      'locked',
      'Updating is refused while a user edits the presentation.',
      refusing(
        'updatePresentation',
        409,
        (_input, { presentation }) => presentation?.origin === 'generation',
      ),
    ],
  ]),
  {
    id: 'rename-leaves-updated-at',
    title: 'A rename does not change updated_at.',
    settles: ['updated_at'],
    apply: { choices: { renameMovesUpdatedAt: false } },
  },
  {
    id: 'updated-at-by-another-clock',
    title: 'The clock that writes updated_at at a rename is eight seconds behind the other one.',
    settles: ['updated_at', 'timestamps'],
    apply: afterRename((resource) => ({
      ...resource,
      updated_at: new Date(Date.parse(String(resource['updated_at'])) - 8_000).toISOString(),
    })),
  },
  {
    id: 'updated-at-of-the-original',
    title: 'A presentation made from a template keeps the updated_at of the template.',
    settles: ['updated_at', 'timestamps'],
    apply: editAnswer('createPresentation', (honest, { presentation }) => {
      if (presentation)
        presentation.resource = { ...presentation.resource, updated_at: '2025-03-01T08:00:00.000Z' };
      return { ...honest, body: presentation?.resource };
    }),
  },
  {
    id: 'updated-at-moves-with-every-fetch',
    title: 'The updated_at of a presentation changes with every fetch.',
    settles: ['updated_at', 'timestamps'],
    apply: {
      answer: (honest, { operation, world }) =>
        operation === 'getPresentation' && honest.status === 200
          ? {
              ...honest,
              body: { ...(honest.body as JsonObject), updated_at: new Date(world.now()).toISOString() },
            }
          : honest,
    },
  },
];
