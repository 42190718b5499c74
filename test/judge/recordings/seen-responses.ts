/** Recordings about keys and texts in bodies, first reads, lists that shrink, ids that two resources share, and errors at the end. */
import { keyPlaceholders } from '../../../src/judge/model/key-placeholders.js';
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  askingPoll,
  completed,
  completedJob,
  created,
  fetched,
  generating,
  job,
  later,
  rejected,
  rename,
  repeat,
  reply,
  resource,
  starts,
  templates,
  titled,
  warningFrom,
  withUserKey,
  type Recording,
} from './builders.js';

const longKeys = [keyPlaceholders.main, keyPlaceholders.other];
const key = `The key is ${keyPlaceholders.main}.`;
const withKey = (title: string, fails: string | undefined, ...lines: readonly ExchangeLine[]): Recording => ({
  title,
  ...(fails !== undefined && { fails }),
  options: { longKeys },
  lines,
});
const KEY_RULE = 'auth/responses-contain-no-key';

const keys: readonly Recording[] = [
  withKey(
    'A list contains the key of its request.',
    KEY_RULE,
    templates({ received: { templates: [], key } }),
  ),
  withKey(
    'An error without a key contains one.',
    KEY_RULE,
    templates(rejected(401, { key: 'none', received: { key } })),
  ),
  withKey(
    'A rejection with 401 quotes the key that it rejects.',
    undefined,
    templates(rejected(401, { received: { key } })),
    templates(),
  ),
  withKey(
    'A title contains the key, and so does the fetched presentation.',
    undefined,
    ...[created('a', key), fetched('a', {}, { title: key })],
  ),
  {
    title: 'A body contains a short key.',
    lines: [templates({ received: { templates: [], key } })],
  },
];

const PROMPT = 'A deck on the merger of two harbours';
const ofOther = fetched('q', { key: 'other' }, { workspace_id: 'ws_second' });
const TEXT_RULE = 'isolation/texts-stay-in-workspace';

const texts: readonly Recording[] = [
  {
    title: 'An error of another key contains the prompt of a job.',
    fails: TEXT_RULE,
    lines: [
      ofOther,
      { ...start, sent: { prompt: PROMPT } },
      poll({}, rejected(404, { key: 'other', received: { error: `No access to “${PROMPT}”` } })),
    ],
  },
  {
    title: 'An error of another key contains a text that this key has sent, too.',
    lines: [
      ofOther,
      { ...start, sent: { prompt: PROMPT } },
      starts('h', { key: 'other', sent: { prompt: PROMPT } }),
      poll({}, rejected(404, { key: 'other', received: { error: `No access to “${PROMPT}”` } })),
    ],
  },
  {
    title: 'Two workspaces have presentations with a title of the service, which a client sends again.',
    lines: [
      fetched('p', {}, { title: 'An untitled presentation' }),
      { ...rename('An untitled presentation') },
      fetched('q', { key: 'other' }, { workspace_id: 'ws_second', title: 'An untitled presentation' }),
    ],
  },
];

const FETCH_RULE = 'presentation/fetchable-when-completed';

const reads: readonly Recording[] = [
  ...[403, 404].map((status) => ({
    title: `The presentation of a completed job gets ${status} four seconds later.`,
    fails: status === 403 ? FETCH_RULE : [FETCH_RULE, 'operation/accepts-valid-request'],
    lines: [...completedJob, fetched('p', rejected(status, { from: 6 })), fetched('p', { from: 7 })],
  })),
  warningFrom(FETCH_RULE)(
    'The presentation of a completed job gets 404 a second later.',
    ...[...completedJob, fetched('p', rejected(404)), fetched('p')],
  ),
  {
    title: 'The first fetch of each of two presentations gets 409.',
    fails: FETCH_RULE,
    lines: ['g', 'h'].flatMap((id) => [
      ...[starts(id), job(id, completed(`of-${id}`))],
      ...[fetched(`of-${id}`, rejected(409)), fetched(`of-${id}`)],
    ]),
  },
  {
    title: 'A user has no access to a presentation for a while.',
    warns: 'presentation/fetchable-when-completed',
    lines: withUserKey(
      ...completedJob,
      fetched('p', rejected(403, { from: 60 })),
      fetched('p', { from: 90 }),
    ),
  },
  ...(
    [
      [403, { fails: 'job/first-poll-succeeds', warns: 'auth/valid-key-is-accepted-each-time' }],
      [404, { warns: ['job/first-poll-succeeds', 'job/pollable-until-terminal'] }],
    ] as const
  ).map(([status, declared]) => ({
    title: `The first poll of each of two jobs gets ${status}.`,
    ...declared,
    lines: ['g', 'h'].flatMap((id) => [
      ...[starts(id), job(id, {}, rejected(status))],
      job(id, { status: 'generating' }),
    ]),
  })),
  warningFrom('job/first-poll-succeeds', 'auth/valid-key-is-accepted-each-time')(
    'The first poll of each of two jobs gets 403, and so does that of an unknown job.',
    job('unknown', {}, rejected(403)),
    ...['g', 'h'].flatMap((id) => [
      starts(id),
      job(id, {}, rejected(403)),
      job(id, { status: 'generating' }),
    ]),
  ),
  {
    title: 'Each of two renames is visible after four seconds only.',
    fails: 'rename/visible-in-get',
    lines: [
      ...[created('p', 'Old'), titled('Old'), later(10, rename('New')), later(14, titled('Old'))],
      ...[
        later(17, titled('New')),
        later(20, rename('Newer')),
        later(24, titled('New')),
        later(27, titled('Newer')),
      ],
    ],
  },
  warningFrom('rename/visible-in-get')(
    'One of two renames is visible after four seconds only.',
    ...[created('p', 'Old'), titled('Old'), later(10, rename('New')), later(14, titled('Old'))],
    ...[later(17, titled('New')), later(20, rename('Newer')), later(21, titled('Newer'))],
  ),
];

const lists = (first: unknown, second: unknown): readonly ExchangeLine[] => [
  templates({ received: first }),
  templates({ received: second }),
];
const LIST_RULE = 'templates/keeps-entries';

const lost: readonly Recording[] = [
  warningFrom(LIST_RULE)('A list of templates is empty.', ...lists([{ id: 'a' }], [])),
  warningFrom(LIST_RULE)(
    'A list of templates loses one.',
    ...lists([{ id: 'a' }, { id: 'b' }], [{ id: 'b' }]),
  ),
  {
    title: 'The templates are a page of a longer list, in another order each time.',
    lines: lists([{ id: 'a' }, { id: 'b' }], [{ id: 'c' }, { id: 'a' }]),
  },
  warningFrom('job/reply-advances-job')(
    'A job asks the same a minute after an accepted reply.',
    ...[start, askingPoll, reply(), later(60, askingPoll)],
  ),
  {
    title: 'The creation and a job of one key have the same presentation.',
    fails: 'create/unique-id',
    lines: [created('p', 'A'), start, poll(completed('p'))],
  },
  {
    title: 'Two creations return one id, which a fetch finds, and nothing else.',
    fails: 'create/unique-id',
    lines: [...['A', 'B'].map((title) => created('p', title, { received: { id: 'p' } })), fetched('p')],
  },
  {
    title: 'Two creations return the id of their template.',
    lines: ['A', 'B'].map((title) => created('t', title, { received: { id: 't', presentation_id: title } })),
  },
  {
    title: 'Two presentations of one key have different workspaces.',
    fails: ['presentation/workspace-id-is-that-of-key', 'create/matches-fetched-presentation'],
    lines: [
      created('p', 'A'),
      fetched('p'),
      created('q', 'B', { received: { id: 'q' } }),
      fetched('q', {}, { workspace_id: 'ws_third' }),
    ],
  },
  {
    title: 'A user moves a presentation to another workspace of the same key.',
    warns: 'presentation/workspace-id-is-that-of-key',
    lines: withUserKey(
      ...[
        created('p', 'A'),
        fetched('p', {}, { title: 'A' }),
        created('q', 'B', { received: { id: 'q' } }),
        fetched('q', {}, { title: 'B', workspace_id: 'ws_third' }),
      ],
    ),
  },
  {
    title: 'A view names another job, and no other rule is broken by it.',
    fails: 'job/generation-id-matches-request',
    lines: [
      start,
      starts('h'),
      job('h', completed('p')),
      poll({ ...completed('p'), generation_id: 'h' }),
      generating,
    ],
  },
];

const refusedRename = (id: string): ExchangeLine => ({
  ...rename('New', rejected(409)),
  request: `PATCH /presentations/${id}`,
});

const ends: readonly Recording[] = [
  warningFrom('operation/stays-available')(
    'Three renames of two presentations get 409 at the end: they may be locked.',
    ...[fetched('p'), fetched('q'), rename('Old')],
    ...['p', 'q', 'p'].map(refusedRename),
    ...[fetched('p'), fetched('q')],
  ),
  warningFrom('operation/stays-available')(
    'Two starts are rejected by a quota at the end.',
    ...[starts('g'), ...repeat(2, () => starts('h', rejected(403, { sent: { prompt: 'B' } }))), templates()],
  ),
  {
    title: 'Three renames of two presentations get 500, and nothing else.',
    fails: 'operation/accepts-valid-request',
    warns: 'operation/low-5xx-rate',
    lines: ['p', 'q', 'p'].flatMap((id) => [
      fetched('p'),
      fetched('q'),
      { ...refusedRename(id), status: 500 },
    ]),
  },
  {
    title: 'Users edit both presentations of a workspace, which are locked.',
    lines: ['p', 'q', 'p'].flatMap((id) => [fetched('p'), fetched('q'), refusedRename(id)]),
  },
  {
    title: 'A key is rejected three times with 401 between fetches.',
    fails: 'auth/valid-key-is-accepted-each-time',
    lines: [fetched('p'), ...repeat(3, () => [fetched('p', rejected(401)), fetched('p')]).flat()],
  },
  warningFrom('auth/valid-key-is-accepted-each-time')(
    'A key is rejected once with 401 between fetches.',
    ...[fetched('p'), fetched('p', rejected(401)), fetched('p')],
  ),
  {
    title: 'A fetch returns another presentation than the one of its job.',
    fails: ['presentation/id-matches-request', 'presentation/matches-job-result'],
    lines: [...completedJob, fetched('p', { received: resource('q') })],
  },
  warningFrom('presentation/id-matches-request')(
    'A client fetches a presentation by a name that the service has for it.',
    fetched('last', { received: resource('p') }),
  ),
  ...[402, 422].map((status) =>
    warningFrom('operation/stays-available')(
      `Three renames of two presentations get ${status} at the end.`,
      ...[
        fetched('p'),
        fetched('q'),
        rename('Old'),
        { ...rename('Older'), request: 'PATCH /presentations/q' },
      ],
      ...['p', 'q', 'p'].map((id) => ({ ...refusedRename(id), status })),
      ...[fetched('p', {}, { title: 'Old' }), fetched('q', {}, { title: 'Older' })],
    ),
  ),
  {
    title: 'A key is locked for a moment before the first fetch of a presentation.',
    warns: 'presentation/fetchable-when-completed',
    lines: [
      ...completedJob,
      fetched('p', rejected(401, { from: 9 })),
      fetched('p', { from: 10 }),
      templates(),
    ],
  },
  {
    title: 'A key may only read.',
    lines: [
      ...[fetched('p'), fetched('q')],
      ...['p', 'q', 'p'].flatMap((id) => [{ ...refusedRename(id), status: 403 }, fetched(id)]),
    ],
  },
  {
    title: 'Six of seven fetches are redirected to the viewer.',
    fails: 'operation/no-redirect-instead-of-response',
    lines: [
      fetched('p'),
      ...repeat(6, () =>
        fetched('p', {
          status: 302,
          received: undefined,
          returned: [['location', 'https://viewer.example/p']],
        }),
      ),
      templates(),
    ],
  },
];

export const seenResponseRecordings: readonly Recording[] = [...keys, ...texts, ...reads, ...lost, ...ends];
