/** Recordings of services that lag, fail for a while, or delete old jobs. */
import { poll, start, type ExchangeLine } from '../exchanges.js';
import {
  completed,
  created,
  fetched,
  generating,
  job,
  later,
  ofUser,
  refused,
  rename,
  starts,
  templates,
  times,
  type Recording,
} from './lines.js';

/** Two jobs fail, and the poll before each failed view gets 502. */
const failing = (apart: number): readonly ExchangeLine[] =>
  ofUser(
    ...[starts('g', { from: 0 }), starts('h', { from: 1 })],
    ...['g', 'h'].flatMap((id, index) => [
      job(id, {}, refused(502, { from: 10 + apart * index })),
      job(id, { status: 'failed', error: 'Upstream is down.' }, { from: 14 + apart * index }),
    ]),
  );
/** Two starts with a prompt beyond ASCII fail, and one in plain ASCII succeeds. */
const richStarts = (...more: readonly ExchangeLine[]): readonly ExchangeLine[] => [
  ...times(2, () => starts('f', refused(503, { sent: { prompt: 'Häfen' } }))),
  starts('g', { sent: { prompt: 'Hafen' } }),
  ...more,
];
export const replicaRecordings: readonly Recording[] = [
  {
    title: 'One outage of an upstream component ends two jobs, and fails a poll of each.',
    lines: failing(2),
  },
  {
    title: 'The poll before each failed view gets 502, minutes apart.',
    breaks: 'job/failure-is-reported',
    lines: failing(200),
  },
  {
    title: 'Starts fail with letters beyond ASCII, before and after one without.',
    breaks: 'start/takes-free-text',
    lines: ofUser(...richStarts(starts('f', refused(503, { sent: { prompt: 'Häfen' } })))),
  },
  {
    title: 'A replica does not know a created presentation when it is renamed.',
    lines: [
      ...[created('a', 'a'), { ...rename('New', refused(404)), request: 'PATCH /presentations/a' }],
      later(9, fetched('a', {}, { title: 'a' })),
    ],
  },
  {
    title: 'A job of a user is not found while it runs.',
    breaks: 'job/pollable-until-its-end',
    lines: ofUser(start, generating, later(60, poll({}, refused(404)))),
  },
  {
    title: 'A replica shows once that a completed job is still generating.',
    lines: ofUser(start, generating, poll(completed('p')), generating, poll(completed('p'))),
  },
  {
    title: 'A completed job of a user is generating ten seconds later.',
    breaks: 'job/terminal-is-final',
    lines: ofUser(start, generating, poll(completed('p')), later(14, generating)),
  },
  {
    title: 'A replica shows a lower total once.',
    lines: ofUser(
      ...[start, ...[500, 450, 520].map((tokens_used) => poll({ status: 'generating', tokens_used }))],
    ),
  },
  {
    title: 'The total of a user falls.',
    breaks: 'job/tokens-never-fall',
    lines: ofUser(
      ...[start, ...[500, 450, 460].map((tokens_used) => poll({ status: 'generating', tokens_used }))],
    ),
  },
  {
    title: 'The polls of one job get 503 for eight seconds at the end.',
    lines: ofUser(
      ...[start, starts('h'), generating],
      ...times(4, () => [poll({}, refused(503)), job('h', { status: 'generating' })]).flat(),
    ),
  },
  {
    title: 'The polls of one job of a user get 503 for minutes.',
    breaks: 'job/failure-is-reported',
    lines: ofUser(
      ...[start, starts('h'), generating],
      ...times(4, (index) => [
        later(10 + 40 * index, poll({}, refused(503))),
        later(20 + 40 * index, job('h', { status: 'generating' })),
      ]).flat(),
    ),
  },
  {
    title: 'The store of the templates is down for seconds.',
    lines: ofUser(...times(3, () => [templates(refused(503)), fetched('p')]).flat()),
  },
  {
    title: 'One presentation cannot be fetched for seconds.',
    lines: ofUser(fetched('p'), ...times(3, () => fetched('p', refused(500))), fetched('q')),
  },
  {
    title: 'The whole service is down when a client creates presentations.',
    lines: ofUser(
      created('A', 'A'),
      ...times(3, (index) => later(90 * index + 9, created('B', 'B', refused(503)))),
    ),
  },
  {
    title: 'Creating fails for minutes while others requests succeed.',
    breaks: 'create/does-not-break',
    lines: ofUser(
      created('A', 'A'),
      ...times(3, (index) => [
        later(90 * index + 9, created('B', 'B', refused(503))),
        later(90 * index + 20, templates()),
      ]).flat(),
    ),
  },
];
