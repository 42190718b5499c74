/** Recordings of services that lag, fail for a while, or delete old jobs. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  completed,
  created,
  fetched,
  generating,
  job,
  later,
  withUserKey,
  rejected,
  rename,
  starts,
  templates,
  repeat,
  type Recording,
} from './builders.js';

/** Two jobs fail, and the poll before each failed view gets 502. */
const failing = (apart: number): readonly ExchangeLine[] =>
  withUserKey(
    ...[starts('g', { from: 0 }), starts('h', { from: 1 })],
    ...['g', 'h'].flatMap((id, index) => [
      job(id, {}, rejected(502, { from: 10 + apart * index })),
      job(id, { status: 'failed', error: 'Upstream is down.' }, { from: 14 + apart * index }),
    ]),
  );
/** Two starts with a prompt outside ASCII fail, and one in plain ASCII succeeds. */
const richStarts = (...more: readonly ExchangeLine[]): readonly ExchangeLine[] => [
  ...repeat(2, () => starts('f', rejected(503, { sent: { prompt: 'Häfen' } }))),
  starts('g', { sent: { prompt: 'Hafen' } }),
  ...more,
];
export const replicaRecordings: readonly Recording[] = [
  {
    title: 'One outage of an upstream component ends two jobs, and fails a poll of each.',
    warns: 'operation/low-5xx-rate',
    lines: failing(2),
  },
  {
    title: 'The poll before each failed view gets 502, minutes apart.',
    fails: 'job/failure-is-reported-as-failed',
    warns: 'operation/low-5xx-rate',
    lines: failing(200),
  },
  {
    title: 'Starts fail with non-ASCII letters, before and after one without.',
    fails: 'start/accepts-unicode-and-long-prompts',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(...richStarts(starts('f', rejected(503, { sent: { prompt: 'Häfen' } })))),
  },
  {
    title: 'A replica does not know a created presentation when it is renamed.',
    lines: [
      ...[created('a', 'a'), { ...rename('New', rejected(404)), request: 'PATCH /presentations/a' }],
      later(9, fetched('a', {}, { title: 'a' })),
    ],
  },
  {
    title: 'A job of a user is not found while it runs.',
    fails: ['job/pollable-until-terminal', 'operation/accepts-valid-request'],
    lines: withUserKey(start, generating, later(60, poll({}, rejected(404)))),
  },
  {
    title: 'A replica shows once that a completed job is still generating.',
    warns: 'job/terminal-status-is-final',
    lines: withUserKey(start, generating, poll(completed('p')), generating, poll(completed('p'))),
  },
  {
    title: 'A completed job of a user is generating ten seconds later.',
    fails: 'job/terminal-status-is-final',
    lines: withUserKey(start, generating, poll(completed('p')), later(14, generating)),
  },
  {
    title: 'A replica shows a lower total once.',
    warns: 'job/tokens-used-never-decreases',
    lines: withUserKey(
      ...[start, ...[500, 450, 520].map((tokens_used) => poll({ status: 'generating', tokens_used }))],
    ),
  },
  {
    title: 'The total of a user falls.',
    fails: 'job/tokens-used-never-decreases',
    lines: withUserKey(
      ...[start, ...[500, 450, 460].map((tokens_used) => poll({ status: 'generating', tokens_used }))],
    ),
  },
  {
    title: 'The polls of one job get 503 for eight seconds at the end.',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(
      ...[start, starts('h'), generating],
      ...repeat(4, () => [poll({}, rejected(503)), job('h', { status: 'generating' })]).flat(),
    ),
  },
  {
    title: 'The polls of one job of a user get 503 for minutes.',
    fails: 'job/failure-is-reported-as-failed',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(
      ...[start, starts('h'), generating],
      ...repeat(4, (index) => [
        later(10 + 40 * index, poll({}, rejected(503))),
        later(20 + 40 * index, job('h', { status: 'generating' })),
      ]).flat(),
    ),
  },
  {
    title: 'The store of the templates is down for seconds.',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(...repeat(3, () => [templates(rejected(503)), fetched('p')]).flat()),
  },
  {
    title: 'One presentation cannot be fetched for seconds.',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(fetched('p'), ...repeat(3, () => fetched('p', rejected(500))), fetched('q')),
  },
  {
    title: 'The whole service is down when a client creates presentations.',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(
      created('A', 'A'),
      ...repeat(3, (index) => later(90 * index + 9, created('B', 'B', rejected(503)))),
    ),
  },
  {
    title: 'Creating fails for minutes while others requests succeed.',
    fails: 'create/no-persistent-error',
    warns: ['operation/stays-available', 'operation/low-5xx-rate'],
    lines: withUserKey(
      created('A', 'A'),
      ...repeat(3, (index) => [
        later(90 * index + 9, created('B', 'B', rejected(503))),
        later(90 * index + 20, templates()),
      ]).flat(),
    ),
  },
];
