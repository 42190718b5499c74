/** Recordings about the values of single fields: urls, texts, times, null for absent, and the bodies that starts accept. */
import { base, poll, start, type ExchangeLine } from '../exchanges.js';
import {
  breaking,
  completed,
  fetched,
  honest,
  job,
  ofUser,
  starts,
  warning,
  type Recording,
} from './lines.js';

const url = (make: (title: string, ...lines: readonly ExchangeLine[]) => Recording) => (text: string) =>
  make(`A presentation is viewed at ${JSON.stringify(text)}.`, fetched('p', {}, { url: text }));

const urls: readonly Recording[] = [
  ...[
    ...['undefined', 'null', 'None', ' '],
    'https://slides.example/view/undefined',
    'https://slides.example/undefined/view',
    '/view?id=null',
    'https://slides.example/view/%5Bobject%20Object%5D',
    `${base}/presentations/q`,
    '/api/v1/presentations/p',
    '/api/v1/presentations/generate/g/status',
  ].map(url(breaking('presentation/url'))),
  ...[
    ...['/view/p', 'view/p', 'slides:open#p'],
    'https://slides.example/view/null-hypothesis',
    'https://slides.example/undefined-behaviour',
    'https://api.other.example/api/v1/presentations/p',
    '/api/v1/presentations/p/view',
  ].map(url(honest)),
  warning('presentation/url-is-its-own')(
    'Two presentations have the same url.',
    ...['p', 'q'].map((id) => fetched(id, {}, { url: '/a' })),
  ),
  honest('Two presentations have two urls.', ...['p', 'q'].map((id) => fetched(id, {}, { url: `/${id}` }))),
];

const generatingWith = (more: object): ExchangeLine => poll({ status: 'generating', ...more });
const failedWith = (error: unknown, more: object = {}): ExchangeLine =>
  poll({ status: 'failed', error, ...more });

const fields: readonly Recording[] = [
  ...['', ' ', 'undefined', 'null', '[object Object]'].map((error) =>
    breaking('job/failed-says-why')(
      `A job fails with the error ${JSON.stringify(error)}.`,
      ...[start, failedWith(error)],
    ),
  ),
  ...['TypeError: x is undefined\n    at run (/app/x.js:1:2)', 'The model took too long.'].map((error) =>
    honest(`A job fails with the error ${JSON.stringify(error)}.`, start, failedWith(error)),
  ),
  warning('job/error-only-in-its-states')(
    'A view has null for absent fields.',
    ...[start, generatingWith({ error: null, message: null, progress: null })],
  ),
  ...[generatingWith({ tokens_used: null }), poll({ ...completed('p'), tokens_used: null })].map(
    (view, index) =>
      breaking('job/tokens-are-positive')(
        `tokens_used is null while ${['generating', 'completed'][index]}.`,
        ...[start, view],
      ),
  ),
  warning('job/tokens-used-only-in-its-states')(
    'tokens_used is null while failed.',
    ...[start, failedWith('no', { tokens_used: null })],
  ),
  breaking('presentation/title')(
    'A title is null.',
    start,
    poll(completed('p')),
    fetched('p', {}, { title: null }),
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
  breaking('job/terminal-is-final')(
    'A failed job is generating again.',
    ...[start, poll(failed), generatingWith({})],
  ),
  honest(
    'Two polls overlap, and show a job before and after its end.',
    ...beside(failed, { status: 'generating' }),
  ),
  breaking('job/tokens-never-fall')('tokens_used falls.', start, poll(using(900)), poll(using(400))),
  honest('Two polls overlap, and show two totals.', ...beside(using(900), using(400))),
  breaking('job/tokens-never-fall')(
    'The final total is lower than the one before a question.',
    ...[start, poll(using(900)), poll({ status: 'awaiting_input', message: 'For whom?' })],
    poll({ ...completed('p'), tokens_used: 899 }),
  ),
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
  ...(
    [
      ['2026-01-15T09:30:00.123Z', 0.01],
      ['2026-01-15T09:30:00.000Z', 1.5],
    ] as const
  ).map(([created, gap]) =>
    breaking('presentation/created-at-is-its-own')(
      `A presentation was created at ${created}, as the one that was shown ${gap} s before its start.`,
      ...bothMade(created, gap),
    ),
  ),
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
  ...[120, -300, 330].map((minutes) =>
    breaking('presentation/timestamps-are-utc')(`created_at is ${minutes} minutes off.`, ...off(minutes)),
  ),
  ...[
    [107, 0],
    [120, 600],
  ].map(([minutes = 0, ahead]) =>
    warning('presentation/timestamps-are-utc')(
      `created_at is ${minutes} minutes off, and the clock is ${ahead} s ahead.`,
      ...off(minutes, ahead),
    ),
  ),
  honest('created_at is 5 minutes off.', ...off(5)),
  warning('presentation/updated-at-goes-on')('updated_at goes back.', ...updated('10:00:00', '09:59:00')),
  honest('updated_at goes on.', ...updated('10:00:00', '10:00:00', '10:05:00')),
  honest('updated_at goes back by 8 s, as that of another clock.', ...updated('10:00:00', '09:59:52')),
  honest('A replica shows an earlier updated_at again.', ...updated('10:00:00', '10:05:00', '10:00:00')),
  honest('updated_at is before created_at.', ...updated('08:00:00', '08:00:00')),
];

const startWith = (sent: object, status = 202): ExchangeLine => ({ ...start, sent, status });
const takesPrompt = breaking('start/takes-a-prompt');
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
  takesPrompt(
    'A start expects the prompt in another field.',
    ...[startWith({ prompt: 'A' }, 400), startWith({ text: 'A' })],
  ),
  honest(
    'A start needs a further field beside the prompt.',
    ...[startWith({ prompt: 'A' }, 400), startWith({ prompt: 'A', text: 'A' })],
  ),
  honest('One prompt is refused for its content.', ...onePrompt),
  takesPrompt('Two prompts are refused.', ...onePrompt, startWith({ prompt: 'B', ...TEMPLATE }, 422)),
  breaking('start/takes-free-text')(
    'Quotes and letters beyond ASCII make a start fail before and after a plain one.',
    ...[prompted(RICH, 500), prompted(PLAIN, 202), prompted(RICH, 500)],
  ),
  breaking('start/takes-free-text')('A run succeeds with a plain prompt after two faults.', ...plainLast),
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
  warning('start/takes-free-text')(
    'A service refuses quotes and letters beyond ASCII.',
    ...[prompted(RICH, 422), prompted(PLAIN, 202)],
  ),
  honest('The base address is longer than the prefix of poll_url.', ...address('/decks', PATH)),
  honest('poll_url begins with a longer base address.', ...address('/decks', `/decks${PATH}`)),
  breaking('start/poll-url')(
    'poll_url begins with another base address.',
    ...address('/other', `/decks${PATH}`),
  ),
  breaking('start/poll-url')(
    'poll_url begins with a base address of its own.',
    ...address('', `/decks${PATH}`),
  ),
];

export const fieldRecordings: readonly Recording[] = [...urls, ...fields, ...orders, ...times, ...bodies];
