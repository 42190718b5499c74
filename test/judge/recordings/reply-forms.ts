/** Recordings of replies in two forms: a plain text in Authorization, and a text outside ASCII in x-api-key. */
import type { ExchangeLine } from '../build-journal.js';
import { job, rejected, starts, xApiKey, type Recording } from './builders.js';

const RULE = 'job/reply-works-with-any-text-and-header';
type Form = 'plain' | 'long';
const forms: Readonly<Record<Form, Partial<ExchangeLine>>> = {
  plain: { sent: { message: 'All' } },
  long: { sent: { message: 'Für alle' }, ...xApiKey },
};
const asking = (id: string, from: number): ExchangeLine =>
  job(id, { status: 'awaiting_input', message: `Who reads ${id}?` }, { from });
const replies = (id: string, form: Form, more: Partial<ExchangeLine>): ExchangeLine => ({
  request: `POST /presentations/generate/${id}/message`,
  received: {},
  ...forms[form],
  ...more,
});

/** A job whose question is still open after each reply but the last, by default four seconds later. */
function asks(id: string, from: number, sent: readonly (readonly [Form, Partial<ExchangeLine>?, number?])[]) {
  const lines: ExchangeLine[] = [starts(id, { from }), asking(id, from + 1)];
  let at = from + 2;
  for (const [index, [form, more = {}, wait = 4]] of sent.entries()) {
    lines.push(replies(id, form, { ...more, from: at }));
    at += wait;
    const isLast = index === sent.length - 1;
    lines.push(isLast ? job(id, { status: 'generating' }, { from: at }) : asking(id, at));
    at += 1;
  }
  return lines;
}
const works = (from: number): readonly ExchangeLine[] => asks('w', from, [['long']]);
const failure = rejected(500);

export const replyFormRecordings: readonly Recording[] = [
  {
    title: 'Plain replies have no effect, and other ones move their jobs.',
    fails: RULE,
    lines: [...asks('g', 0, [['plain'], ['plain'], ['long']]), ...works(60)],
  },
  {
    title: 'A service asks again after each first reply.',
    lines: asks('g', 0, [['plain'], ['plain'], ['long']]),
  },
  {
    title: 'Replies in two forms have no effect before a third one advances the job.',
    lines: [...asks('g', 0, [['plain'], ['long'], ['long']]), ...works(60)],
  },
  ...[0, 1].map((quick) => ({
    title: `Replica ${quick} does not know the first reply yet.`,
    lines: [
      ...asks('g', 0, [['plain', {}, quick === 0 ? 1 : 4], ['plain', {}, quick === 1 ? 1 : 4], ['long']]),
      ...works(60),
    ],
  })),
  {
    title: 'A plain reply gets 500 at one question.',
    warns: ['operation/low-5xx-rate', 'job/reply-works-with-any-text-and-header'],
    lines: [...asks('g', 0, [['plain', failure], ['long']]), ...works(60)],
  },
];
