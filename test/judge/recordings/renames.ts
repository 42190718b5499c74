/** Recordings of renames next to what other users, other views and replicas show. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  blocked,
  created,
  editedExternally,
  fetched,
  withUserKey,
  rejected,
  rename,
  resource,
  titled,
  type Recording,
} from './builders.js';

const renamed = (id: string, from: number): ExchangeLine => ({
  ...rename('New', { from }),
  request: `PATCH /presentations/${id}`,
});
const lost = (id: string, from: number, status = 404): readonly ExchangeLine[] => [
  fetched(id, { from }),
  renamed(id, from + 1),
  fetched(id, rejected(status, { from: from + 9 })),
];
const view = (title: string, from: number, fields: object = {}): ExchangeLine =>
  poll({ status: 'completed', presentation: resource('p', { title, ...fields }) }, { from });

export const renameRecordings: readonly Recording[] = [
  {
    title: 'A gateway returns its page for a rename that the service carries out.',
    lines: [
      ...[start, view('Old', 1), fetched('p', { from: 2 })],
      { ...rename('New', { from: 3 }), ...blocked },
      fetched('p', { from: 9 }, { title: 'New' }),
    ],
  },
  {
    title: 'Somebody deletes one of two renamed presentations.',
    warns: 'rename/keeps-id',
    lines: withUserKey(
      ...lost('p', 0),
      fetched('q', { from: 20 }),
      renamed('q', 21),
      fetched('q', { from: 30 }, { title: 'New' }),
    ),
  },
  {
    title: 'Two presentations are lost by their renames, and a third one is not renamed.',
    fails: 'rename/keeps-id',
    lines: withUserKey(...lost('p', 0), ...lost('q', 20, 410), fetched('r', { from: 40 })),
  },
  {
    title: 'A presentation is not found for a moment, and somebody deletes it after its rename.',
    fails: 'presentation/stays-fetchable',
    warns: 'rename/keeps-id',
    lines: withUserKey(
      fetched('p', { from: 0 }),
      fetched('p', rejected(404, { from: 20 })),
      ...lost('p', 40),
    ),
  },
  {
    title: 'A client sends a number as the title, and its job shows it as text.',
    lines: [
      ...[start, view('Old', 1), rename('New', { from: 2 })],
      { ...rename('', { from: 3 }), sent: { title: 2026 } },
      view('2026', 9),
    ],
  },
  {
    title: 'Somebody renames a presentation next to a client, and its job shows the title.',
    warns: 'rename/job-shows-known-title',
    lines: withUserKey(
      start,
      view('Old', 1),
      rename('New', { from: 2 }),
      view('Their', 90, editedExternally),
    ),
  },
  {
    title: 'Somebody renames a presentation after a client did.',
    warns: 'rename/persists',
    lines: withUserKey(
      ...[start, view('Old', 1), titled('Old', { from: 2 }), rename('New', { from: 3 })],
      titled('New', { from: 9 }),
      fetched('p', { from: 90 }, { title: 'Their', ...editedExternally }),
    ),
  },
  ...(
    [
      ['workspace_id', []],
      ['created_at', ['presentation/created-at-is-valid']],
    ] as const
  ).flatMap(([field, further]) => [
    {
      title: `The ${field} of a presentation of a user changes after an edit.`,
      fails: ['presentation/stable-without-patch', ...further],
      lines: withUserKey(
        fetched('p', { from: 0 }),
        fetched('p', { from: 90 }, { ...editedExternally, [field]: 'x' }),
      ),
    },
    {
      title: `The ${field} of a presentation of a user changes next to a rename.`,
      fails: ['rename/changes-only-title', ...further],
      lines: withUserKey(
        ...[fetched('p', { from: 0 }), rename('New', { from: 1 })],
        fetched('p', { from: 90 }, { ...editedExternally, title: 'New', [field]: 'x' }),
      ),
    },
  ]),
  {
    title: 'The slides of a template arrive after the rename of its presentation.',
    warns: 'rename/changes-only-title',
    lines: [
      created('p', 'Old', { from: 0 }),
      ...[fetched('p', { from: 3 }), rename('New', { from: 4 })],
      fetched('p', { from: 9 }, { title: 'New', sections: [{ heading: 'Quay' }] }),
    ],
  },
];
