/** Recordings in which an operation fails for a while, for one key, in one header or for one presentation. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  blocked,
  completedJob,
  fetched,
  generating,
  withUserKey,
  rejected,
  rename,
  secondKey,
  starts,
  templates,
  repeat,
  xApiKey,
  type Recording,
} from './builders.js';

const named = (template: string, more: Partial<ExchangeLine>): ExchangeLine =>
  starts('g', { sent: { prompt: 'A', template_id: template }, ...more });
const listed = templates({ received: [{ id: 't' }] });
/** Each of them half a minute after the last. */
const spread = (...lines: readonly ExchangeLine[]): readonly ExchangeLine[] =>
  lines.map((line, index) => ({ ...line, from: 30 * index }));
const lists = (status: number): ExchangeLine => templates(rejected(status));

const pages: readonly Recording[] = [
  {
    title: 'A firewall stops two fetches with its page.',
    lines: [...completedJob, fetched('p', blocked), fetched('p', blocked), templates()],
  },
  {
    title: 'A page of a firewall hides the end of a job, which is gone then.',
    lines: [start, generating, poll({}, blocked), poll({}, rejected(404))],
  },
];

const refusals: readonly Recording[] = [
  {
    title: 'A start names a template that was deleted, and another start is accepted.',
    lines: [listed, named('t', rejected(404)), starts('g')],
  },
  ...[401, 403].map((status) => ({
    title: `A key loses access with ${status} before a fetch, and another one works.`,
    warns: 'presentation/fetchable-when-completed',
    lines: [...completedJob, fetched('p', rejected(status)), templates({ key: 'other' })],
  })),
  {
    title: 'A plan has no fetches.',
    lines: [...completedJob, fetched('p', rejected(402)), templates()],
  },
  {
    title: 'A presentation is forgotten ten minutes after it was last seen.',
    warns: 'presentation/fetchable-when-completed',
    lines: [...completedJob, fetched('p', rejected(404, { from: 700 }))],
  },
  {
    title: 'Somebody deletes a presentation before its first fetch.',
    warns: ['presentation/fetchable-when-completed', 'operation/accepts-valid-request'],
    lines: withUserKey(...completedJob, fetched('p', rejected(404, { from: 30 }))),
  },
  {
    title: 'A service rejects a blank title.',
    lines: [fetched('p'), rename(' ', rejected(400))],
  },
  ...[302, 429].map((status) => ({
    title: `Three fetches in one header get ${status}, and those in the other header do not.`,
    ...(status === 302 && { warns: 'operation/no-redirect-instead-of-response' }),
    lines: [...repeat(3, () => [fetched('p'), fetched('p', rejected(status, xApiKey))]).flat(), fetched('p')],
  })),
  {
    title: 'A fetch in one header gets 409 once.',
    lines: [
      fetched('p', { from: 0 }),
      ...[9, 12].map((from) => fetched('p', from === 9 ? rejected(409, { from, ...xApiKey }) : { from })),
    ],
  },
];

const failures: readonly Recording[] = [
  {
    title: 'The list of templates of a user fails twice.',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(...spread(lists(500), fetched('p'), fetched('p'), lists(500))),
  },
  {
    title: 'The list of templates of a user fails each time, or reaches the rate limit.',
    fails: 'operation/accepts-valid-request',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(...spread(lists(500), fetched('p'), lists(429), lists(500), lists(500))),
  },
  {
    title: 'A service is down while a user lists the templates.',
    warns: 'operation/low-5xx-rate',
    lines: withUserKey(...spread(fetched('p'), lists(500), lists(500), lists(500), fetched('p'))),
  },
  {
    title: 'The only presentation gets 409 permanently, and can be renamed.',
    lines: [fetched('p'), ...repeat(3, () => [fetched('p', rejected(409)), rename('p')]).flat()],
  },
  {
    title: 'A presentation gets 409 permanently, and another one is deleted.',
    warns: 'presentation/stays-fetchable',
    lines: [
      ...[fetched('p'), fetched('q')],
      ...repeat(3, () => [fetched('p', rejected(409)), fetched('q', rejected(404)), rename('p')]).flat(),
    ],
  },
  {
    title: 'All presentations get 500 at the end, and can be renamed.',
    warns: 'operation/low-5xx-rate',
    lines: [
      ...[fetched('p'), fetched('q')],
      ...repeat(3, () => [fetched('p', rejected(500)), fetched('q', rejected(500)), rename('p')]).flat(),
    ],
  },
  {
    title: 'A key without any access fetches none of two presentations.',
    lines: [
      ...[fetched('p'), fetched('q')],
      ...repeat(3, () => [fetched('p', rejected(403)), fetched('q', rejected(403))]).flat(),
    ],
  },
  {
    title: 'A presentation gets three different errors.',
    warns: 'operation/low-5xx-rate',
    lines: [
      ...[fetched('p'), fetched('p', rejected(500)), fetched('q')],
      ...[fetched('p', rejected(502)), fetched('p', rejected(500))],
    ],
  },
  {
    title: 'Another key is rejected to fetch a presentation, and its owner once.',
    warns: 'auth/valid-key-is-accepted-each-time',
    lines: [
      fetched('p'),
      ...repeat(2, () => fetched('p', rejected(403, secondKey))),
      fetched('p', rejected(403)),
      fetched('q'),
    ],
  },
];

export const operationRecordings: readonly Recording[] = [...pages, ...refusals, ...failures];
