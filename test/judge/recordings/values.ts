/** Recordings about single values: timestamps, the zone of timestamps, and lists of templates. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import { completed, job, resource, starts, templates, type Recording } from './builders.js';

const HOUR = 3600;
/** The begin of each recording, in ms since 1970. */
const BEGIN = 1.7e12;
const at = (seconds: number): Date => new Date(BEGIN + 1000 * seconds);
const own: Partial<ExchangeLine> = { key: 'none', headers: [['x-api-key', 'key-of-a-user']] };

/**
 * A job with a Date header in each response. Times are in seconds after the begin.
 * @param ahead how far the clock of the Date headers is ahead of the recorder's
 */
function jobCreated(created: number, ahead = 0, more: Partial<ExchangeLine> = {}): readonly ExchangeLine[] {
  const dated = (seconds: number): Partial<ExchangeLine> => ({
    returned: [
      ['content-type', 'application/json'],
      ['date', at(seconds + ahead).toUTCString()],
    ],
    ...more,
  });
  const presentation = resource('p', { created_at: at(created).toISOString() });
  return [{ ...start, ...dated(0) }, poll({ status: 'completed', presentation }, dated(1))];
}

const zones: readonly Recording[] = [
  {
    title: 'A user gets a presentation that was created two hours before.',
    warns: 'presentation/timestamps-are-utc',
    lines: jobCreated(-2 * HOUR, 0, own),
  },
  ...[-3000, 3000].map((seconds) => ({
    title: `A run gets a presentation that was created ${seconds} seconds later.`,
    warns: 'presentation/timestamps-are-utc',
    lines: jobCreated(seconds),
  })),
  {
    title: 'The clock of a gateway is two hours ahead.',
    warns: 'presentation/timestamps-are-utc',
    lines: jobCreated(0, 2 * HOUR),
  },
];

const lists: readonly Recording[] = [
  { title: 'Templates are a map to their names.', lines: [templates({ received: { tpl_1: 'Pitch' } })] },
];

/** Two jobs within half a second, whose presentations have the same created_at. */
const createdTogether = (created_at: string): readonly ExchangeLine[] =>
  ['g', 'h'].flatMap((id, index) => [
    starts(id, { from: index / 4, to: index / 4 + 0.05 }),
    job(id, completed(`p-${id}`, { created_at }), { from: index / 4 + 0.1, to: index / 4 + 0.15 }),
  ]);

const together: readonly Recording[] = [
  {
    title: 'A service cuts the times of two presentations to seconds.',
    lines: createdTogether('2026-01-15T09:30:12.000Z'),
  },
  {
    title: 'Two presentations after each other have the same created_at.',
    fails: 'presentation/created-at-is-creation-time',
    lines: createdTogether('2026-01-15T09:30:12.345Z'),
  },
];

export const valueRecordings: readonly Recording[] = [...zones, ...lists, ...together];
