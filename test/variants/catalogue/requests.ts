/** Sections 4.3, 4.4, 4.6, 4.7: the required parts of requests, and the handling of unexpected ones. */
import { afterRename, editResponse } from '../../mutants/response-edits.js';
import { objectOf, refuse } from '../../reference-service/operations.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { Operation } from '../../reference-service/routes.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant, type VariantRow } from '../variant.js';

/** The operation rejects the bodies for which `bad` is true. */
const rejecting =
  (operation: Operation) =>
  (status: number, bad: (input: JsonObject, call: Call) => boolean): ServiceHooks => ({
    replaceResponse: (call) =>
      call.operation === operation && bad(objectOf(call.input), call)
        ? refuse(status, 'The body is not accepted.')
        : undefined,
  });
const start = rejecting('startGeneration');
const create = rejecting('createPresentation');
const send = rejecting('sendGenerationMessage');
const update = rejecting('updatePresentation');

const choose = (choices: NonNullable<ServiceHooks['choices']>): ServiceHooks => ({ choices });
const isAscii = (text: unknown): boolean => !/[^ -~]/.test(String(text));
const isLonger = (text: unknown, most: number): boolean => String(text).length > most;

/** Each workspace creates one presentation. */
const oneCreation = (status: number): ServiceHooks => ({
  replaceResponse: ({ operation, store, workspace }) =>
    operation === 'createPresentation' &&
    [...store.presentations.values()].some(
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
const storing = (form: (title: string) => string): ServiceHooks =>
  afterRename((resource) => ({ ...resource, title: form(titleOf(resource)) }));

const titleOf = ({ title }: JsonObject) => (typeof title === 'string' ? title : '');

export const requests: readonly ConformingVariant[] = [
  ...createVariants('start request', [
    [
      'both',
      'A start needs a prompt and a template.',
      choose({ startNeeds: { prompt: true, template: true } }),
    ],
    [
      'template',
      'A start needs a template, and no prompt.',
      choose({ startNeeds: { prompt: false, template: true } }),
    ],
    [
      'nothing',
      'A start needs neither prompt nor template.',
      choose({ startNeeds: { prompt: false, template: false } }),
    ],
    ['strict', 'A start rejects unknown fields.', start(400, onlyKnows('prompt', 'template_id'))],
    [
      'ascii',
      'A start rejects prompts with letters outside ASCII.',
      start(422, ({ prompt }) => !isAscii(prompt)),
      'start/accepts-unicode-and-long-prompts',
    ],
    [
      'long',
      'A start rejects prompts of more than five hundred characters.',
      start(413, ({ prompt }) => isLonger(prompt, 500)),
      'start/accepts-unicode-and-long-prompts',
    ],
    [
      'no-template',
      'A start rejects templates for this plan.',
      start(403, (input) => 'template_id' in input),
    ],
    [
      'short',
      'A start rejects prompts of more than twenty letters.',
      start(413, ({ prompt }) => isLonger(prompt, 20)),
    ],
    [
      'short-invalid',
      'A start rejects prompts of more than forty letters as an invalid body.',
      start(400, ({ prompt }) => isLonger(prompt, 40)),
      'operation/stays-available',
    ],
    ['further-field', 'A start needs a language, too.', start(422, ({ language }) => language === undefined)],
    [
      'second-template',
      'A start accepts only one of the templates.',
      start(422, ({ template_id: id }) => typeof id === 'string' && !id.endsWith('b')),
      'start/accepts-listed-template',
    ],
    ['content', 'A start rejects the content of every prompt.', start(451, () => true)],
  ]),
  ...createVariants('create request', [
    ['other-field', 'Creating names the template as `templateId`.', choose({ templateField: 'templateId' })],
    ['unguessable', 'Creating needs an unusual body.', choose({ templateField: 'layout_ref' })],
    ['title', 'Creating needs a title.', create(422, (input) => titleOf(input) === '')],
    ['no-title', 'Creating rejects a title.', create(400, onlyKnows('template_id'))],
    ['forbidden', 'Creating is not part of the plan.', create(403, () => true)],
    ...[402, 403, 409, 429].map((status): VariantRow => [
      `one-then-${status}`,
      `A workspace can create one presentation. Further ones get ${status}.`,
      oneCreation(status),
      status === 429 ? 'rate-limit/counts-each-key' : 'operation/stays-available',
    ]),
  ]),
  ...createVariants('message request', [
    ['content', 'A message has its text in `content`.', choose({ replyField: 'content' })],
    ['text', 'A message has its text in `text`.', choose({ replyField: 'text' })],
    ['reply', 'A message has its text in `reply`.', choose({ replyField: 'reply' })],
    ['answer', 'A message has its text in `answer`.', choose({ replyField: 'answer' })],
    ['unguessable', 'A message needs an unusual body.', choose({ replyField: 'utterance' })],
    [
      'long',
      'A message of more than 255 characters is rejected.',
      send(422, ({ message }) => isLonger(message, 255)),
    ],
    [
      'ascii',
      'A message with letters outside ASCII is rejected.',
      send(400, ({ message }) => !isAscii(message)),
      // In a part of a recording that ends with these messages.
      'operation/stays-available',
    ],
  ]),
  ...createVariants('unsolicited messages', [
    [
      'refused',
      'A message is rejected while there is no question.',
      choose({ unsolicitedMessages: { generating: 'refused', finished: 'refused' } }),
    ],
    [
      'taken',
      'A message is accepted at any time, and changes nothing without a question.',
      choose({ unsolicitedMessages: { generating: 'taken', finished: 'taken' } }),
    ],
  ]),
  ...createVariants('patch request', [
    ['strict', 'Updating rejects every field except the title.', update(400, onlyKnows('title'))],
    ['is-public', 'Updating accepts is_public too.', choose({ patchable: ['title', 'is_public'] })],
    [
      'description',
      'Updating accepts a description too, and presentations show it from then on.',
      choose({ patchable: ['title', 'description'] }),
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
      'rename/visible-in-get',
    ],
    [
      'no-blank',
      'Updating rejects blank titles.',
      update(400, ({ title }) => typeof title === 'string' && title.trim() === ''),
    ],
    [
      'title-alone',
      'Updating stores the title, and then rejects a body with further fields.',
      {
        editResponse: (original, { operation, input }) =>
          operation === 'updatePresentation' && original.status === 200 && onlyKnows('title')(objectOf(input))
            ? refuse(422, 'Only the title was updated.')
            : original,
      },
    ],
    [
      'no-markup',
      'Updating rejects markup with 403, as a firewall does.',
      update(403, (input) => titleOf(input).includes('<')),
    ],
    [
      'bmp',
      'Updating rejects characters outside the BMP.',
      update(400, (input) => /[\u{10000}-\u{10FFFF}]/u.test(titleOf(input))),
    ],
    [
      'no-digits',
      'Updating rejects titles of digits alone.',
      update(422, (input) => /^\d+$/.test(titleOf(input))),
    ],
    [
      'ascii',
      'Updating rejects titles with letters outside ASCII.',
      update(422, (input) => !isAscii(titleOf(input))),
      'operation/stays-available',
    ],
    [
      'short',
      'Updating rejects titles of more than twenty letters.',
      update(422, (input) => titleOf(input).length > 20),
      'operation/stays-available',
    ],
    [
      'locked',
      'Updating is rejected while a user edits the presentation.',
      update(409, (_input, { presentation }) => presentation?.origin === 'generation'),
    ],
  ]),
  {
    id: 'rename-leaves-updated-at',
    title: 'A rename does not change updated_at.',
    decides: ['updated_at'],
    hooks: { choices: { renameMovesUpdatedAt: false } },
  },
  {
    id: 'updated-at-by-another-clock',
    title: 'The clock that writes updated_at at a rename is eight seconds behind the other one.',
    decides: ['updated_at', 'timestamps'],
    hooks: afterRename((resource) => ({
      ...resource,
      updated_at: new Date(Date.parse(String(resource['updated_at'])) - 8_000).toISOString(),
    })),
  },
  {
    id: 'updated-at-of-the-original',
    title: 'A presentation made from a template keeps the updated_at of the template.',
    decides: ['updated_at', 'timestamps'],
    hooks: editResponse('createPresentation', (original, { presentation }) => {
      if (presentation)
        presentation.resource = { ...presentation.resource, updated_at: '2025-03-01T08:00:00.000Z' };
      return { ...original, body: presentation?.resource };
    }),
  },
  {
    id: 'updated-at-changes-with-every-fetch',
    title: 'The updated_at of a presentation changes with every fetch.',
    decides: ['updated_at', 'timestamps'],
    hooks: {
      editResponse: (original, { operation, store }) =>
        operation === 'getPresentation' && original.status === 200
          ? {
              ...original,
              body: { ...(original.body as JsonObject), updated_at: new Date(store.now()).toISOString() },
            }
          : original,
    },
  },
];
