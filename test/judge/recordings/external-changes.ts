/** Recordings in which users change or delete presentations in the application, next to a client. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  blocked,
  completed,
  created,
  completedJob,
  editedExternally,
  fetched,
  withUserKey,
  rejected,
  rename,
  resource,
  secondKey,
  titled,
  type Recording,
} from './builders.js';

const gone = (id: string, from: number): ExchangeLine => fetched(id, rejected(404, { from }));
const theirs = (fields: object, from: number): ExchangeLine =>
  fetched('p', { from }, { ...editedExternally, title: 'New', ...fields });
const slides = [{ heading: 'Quay' }];
const patched = (from: number): ExchangeLine => ({
  ...rename('New', { from }),
  sent: { title: 'New', theme: 'x' },
});
const lookedForWith = (response: Partial<ExchangeLine>): readonly ExchangeLine[] => [
  ...withUserKey(fetched('p', { from: 0 })),
  fetched('q', { from: 10, ...secondKey }),
  fetched('p', { ...response, from: 30, ...secondKey }),
  ...withUserKey(fetched('p', { from: 40 })),
];

const deletions: readonly Recording[] = [
  {
    title: 'A service finds none of the presentations of completed jobs.',
    fails: ['operation/accepts-valid-request', 'start/poll-url-is-status-path'],
    warns: ['presentation/fetchable-when-completed', 'presentation/created-at-is-creation-time'],
    lines: withUserKey(
      ...[...completedJob, gone('p', 30)],
      { ...start, received: { ...(start.received as object), generation_id: 'h' }, from: 40 },
      {
        request: 'GET /presentations/generate/h/status',
        received: { generation_id: 'h', ...completed('q') },
        from: 42,
      },
      gone('q', 60),
    ),
  },
  {
    title: 'Somebody deletes a presentation days after a client renamed it.',
    warns: 'rename/keeps-id',
    lines: withUserKey(titled('Old', { from: 0 }), rename('New', { from: 1 }), gone('p', 300_000)),
  },
  {
    title: 'A service finds none of the presentations that a client created.',
    fails: 'create/returned-id-is-fetchable',
    lines: withUserKey(
      ...['p', 'q'].flatMap((id, index) => [
        { ...created(id, 'Old', { from: 100 * index }), sent: { title: `Deck ${id}` } },
        ...[40, 60].map((from) => gone(id, 100 * index + from)),
      ]),
    ),
  },
  {
    title: 'Somebody deletes a presentation before a second key of its workspace looks for it.',
    lines: [
      ...withUserKey(fetched('p', { from: 0 })),
      fetched('q', { from: 10, ...secondKey }),
      fetched('p', { ...rejected(404), from: 30, ...secondKey }),
    ],
  },
  {
    title: 'A second key of the workspace looks for a presentation before it is there.',
    lines: [
      fetched('q', { from: 0, ...secondKey }),
      fetched('p', { ...rejected(404), from: 1, ...secondKey }),
      ...withUserKey({ ...start, from: 5 }, poll(completed('p'), { from: 9 }), fetched('p', { from: 10 })),
    ],
  },
  ...[403, 404].map((status) => ({
    title: `A second key of the workspace gets ${status} for a presentation that its owner fetches later.`,
    fails: 'isolation/same-workspace-has-access',
    lines: lookedForWith(rejected(status)),
  })),
  { title: 'A second key of the workspace fetches a presentation.', lines: lookedForWith({}) },
  {
    title: 'A firewall stops a second key of the workspace with its page.',
    lines: lookedForWith(blocked),
  },
];

const edits: readonly Recording[] = [
  {
    title: 'Somebody renames a presentation after a client did, before it is fetched.',
    warns: 'rename/visible-in-get',
    lines: withUserKey(
      ...[...completedJob, titled('Old', { from: 3 }), rename('New', { from: 4 })],
      theirs({ title: 'Their' }, 300),
    ),
  },
  {
    title: 'A PATCH of a user stores another title.',
    fails: 'rename/visible-in-get',
    lines: withUserKey(
      ...[...completedJob, titled('Old', { from: 3 }), rename('New', { from: 4 })],
      theirs({ title: 'Odd' }, 6),
    ),
  },
  {
    title: 'Somebody makes a presentation public around a rename.',
    warns: 'rename/changes-only-title',
    lines: withUserKey(
      titled('Old', { from: 0 }),
      rename('New', { from: 60 }),
      theirs({ is_public: true }, 90),
    ),
  },
  ...([['A PATCH of other fields', 'rename/keeps-slides', patched(1)]] as const).map(
    ([what, breaks, patch]) => ({
      title: `${what} of a user changes slides at once.`,
      fails: breaks,
      lines: withUserKey(titled('Old', { from: 0 }), patch, theirs({ sections: slides }, 2)),
    }),
  ),
  {
    title: 'The response to creating holds the template in the shape of a presentation, too.',
    lines: ['p', 'q'].map((id, index) => ({
      ...created(id, 'Old', { from: index }),
      sent: { title: `Deck ${id}` },
      received: { template: resource('t'), presentation: resource(id) },
    })),
  },
  {
    title: 'A created presentation of a user has another title at once.',
    fails: 'create/matches-fetched-presentation',
    lines: withUserKey(created('p', 'Old', { from: 0 }), fetched('p', { from: 60 }, { title: 'Odd' })),
  },
  {
    title: 'The title of a creation is trimmed when it is fetched.',
    warns: 'create/matches-fetched-presentation',
    lines: [
      { ...created('p', 'Old', { from: 0 }), received: resource('p', { title: ' Old ' }) },
      titled('Old', { from: 5 }),
    ],
  },
  {
    title: 'The status response of a job omits the slides.',
    warns: 'presentation/matches-job-result',
    lines: [...completedJob, fetched('p', {}, { sections: slides })],
  },
  {
    title: 'The slides of a template change after they arrived.',
    fails: 'presentation/stable-without-patch',
    lines: [
      ...[created('p', 'Old', { from: 0 }), fetched('p', { from: 3 }, { sections: slides })],
      fetched('p', { from: 9 }, { sections: [{ heading: 'Pier' }] }),
    ],
  },
];

const ofOther = (line: ExchangeLine): ExchangeLine => ({ ...line, key: 'other' });
const published = { title: 'New', is_public: true };
/** A rename that is rejected without a key, after five seconds, and the title in a fetch. */
const rejectedRename = (from: number): readonly ExchangeLine[] => [
  ...withUserKey(titled('Old', { from: 0 })),
  rename('New', rejected(401, { key: 'none', from: 5 })),
  ...withUserKey(theirs({}, from), rename('Other', { from: 90 })),
];
/** Reads a presentation with the key of another workspace. */
const foreignRead = (...lines: readonly ExchangeLine[]): readonly ExchangeLine[] => [
  ofOther(fetched('q', { from: 0 }, { workspace_id: 'ws_second' })),
  ...[titled('Old', { from: 1 }), rename('New', { from: 2 }), titled('New', { from: 3 })],
  ofOther(fetched('p', { from: 60 }, published)),
  ...lines,
];

const elsewhere: readonly Recording[] = [
  {
    title: 'A rename without a key is rejected, and takes effect at once.',
    fails: 'auth/rejects-missing-key',
    lines: rejectedRename(7),
  },
  {
    title: 'Somebody publishes a presentation before another key reads it.',
    warns: 'isolation/other-key-cannot-read-presentation',
    lines: foreignRead(),
  },
  {
    title: 'Slides say in words how old they are.',
    lines: ['just now', 'a minute ago'].map((saved) =>
      fetched('p', {}, { sections: [{ heading: 'Quay', saved, variant: saved }] }),
    ),
  },
  {
    title: 'The caption of a slide is another one.',
    fails: 'presentation/stable-without-patch',
    lines: ['Just now at the quay', 'A minute at the quay'].map((saved) =>
      fetched('p', {}, { sections: [{ heading: 'Quay', saved }] }),
    ),
  },
  {
    title: 'A service writes the same created_at with more digits in a fetch.',
    warns: 'presentation/created-at-is-valid',
    lines: [fetched('p'), fetched('p', {}, { created_at: '2026-01-15T09:30:12.000000Z' })],
  },
];

export const peopleRecordings: readonly Recording[] = [...deletions, ...edits, ...elsewhere];
