/** Recordings about the values of single fields: urls, texts, times, null for missing, and the bodies that starts accept. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  completed,
  fetched,
  passing,
  job,
  withUserKey,
  starts,
  warningFrom,
  type Recording,
} from './builders.js';

const urls: readonly Recording[] = [
  passing('Two presentations have two urls.', ...['p', 'q'].map((id) => fetched(id, {}, { url: `/${id}` }))),
];

/** A job that is shown as completed a second after its start. */
const made = (name: string, from: number, created_at: string): readonly ExchangeLine[] => [
  starts(name, { from }),
  job(name, completed(`p-${name}`, { created_at }), { from: from + 0.6, to: from + 1 }),
];
const bothMade = (created: string, gap: number) => [...made('a', 0, created), ...made('b', 1 + gap, created)];
const clock = (seconds: number): Date => new Date(1.7e12 + seconds * 1000);
const dated = (line: ExchangeLine, seconds: number, ahead: number): ExchangeLine => ({
  ...line,
  from: seconds,
  returned: [
    ['content-type', 'application/json'],
    ['date', clock(seconds + ahead).toUTCString()],
  ],
});
/** A job whose presentation has a created_at that is minutes off, by a service whose clock is seconds ahead. */
const off = (minutes: number, ahead = 0): readonly ExchangeLine[] => {
  const created_at = clock(10 + ahead + minutes * 60).toISOString();
  return [dated(start, 1, ahead), dated(poll(completed('p', { created_at })), 20, ahead)];
};

const times: readonly Recording[] = [
  warningFrom('presentation/created-at-is-creation-time')(
    'A user gets two presentations with one created_at.',
    ...withUserKey(...bothMade('2026-01-15T09:30:00.123Z', 5)),
  ),
  ...[[107, 0]].map(([minutes = 0, ahead]) =>
    warningFrom('presentation/timestamps-are-utc')(
      `created_at is ${minutes} minutes off, and the clock is ${ahead} s ahead.`,
      ...off(minutes, ahead),
    ),
  ),
];

const startWith = (sent: object, status = 202): ExchangeLine => ({ ...start, sent, status });
const RICH = 'The "Häfen" 港';
const PLAIN = 'The Hafen ';
const prompted = (prompt: string, status: number): ExchangeLine => startWith({ prompt }, status);
const plainLast = [prompted(RICH, 500), prompted(RICH, 500), prompted(PLAIN, 202)];
const address = (longer: string, poll_url: string): readonly ExchangeLine[] => [
  { ...start, prefix: longer, received: { ...(start.received as object), poll_url } },
];
const PATH = '/api/v1/presentations/generate/g/status';

const bodies: readonly Recording[] = [
  warningFrom('start/accepts-unicode-and-long-prompts', 'operation/low-5xx-rate')(
    'A user succeeds with a plain prompt after two faults.',
    ...withUserKey(...plainLast),
  ),
  warningFrom('operation/low-5xx-rate')(
    'Two starts fail, and one with another prompt succeeds.',
    ...[prompted(RICH, 500), prompted(RICH, 500), prompted('Another', 202)],
  ),
  passing('poll_url starts with a longer base URL.', ...address('/decks', `/decks${PATH}`)),
];

export const fieldRecordings: readonly Recording[] = [...urls, ...times, ...bodies];
