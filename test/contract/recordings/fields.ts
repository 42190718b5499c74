/** Recordings about the values of single fields: urls, texts, times, null for absent, and the bodies that starts accept. */
import { poll, start, type ExchangeLine } from '../exchanges.js';
import { completed, fetched, honest, job, ofUser, starts, warning, type Recording } from './lines.js';

const url = (make: (title: string, ...lines: readonly ExchangeLine[]) => Recording) => (text: string) =>
  make(`A presentation is viewed at ${JSON.stringify(text)}.`, fetched('p', {}, { url: text }));

const urls: readonly Recording[] = [
  ...[
    ...['/view/p', 'view/p', 'slides:open#p'],
    'https://slides.example/view/null-hypothesis',
    'https://slides.example/undefined-behaviour',
    'https://api.other.example/api/v1/presentations/p',
    '/api/v1/presentations/p/view',
  ].map(url(honest)),
  honest('Two presentations have two urls.', ...['p', 'q'].map((id) => fetched(id, {}, { url: `/${id}` }))),
];

const generatingWith = (more: object): ExchangeLine => poll({ status: 'generating', ...more });
const failedWith = (error: unknown, more: object = {}): ExchangeLine =>
  poll({ status: 'failed', error, ...more });

const fields: readonly Recording[] = [
  ...['TypeError: x is undefined\n    at run (/app/x.js:1:2)', 'The model took too long.'].map((error) =>
    honest(`A job fails with the error ${JSON.stringify(error)}.`, start, failedWith(error)),
  ),
  honest('A view has a further field.', start, generatingWith({ mood: 'good' })),
];

/** Overlapping polls may be handled in any order. */
const beside = (...views: readonly [object, object]): readonly ExchangeLine[] => [
  start,
  ...views.map((view, index) => poll(view, { from: 1 + index, to: 3 + index })),
];
const failed = { status: 'failed', error: 'It took too long.' };
const using = (tokens_used: number) => ({ status: 'generating', tokens_used });

const orders: readonly Recording[] = [
  honest(
    'Two polls overlap, and show a job before and after its end.',
    ...beside(failed, { status: 'generating' }),
  ),
  honest('Two polls overlap, and show two totals.', ...beside(using(900), using(400))),
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
const updated = (...all: readonly string[]): readonly ExchangeLine[] =>
  all.map((time) => fetched('p', {}, { updated_at: `2026-01-15T${time}.000Z` }));

const times: readonly Recording[] = [
  warning('presentation/created-at-is-its-own')(
    'A user gets two presentations with one created_at.',
    ...ofUser(...bothMade('2026-01-15T09:30:00.123Z', 5)),
  ),
  ...(
    [
      ['2026-01-15T09:30:00.123Z', -1],
      ['2026-01-15T09:30:00.000Z', 0.01],
    ] as const
  ).map(([created, gap]) =>
    honest(`Two presentations were created at ${created}, ${gap} s apart.`, ...bothMade(created, gap)),
  ),
  ...[[107, 0]].map(([minutes = 0, ahead]) =>
    warning('presentation/timestamps-are-utc')(
      `created_at is ${minutes} minutes off, and the clock is ${ahead} s ahead.`,
      ...off(minutes, ahead),
    ),
  ),
  honest('created_at is 5 minutes off.', ...off(5)),
  honest('updated_at goes on.', ...updated('10:00:00', '10:00:00', '10:05:00')),
  honest('updated_at goes back by 8 s, as that of another clock.', ...updated('10:00:00', '09:59:52')),
  honest('A replica shows an earlier updated_at again.', ...updated('10:00:00', '10:05:00', '10:00:00')),
  honest('updated_at is before created_at.', ...updated('08:00:00', '08:00:00')),
];

const startWith = (sent: object, status = 202): ExchangeLine => ({ ...start, sent, status });
const TEMPLATE = { template_id: 't' };
const onePrompt = [startWith({ prompt: 'A', ...TEMPLATE }, 422), startWith(TEMPLATE)];
const RICH = 'The "Häfen" 港';
const PLAIN = 'The Hafen ';
const prompted = (prompt: string, status: number): ExchangeLine => startWith({ prompt }, status);
const plainLast = [prompted(RICH, 500), prompted(RICH, 500), prompted(PLAIN, 202)];
const address = (longer: string, poll_url: string): readonly ExchangeLine[] => [
  { ...start, prefix: longer, received: { ...(start.received as object), poll_url } },
];
const PATH = '/api/v1/presentations/generate/g/status';

const bodies: readonly Recording[] = [
  honest(
    'A start needs further fields.',
    ...[startWith({ prompt: 'A', ...TEMPLATE }, 400), startWith({ prompt: 'A' }, 400)],
  ),
  honest(
    'A start needs a further field beside the prompt.',
    ...[startWith({ prompt: 'A' }, 400), startWith({ prompt: 'A', text: 'A' })],
  ),
  honest('One prompt is refused for its content.', ...onePrompt),
  warning('start/takes-free-text')(
    'A user succeeds with a plain prompt after two faults.',
    ...ofUser(...plainLast),
  ),
  honest(
    'Quotes and letters beyond ASCII make one start fail.',
    ...[prompted(RICH, 500), prompted(RICH, 202), starts('h', { sent: { prompt: PLAIN } })],
  ),
  honest(
    'Two starts fail, and one with another prompt succeeds.',
    ...[prompted(RICH, 500), prompted(RICH, 500), prompted('Another', 202)],
  ),
  honest('The base address is longer than the prefix of poll_url.', ...address('/decks', PATH)),
  honest('poll_url begins with a longer base address.', ...address('/decks', `/decks${PATH}`)),
];

export const fieldRecordings: readonly Recording[] = [...urls, ...fields, ...orders, ...times, ...bodies];
