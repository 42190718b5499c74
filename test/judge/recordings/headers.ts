/** Recordings about the two headers of a key: which rejections are about the header, and which have other reasons. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  completed,
  completedJob,
  fetched,
  generating,
  withUserKey,
  rejected,
  rename,
  starts,
  templates,
  repeat,
  titled,
  xApiKey,
  type Recording,
} from './builders.js';

const inXApiKey = (status: number): Partial<ExchangeLine> => rejected(status, xApiKey);

/** The recorder replaced each key by the same placeholder. */
const someKey: Partial<ExchangeLine> = { key: 'none', headers: [['authorization', 'Bearer [redacted]']] };
const startOfSome = { ...start, ...someKey };
const completedOfSome = poll(completed('p'), someKey);

const ofSecond = (header: 'authorization' | 'x-api-key', more: Partial<ExchangeLine> = {}): ExchangeLine =>
  templates({
    ...more,
    key: 'none',
    headers: [[header, header === 'x-api-key' ? 'second' : 'Bearer second']],
  });

const patch = (more: Partial<ExchangeLine>): ExchangeLine => ({
  ...rename('', more),
  sent: { sections: [] },
});

const reads: readonly Recording[] = [
  ...([401, 403] as const).map((status) => ({
    title: `One of two keys with one placeholder gets ${status} for a presentation.`,
    warns: 'presentation/fetchable-when-completed',
    lines: [startOfSome, completedOfSome, fetched('p', rejected(status, someKey)), templates(someKey)],
  })),
  {
    title: 'A presentation is looked for in one header before it is there.',
    lines: [fetched('p', rejected(404)), ...completedJob, fetched('p', xApiKey)],
  },
  {
    title: 'A key is rejected for a while, whatever the header.',
    warns: 'auth/valid-key-is-accepted-each-time',
    lines: [
      ...[fetched('p', xApiKey), fetched('p', inXApiKey(401)), fetched('p', inXApiKey(401))],
      fetched('p'),
    ],
  },
  {
    title: 'API access of a second key starts after its first request, in the other header.',
    lines: [
      ...withUserKey(templates()),
      ofSecond('x-api-key', rejected(401)),
      ...repeat(2, () => ofSecond('authorization')),
    ],
  },
  {
    title: 'A rate limit meets requests in one header.',
    lines: [fetched('p', xApiKey), ...[1, 2, 3].flatMap(() => [fetched('p', inXApiKey(429)), fetched('p')])],
  },
];

const changes: readonly Recording[] = [
  {
    title: 'A service rejects slides in a PATCH, in whichever header.',
    lines: [
      ...[titled('Old'), patch(inXApiKey(403)), rename('New'), patch(inXApiKey(403))],
      ...[rename('Newer'), titled('Newer', { from: 20 })],
    ],
  },
  {
    title: 'A quota of starts is used up.',
    lines: [starts('g'), starts('h', inXApiKey(403)), generating, templates()],
  },
  {
    title: 'A quota of starts is free again.',
    lines: [starts('h', inXApiKey(403)), starts('g'), generating],
  },
];

export const headerRecordings: readonly Recording[] = [...reads, ...changes];
