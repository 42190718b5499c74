/** Recordings of concurrent jobs, of their views, and of rate limits without a name. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  completed,
  completedJob,
  generating,
  job,
  withUserKey,
  rejected,
  resource,
  starts,
  templates,
  repeat,
  type Recording,
} from './builders.js';

const failed = (id: string): ExchangeLine => job(id, { status: 'failed', error: 'It was cancelled.' });
const runs = (id: string): ExchangeLine => job(id, { status: 'generating' });
const [g, h, k] = ['g', 'h', 'k'].map((id) => starts(id)) as [ExchangeLine, ExchangeLine, ExchangeLine];
const FAILS = 'job/survives-other-starts';

const together: readonly Recording[] = [
  {
    title: 'Each start makes the job before it fail.',
    fails: FAILS,
    lines: [g, runs('g'), h, failed('g'), runs('h'), k, failed('h'), job('k', completed('p'))],
  },
  {
    title: 'All jobs fail, also the last.',
    lines: [g, runs('g'), h, failed('g'), runs('h'), k, failed('h'), failed('k')],
  },
  {
    title: 'Two jobs fail at the start of others, and one before completes.',
    lines: [
      ...[starts('f'), job('f', completed('o', { created_at: '2026-01-15T09:29:12.000Z' }))],
      ...[g, runs('g'), h, failed('g'), runs('h'), k, failed('h'), job('k', completed('p'))],
    ],
  },
  {
    title: 'One job fails at the start of another.',
    lines: [g, runs('g'), h, failed('g'), job('h', completed('p'))],
  },
  {
    title: 'Two jobs fail without a start next to them.',
    lines: [g, h, runs('g'), failed('g'), runs('h'), failed('h'), k, job('k', completed('p'))],
  },
];

const lasts = (...views: readonly (readonly [object, number])[]): readonly ExchangeLine[] =>
  withUserKey(start, ...views.map(([shown, from]) => poll(shown, { from, to: from + 0.1 })));
const end = { status: 'failed', error: 'It took too long.' };
const running = (tokens?: number) => ({ status: 'generating', tokens_used: tokens });

const views: readonly Recording[] = [
  {
    title: 'A service writes its errors like the view of a failed job.',
    warns: 'operation/low-5xx-rate',
    lines: [start, generating, poll({}, { status: 500, received: end }), generating],
  },
  {
    title: 'A failed job is completed once.',
    fails: 'job/terminal-status-is-final',
    lines: lasts([end, 1], [completed('p'), 2], [end, 3]),
  },
  {
    title: 'A failed job is generating twice.',
    fails: 'job/terminal-status-is-final',
    lines: lasts([end, 1], [running(), 1.5], [running(), 2], [end, 3]),
  },
  {
    title: 'tokens_used falls for ten seconds.',
    fails: 'job/tokens-used-never-decreases',
    lines: lasts([running(9), 1], [running(4), 9], [running(9), 12]),
  },
  {
    title: 'A job of another workspace has the same id, and its start was not recorded.',
    lines: [
      ...completedJob,
      poll(
        {
          status: 'completed',
          presentation: resource('x', { title: 'Other', workspace_id: 'ws_second' }),
        },
        { key: 'other' },
      ),
    ],
  },
];

const lists5 = repeat(5, (index) => templates({ from: index / 2, to: index / 2 + 0.1 }));
const limited = (status: number, gap: number): readonly ExchangeLine[] =>
  repeat(3, (index) => templates(rejected(status, { from: 3 + gap * index, to: 3.1 + gap * index })));

const limits: readonly Recording[] = [
  ...[302, 429].map((status) => ({
    title: `Lists get ${status} after five lists.`,
    ...(status === 302 && { warns: 'operation/no-redirect-instead-of-response' }),
    lines: [...lists5, ...limited(status, 0.5)],
  })),
  { title: 'A key is revoked after five lists.', lines: [...lists5, ...limited(401, 0.5)] },
  { title: 'Two lists are rejected.', lines: [...lists5, ...limited(403, 0.5).slice(1)] },
  {
    title: 'Another key may not list templates.',
    lines: [...lists5, ...limited(403, 0.5).map((line) => ({ ...line, key: 'other' as const }))],
  },
];

export const lifecycleRecordings: readonly Recording[] = [...together, ...views, ...limits];
