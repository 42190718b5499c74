/** Recordings about presentations and templates. */
import type { ExchangeLine } from '../build-journal.js';
import {
  completedJob,
  fetched,
  rejected,
  rename,
  templates,
  repeat,
  titled,
  xApiKey,
  type Recording,
} from './builders.js';

/** The key in the other header is rejected. */
const inXApiKey: Partial<ExchangeLine> = rejected(401, xApiKey);

const failsInXApiKey = fetched('p', { ...inXApiKey, status: 500 });

export const resourceRecordings: readonly Recording[] = [
  {
    title: 'Two presentations have one url.',
    warns: 'presentation/unique-url',
    lines: [fetched('p'), fetched('q', {}, { url: 'https://decks.example/p' })],
  },
  {
    title: 'A presentation is fetched by its id in other letter case, and has its own id and url.',
    warns: 'presentation/id-matches-request',
    lines: [fetched('P', {}, { id: 'p', url: 'https://decks.example/p' }), ...completedJob, fetched('p')],
  },
  {
    title: 'A presentation cannot be fetched twice at the end, and others can.',
    warns: 'operation/low-5xx-rate',
    lines: [fetched('p'), fetched('p', rejected(500)), fetched('p', rejected(500)), fetched('q')],
  },
  {
    title: 'A key is revoked before it is sent in the other header.',
    lines: [...completedJob, fetched('p'), fetched('p', inXApiKey), templates(rejected(401))],
  },
  {
    title: 'Two fetches in one header fail, and the one in between in the other header does not.',
    warns: 'operation/low-5xx-rate',
    lines: [fetched('p'), failsInXApiKey, fetched('p'), failsInXApiKey, fetched('p')],
  },
  {
    title: 'An address is blocked after an invalid key.',
    lines: [
      ...[
        fetched('p'),
        templates(rejected(401, { key: 'wrong' })),
        fetched('p', rejected(403, { key: 'other' })),
      ],
      ...[fetched('p', rejected(403)), templates(rejected(403))],
    ],
  },
  {
    title: 'Another key reads a public presentation before its owner renames it.',
    lines: [
      fetched('q', { key: 'other' }, { workspace_id: 'ws_second' }),
      ...[fetched('p', { key: 'other' }, { is_public: true }), fetched('p', {}, { is_public: true })],
      ...[fetched('r'), rename('New')],
    ],
  },
  {
    title: 'A replica does not find a presentation for a moment after a rename.',
    warns: 'presentation/fetchable-when-completed',
    lines: [
      ...[...completedJob, fetched('p', rejected(404, { from: 2 })), rename('New')],
      titled('New', { from: 8 }),
    ],
  },
  ...[
    [
      'a new title after ten seconds',
      'rename/visible-in-get',
      [titled('Old', { from: 12 }), titled('New', { from: 14 })],
    ] as const,
    [
      'the old title once more after ten seconds',
      'rename/persists',
      [titled('New', { from: 4 }), titled('Old', { from: 12 }), titled('New', { from: 14 })],
    ] as const,
  ].map(([what, warns, lines]) => ({
    title: `A replica shows ${what}: the spec gives no time.`,
    warns,
    lines: [...completedJob, titled('Old'), rename('New'), ...lines],
  })),
  {
    title: 'The address of the templates moved to one with a slash at its end.',
    lines: [templates({ status: 301, returned: [['location', '/api/v1/templates/']] }), templates()],
  },
  {
    title: 'A rename has no response before a title that the service rejects.',
    warns: 'operation/low-5xx-rate',
    lines: [titled('Old'), rename('New', rejected(504)), rename('!', rejected(422))],
  },
  ...([['A blank title is ignored.', ' ', 'Old']] as const).map(([title, sent, shown]) => ({
    title,
    warns: 'rename/visible-in-get',
    lines: [...completedJob, titled('Old'), rename(sent), titled(shown, { from: 20 })],
  })),
  {
    title: 'A service is down after a few requests.',
    warns: 'operation/low-5xx-rate',
    lines: [
      ...repeat(5, (index) => templates({ from: index })),
      ...repeat(3, (index) => templates(rejected(503, { from: 5 + index }))),
    ],
  },
];
