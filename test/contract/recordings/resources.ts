/** Recordings about presentations and templates. */
import { keyMarks } from '../../../src/contract/model/key-marks.js';
import { poll, start, type ExchangeLine } from '../exchanges.js';
import { refused, fetched, titled, rename, templates, completed, times, type Recording } from './lines.js';

/** The key in the other header is refused. */
const inXApiKey: Partial<ExchangeLine> = refused(401, {
  key: 'none',
  headers: [['x-api-key', keyMarks.first]],
});

const failsInXApiKey = fetched('p', { ...inXApiKey, status: 500 });

export const resourceRecordings: readonly Recording[] = [
  {
    title: 'A presentation cannot be fetched twice at the end, and others can.',
    lines: [fetched('p'), fetched('p', refused(500)), fetched('p', refused(500)), fetched('q')],
  },
  {
    title: 'Nothing can be fetched at the end.',
    lines: [
      fetched('p'),
      ...times(4, () => fetched('p', refused(500))),
      fetched('q', refused(500)),
      templates(),
    ],
  },
  {
    title: 'The key is revoked before a fetch.',
    lines: [start, poll(completed('p')), fetched('p', refused(401))],
  },
  {
    title: 'A plan ends before a fetch.',
    lines: [start, poll(completed('p')), fetched('p', refused(403))],
  },
  {
    title: 'A key is revoked before it is sent in the other header.',
    lines: [start, poll(completed('p')), fetched('p'), fetched('p', inXApiKey), templates(refused(401))],
  },
  {
    title: 'Two fetches in one header fail, and the one in between in the other header does not.',
    lines: [fetched('p'), failsInXApiKey, fetched('p'), failsInXApiKey, fetched('p')],
  },
  {
    title: 'An address is blocked after a wrong key.',
    lines: [
      ...[
        fetched('p'),
        templates(refused(401, { key: 'wrong' })),
        fetched('p', refused(403, { key: 'other' })),
      ],
      ...[fetched('p', refused(403)), templates(refused(403))],
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
    title: 'A key reads a public presentation of another workspace.',
    lines: [fetched('q'), fetched('p', {}, { workspace_id: 'ws_second', is_public: true })],
  },
  {
    title: 'A replica does not find a presentation for a moment after a rename.',
    lines: [
      ...[start, poll(completed('p')), fetched('p', refused(404, { from: 2 })), rename('New')],
      titled('New', { from: 8 }),
    ],
  },
  ...[
    ['a new title after ten seconds', [titled('Old', { from: 12 }), titled('New', { from: 14 })]] as const,
    [
      'the old title once more after ten seconds',
      [titled('New', { from: 4 }), titled('Old', { from: 12 }), titled('New', { from: 14 })],
    ] as const,
  ].map(([what, lines]) => ({
    title: `A replica shows ${what}: the interface gives no time.`,
    lines: [start, poll(completed('p')), titled('Old'), rename('New'), ...lines],
  })),
  {
    title: 'A presentation is not found after an hour: somebody deleted it.',
    lines: [fetched('p'), fetched('p', refused(404, { from: 3600 }))],
  },
  {
    title: 'A replica does not know a new presentation for a second.',
    lines: [start, poll(completed('p')), fetched('p', refused(404, { from: 2 })), fetched('p', { from: 8 })],
  },
  {
    title: 'A presentation is not found right after its job, and nobody looks again.',
    lines: [start, poll(completed('p')), fetched('p', refused(404, { from: 2 }))],
  },
  {
    title: 'A rename with the content type of a form is refused.',
    lines: [titled('Old'), rename('New', refused(415, { headers: [['content-type', 'text/plain']] }))],
  },
  {
    title: 'A client that accepts only pages gets 406.',
    lines: [templates(), templates(refused(406, { headers: [['accept', 'text/html']] }))],
  },
  {
    title: 'The address of the templates moved to one with a slash at its end.',
    lines: [templates({ status: 301, returned: [['location', '/api/v1/templates/']] }), templates()],
  },
  {
    title: 'A rename has no response before a title that the service refuses.',
    lines: [titled('Old'), rename('New', refused(504)), rename('!', refused(422))],
  },
  {
    title: 'A presentation is fetched by its slug.',
    lines: [fetched('old-deck', {}, { id: 'p' })],
  },
  ...(
    [
      ['A title is trimmed.', ' New  boats ', 'New boats'],
      ['A title is stored with other code points.', 'Cafe\u0301', 'Caf\u00e9'],
      ['A blank title is ignored.', ' ', 'Old'],
      ['A long title is cut.', 'n'.repeat(200), 'n'.repeat(100)],
      ['A long title is cut, and ends with dots.', 'n'.repeat(200), `${'n'.repeat(99)}…`],
    ] as const
  ).map(([title, sent, shown]) => ({
    title,
    lines: [start, poll(completed('p')), titled('Old'), rename(sent), titled(shown, { from: 20 })],
  })),
  {
    title: 'Somebody renames a presentation in the application.',
    lines: [titled('Old'), fetched('p', {}, { title: 'Their', updated_at: '2026-01-17T10:00:00.000Z' })],
  },
  {
    title: 'Somebody makes a presentation public in the application.',
    lines: [fetched('p'), fetched('p', {}, { is_public: true })],
  },
  ...([503, 401, 403] as const).map((status) => ({
    title: `The list of templates gets ${status} at hours without a rate limit.`,
    lines: [
      ...times(5, (hour) => templates({ from: hour * 3600 })),
      ...times(3, (index) => templates(refused(status, { from: 15_000 + 8 * index }))),
    ],
  })),
  {
    title: 'A key is revoked after a few requests.',
    lines: [...times(5, () => templates()), ...times(3, () => templates(refused(401)))],
  },
  {
    title: 'A service is down after a few requests.',
    lines: [
      ...times(5, (index) => templates({ from: index })),
      ...times(3, (index) => templates(refused(503, { from: 5 + index }))),
    ],
  },
  {
    title: 'Two requests in a row are refused.',
    lines: [...times(6, () => templates()), ...times(2, () => templates(refused(403)))],
  },
  {
    title: 'The templates are refused after a single success.',
    lines: [templates(), ...times(3, () => templates(refused(403)))],
  },
];
