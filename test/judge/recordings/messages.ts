/** Recordings about questions and the messages that answer them. */
import { start, type ExchangeLine } from '../build-journal.js';
import {
  askingPoll,
  generating,
  job,
  withUserKey,
  rejected,
  reply,
  starts,
  type Recording,
} from './builders.js';

const asked = (id: string, from: number, message = 'Who?'): ExchangeLine =>
  job(id, { status: 'awaiting_input', message }, { from });
const goes = (id: string, from: number): ExchangeLine => job(id, { status: 'generating' }, { from });
const tells = (id: string, more: Partial<ExchangeLine>): ExchangeLine => ({
  ...reply(more),
  request: `POST /presentations/generate/${id}/message`,
});
const withoutKey = (from: number): Partial<ExchangeLine> => rejected(401, { key: 'none', from });
const begin = (id: string, from: number): ExchangeLine => starts(id, { from });
/** Another job, whose question stays open for long. */
const open = [begin('o', 0), ...[1, 20, 40, 60].map((from) => asked('o', from))];

const effects: readonly Recording[] = [
  {
    title: 'A question that is polled often expires next to a message without a key.',
    lines: [
      ...[begin('o', 0), asked('o', 1), asked('o', 60), begin('g', 70), goes('g', 71)],
      ...[72, 73, 74].map((from) => asked('g', from)),
      ...[tells('g', withoutKey(75)), goes('g', 76), tells('o', { from: 80 }), goes('o', 81)],
    ],
  },
  {
    title: 'A question expires next to a message without a key, and another job asked two for as long.',
    lines: [
      ...[begin('o', 0), asked('o', 1), asked('o', 8), tells('o', { from: 9 })],
      ...[asked('o', 10, 'How?'), asked('o', 18, 'How?'), goes('o', 19)],
      ...[begin('g', 70), goes('g', 71), asked('g', 80), tells('g', withoutKey(81)), goes('g', 82)],
    ],
  },
  {
    title: 'The question of another job ends next to a message without a key.',
    lines: [
      ...[...open, begin('g', 62), asked('g', 63), begin('k', 70), asked('k', 71)],
      ...[tells('g', withoutKey(72)), goes('k', 73), asked('g', 74), tells('g', { from: 75 }), goes('g', 76)],
    ],
  },
];

const answers: readonly Recording[] = [
  {
    title: 'A service is busy when the first replies arrive.',
    lines: [start, askingPoll, reply(rejected(409)), reply(rejected(409)), askingPoll, reply(), generating],
  },
  {
    title: 'A replica does not know a question yet.',
    lines: withUserKey(start, askingPoll, reply(rejected(404)), askingPoll, reply(rejected(422)), askingPoll),
  },
  ...(
    [
      ['long after it was asked', rejected(404, { from: 30 })],
      ['of a user', rejected(405)],
    ] as const
  ).map(([what, more]) => ({
    title: `A question cannot be answered: the message ${what} gets ${more.status}.`,
    fails: ['job/accepts-message-while-awaiting-input', 'operation/accepts-valid-request'],
    lines: withUserKey(start, askingPoll, reply(more), { ...askingPoll, from: 31 }),
  })),
  {
    title: 'A reply gets 500 once, and advances its job.',
    warns: ['operation/low-5xx-rate', 'job/no-5xx-for-applied-reply'],
    lines: [start, askingPoll, reply(rejected(500)), generating],
  },
  {
    title: 'Two replies get 500 and move their jobs, and one is accepted.',
    warns: ['operation/low-5xx-rate', 'job/no-5xx-for-applied-reply'],
    lines: [
      ...['g', 'h'].flatMap((id, index) => [
        ...[begin(id, 9 * index), asked(id, 9 * index + 1)],
        ...[tells(id, rejected(500, { from: 9 * index + 2 })), goes(id, 9 * index + 3)],
      ]),
      ...[begin('k', 20), asked('k', 21), tells('k', { from: 22 }), goes('k', 23)],
    ],
  },
];

/** Two jobs await input; a reply to one of them is accepted, and the other one continues. */
const beside = (...own: readonly ExchangeLine[]): readonly ExchangeLine[] => [
  ...[begin('g', 0), begin('h', 1), asked('g', 2), asked('h', 3), tells('g', { from: 4 }), goes('h', 5)],
  ...own,
];

const bystanders: readonly Recording[] = [
  {
    title: 'A question expires next to the reply to a job that asks again.',
    warns: 'job/reply-affects-only-its-job',
    lines: beside(asked('g', 9, 'How?')),
  },
  {
    title: 'A user replies to another question than a client does.',
    warns: ['job/reply-advances-job', 'job/reply-affects-only-its-job'],
    lines: withUserKey(...beside(asked('g', 9))),
  },
];

export const messageRecordings: readonly Recording[] = [...effects, ...answers, ...bystanders];
