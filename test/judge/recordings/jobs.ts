/** Recordings about the start of a job, its polls and its question. */
import { poll, start } from '../build-journal.js';
import {
  rejected,
  job,
  starts,
  generating,
  completed,
  askingPoll,
  reply,
  repeat,
  pageAndText,
  type Recording,
} from './builders.js';

export const jobRecordings: readonly Recording[] = [
  {
    title: 'The proxy of a company asks for its password during a poll.',
    lines: [start, generating, poll({}, rejected(407)), generating],
  },
  ...([401, 402, 403, 406, 415] as const).map((status) => ({
    title: `The last polls of a job get ${status}: the key, the plan or the client can be the reason.`,
    lines: [start, generating, ...repeat(2, () => poll({}, rejected(status, { headers: pageAndText })))],
  })),
  {
    title: 'The first poll gets 402, until the plan is paid.',
    lines: [start, poll({}, rejected(402)), generating],
  },
  {
    title: 'A poll is redirected to a query.',
    lines: [start, poll({}, { status: 307, returned: [['location', '?region=north']] }), generating],
  },
  {
    title: 'A poll takes too long, and gets 408.',
    lines: [start, generating, poll({}, rejected(408)), generating],
  },
  {
    title: 'Three polls of a job get 503 at the end, and others are fine.',
    warns: 'operation/low-5xx-rate',
    lines: [
      start,
      starts('h'),
      generating,
      ...repeat(3, (index) => [
        poll({}, rejected(503)),
        job('h', { status: 'generating' }, { from: 20 + index }),
      ]).flat(),
    ].map((line, index) => ({ ...line, from: index })),
  },
  {
    title: 'A poll gets 503 once, and the next one shows that the job failed.',
    warns: 'operation/low-5xx-rate',
    lines: [
      start,
      generating,
      poll({}, rejected(503)),
      poll({ status: 'failed', error: 'It took too long.' }),
    ],
  },
  {
    title: 'Every poll gets 503 at the end.',
    warns: 'operation/low-5xx-rate',
    lines: [
      start,
      starts('h'),
      generating,
      ...repeat(6, () => poll({}, rejected(503))),
      job('h', {}, rejected(503)),
    ],
  },
  {
    title: 'Polls get 503 for less than two seconds, and never again for a job that nobody looks at.',
    warns: 'operation/low-5xx-rate',
    lines: [
      ...[start, starts('h'), generating, job('h', { status: 'generating' })],
      ...repeat(4, (index) => poll({}, rejected(503, { from: 4 + index / 4, to: 4.1 + index / 4 }))),
      job('h', { status: 'generating' }),
    ],
  },
  {
    title: 'Polls of a job get 503 after its end.',
    warns: 'operation/low-5xx-rate',
    lines: [
      ...[start, starts('h'), poll(completed('p'))],
      ...repeat(5, () => [poll({}, rejected(503)), job('h', { status: 'generating' })]).flat(),
    ],
  },
  ...[502, 503, 504].map((status) => ({
    title: `A proxy returns the polls of one job with its page (${status}), before and after polls of others.`,
    warns: 'operation/few-gateway-pages',
    lines: [
      ...[start, starts('h'), generating, job('h', { status: 'generating' })],
      ...repeat(5, () => poll({}, { status, received: '<html>Bad gateway</html>' })),
      job('h', { status: 'generating' }),
    ],
  })),
  {
    title: 'A start is rejected for its prompt, and another one is accepted without a prompt.',
    lines: [
      starts('g', rejected(422, { sent: { prompt: 'A', template_id: 't' } })),
      starts('g', { sent: { template_id: 't' } }),
    ],
  },
  {
    title: 'Two equal starts become one presentation.',
    warns: 'job/unique-presentation',
    lines: [
      starts('g', { sent: { prompt: 'p' } }),
      starts('h', { sent: { prompt: 'p' } }),
      poll(completed('p')),
      job('h', completed('p')),
    ],
  },
  {
    title: 'A job accepts no reply once: it may be busy.',
    lines: [start, askingPoll, reply(rejected(409)), askingPoll],
  },
  {
    title: 'A job still asks a moment after three replies.',
    lines: [start, askingPoll, reply(), reply(), reply(), askingPoll],
  },
  {
    title: 'A job still asks long after one reply.',
    warns: 'job/reply-advances-job',
    lines: [start, askingPoll, reply(), { ...askingPoll, from: 60 }],
  },
  {
    title: 'A question gets another wording after a message without a key.',
    lines: [
      ...[start, starts('h'), generating, askingPoll, reply(rejected(401, { key: 'none' }))],
      poll({ status: 'awaiting_input', message: 'And who else?' }),
      ...repeat(6, () => job('h', { status: 'awaiting_input', message: 'How long?' })),
      reply(),
    ],
  },
  {
    title: 'A replica finds a new job after a second.',
    warns: 'job/pollable-until-terminal',
    lines: [start, poll({}, rejected(404)), generating],
  },
];
