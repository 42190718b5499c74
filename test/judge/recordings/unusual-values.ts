/** Recordings of services whose values, templates and rejections are unusual, and of a key that is locked. */
import { keyPlaceholders, invalidKeyPlaceholders } from '../../../src/judge/model/key-placeholders.js';
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  askingPoll,
  createdFrom,
  fetched,
  withUserKey,
  rejected,
  rename,
  reply,
  starts,
  templates,
  repeat,
  titled,
  type Recording,
} from './builders.js';

const withMark = (
  mark: string,
  via: 'bearer' | 'x-api-key',
  more: Partial<ExchangeLine> = {},
): Partial<ExchangeLine> => ({
  ...more,
  key: 'none',
  headers: [via === 'bearer' ? ['authorization', `Bearer ${mark}`] : ['x-api-key', mark]],
});
const fromTemplate = (id: string): readonly ExchangeLine[] => [
  createdFrom(id),
  starts('g', rejected(422, { sent: { prompt: 'A', template_id: id } })),
];
const threeTemplates = (...more: readonly ExchangeLine[]): readonly ExchangeLine[] => [
  templates({ received: [{ id: 't' }, { id: 'u' }, { id: 'v' }] }),
  ...[...fromTemplate('t'), ...fromTemplate('u'), ...more, starts('g', { sent: { prompt: 'A' } })],
];
/** Starts that fail with quotes, and one without them. */
const quoting = (status: number, count: number, more: object = {}): readonly ExchangeLine[] => [
  ...repeat(count, () => starts('g', rejected(status, { sent: { prompt: 'Say "hi"', ...more } }))),
  starts('g', { sent: { prompt: 'Say hi' } }),
];
const stepping = (current_step: string): readonly ExchangeLine[] => [
  start,
  poll({ status: 'generating', progress: { slides_total: 3, slides_completed: 1, current_step } }),
];

const values: readonly Recording[] = [
  { title: 'A service shows an ellipsis between two steps.', lines: stepping('…') },
  {
    title: 'A question quotes the dump of an object in a reply.',
    lines: [
      ...[start, askingPoll, reply({ sent: { message: '[object Object]' } })],
      poll({ status: 'awaiting_input', message: 'What is "[object Object]"?' }),
    ],
  },
  {
    title: 'The pages of presentations have the paths of operations at another host.',
    lines: [fetched('p', {}, { url: 'https://decks.example/api/v1/presentations/p' })],
  },
  {
    title: 'The workspace_id of a presentation is empty.',
    fails: 'presentation/workspace-id-is-valid',
    lines: [fetched('p', {}, { workspace_id: '' })],
  },
  {
    title: 'A start fails once with quotes.',
    warns: ['operation/low-5xx-rate', 'start/accepts-unicode-and-long-prompts'],
    lines: quoting(500, 1),
  },
  {
    title: 'A service rejects quotes in a prompt.',
    warns: 'start/accepts-unicode-and-long-prompts',
    lines: quoting(422, 2),
  },
  {
    title: 'Starts fail with a template, and with quotes.',
    warns: 'operation/low-5xx-rate',
    lines: quoting(500, 2, { template_id: 't' }),
  },
  {
    title: 'Starts of a user with a long prompt fail before a short one is accepted.',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(
      starts('g', { sent: { prompt: 'Taxis' } }),
      ...repeat(2, () =>
        starts('g', rejected(500, { sent: { prompt: `Taxis ${'and boats '.repeat(90)}` } })),
      ),
    ),
  },
  ...(
    [
      [{ generation_id: '', status: 'generating' }, []],
      [[], ['start/status-is-generating']],
    ] as const
  ).map(([received, further]) => ({
    title: `The response to a start is ${JSON.stringify(received)}.`,
    fails: ['start/has-generation-id', ...further, 'start/poll-url-is-status-path'],
    lines: [starts('g', { received })],
  })),
  {
    title: 'Two of three templates are for creating only.',
    warns: 'start/accepts-listed-template',
    lines: threeTemplates(),
  },
  {
    title: 'An empty list of templates is null.',
    warns: 'templates/returns-list',
    lines: [templates({ received: { templates: null } })],
  },
];

const probes = ['bearer', 'x-api-key'] as const;
/** A run guesses at its key at the end, and then reads with the key, which the service rejects. */
const guessing = (...guesses: readonly string[]): readonly ExchangeLine[] => [
  ...probes.map((via) => templates(withMark(keyPlaceholders.main, via))),
  ...guesses.map((guess) => templates(withMark(guess, 'bearer', rejected(401)))),
  ...probes.flatMap((via) => [
    templates(withMark(keyPlaceholders.main, via, rejected(401))),
    fetched('p', withMark(keyPlaceholders.main, via, rejected(401))),
  ]),
  templates({ key: 'other' }),
];

const refusals: readonly Recording[] = [
  {
    title: 'A service locks a key after keys that are almost the same.',
    lines: [
      fetched('p'),
      ...guessing(
        invalidKeyPlaceholders.truncated,
        invalidKeyPlaceholders.extended,
        invalidKeyPlaceholders['other-case'],
      ),
    ],
  },
  {
    title: 'A quota of starts is used up in both headers, and another key lists the templates.',
    lines: [
      ...[templates(), starts('g')],
      ...probes.map((via) => starts('h', withMark(keyPlaceholders.main, via, rejected(403)))),
      templates({ key: 'other' }),
    ],
  },
  {
    title: 'A service rejects a rename without a key in the body of a 200.',
    warns: 'auth/rejects-missing-key',
    lines: [titled('Old'), rename('New', rejected(200, { key: 'none' })), titled('Old'), rename('Other')],
  },
];

export const unusualRecordings: readonly Recording[] = [...values, ...refusals];
