/** Recordings about refusals and faults: rate limits with another status than 429, outages, and operations that fail for good. */
import { poll, start, type ExchangeLine } from '../exchanges.js';
import {
  breaking,
  completed,
  error,
  fetched,
  honest,
  job,
  refused,
  resource,
  templates,
  times,
  titled,
  warning,
  type Recording,
} from './lines.js';

const listed = (status: number, from: number): ExchangeLine => templates({ status, received: error, from });
const burst = times(5, (index) => templates({ from: index / 2 }));
const hourly = times(5, (hour) => templates({ from: hour * 3600 }));
const briefly = times(5, (from) => templates({ from }));

const limit = breaking('limit/answers-429');
const limited = (
  make: (title: string, ...lines: readonly ExchangeLine[]) => Recording,
  status: number,
  received: object,
  returned?: ExchangeLine['returned'],
): Recording => {
  const response = fetched('p', { status, received, ...(returned && { returned }) });
  const title = `A request gets ${status} with ${JSON.stringify(received)}.`;
  return make(title, templates(), fetched('p'), response, response, fetched('p'));
};

const limits: readonly Recording[] = [
  limited(limit, 503, { error: 'Rate limit exceeded' }),
  limited(limit, 403, { message: 'API rate limit exceeded for this key' }),
  limited(limit, 400, { error: { code: 'TOO_MANY_REQUESTS' } }),
  limited(limit, 404, { error: 'Throttled' }),
  limited(limit, 200, { error: 'rate_limited' }),
  limited(limit, 200, { code: 429, message: 'Later' }),
  limited(limit, 503, {}, [
    ['x-ratelimit-remaining', '0'],
    ['retry-after', '3'],
  ]),
  limited(honest, 503, { error: 'Down for maintenance' }),
  limited(honest, 503, { error: 'The upstream model answered: rate limit exceeded' }),
  limited(honest, 200, resource('p', { status: 'x', message: 'Too many requests' })),
  limited(honest, 402, { error: 'The monthly quota is used up.' }),
  limited(honest, 200, resource('p', { status: 'Too many requests' })),
  honest(
    'A list of templates is about rate limits.',
    templates({ received: { items: [{ name: 'Too many requests: a story' }] } }),
  ),
  ...[403, 503].map((status) =>
    limit(
      `The sixth request of a fast series gets ${status}.`,
      ...[...burst, ...[2.5, 3, 3.5].map((from) => listed(status, from))],
    ),
  ),
  honest(
    'A service is down after it was asked every hour.',
    ...[
      ...hourly,
      ...[0, 8, 16].map((seconds) => listed(503, 15_000 + seconds)),
      templates({ from: 16_000 }),
    ],
  ),
  honest(
    'A service is down for three seconds.',
    ...[...briefly, ...[5, 6, 7].map((from) => listed(503, from)), templates({ from: 20 })],
  ),
  honest('A key is revoked.', ...[...briefly, ...[5, 6, 7].map((from) => listed(401, from))]),
  honest('A key is refused an hour later, for good.', titled('Old'), listed(401, 3600)),
  breaking('operation/list-templates')(
    'Listing templates gets 401, and the key works later.',
    ...[titled('Old'), listed(401, 3600), titled('Old', { from: 3700 })],
  ),
];

const deleted = (from: number): ExchangeLine => titled('Old', { status: 404, received: error, from });
const failing = [listed(500, 0), { ...start, from: 1 }, listed(500, 2), listed(503, 3)];

const faults: readonly Recording[] = [
  honest('A presentation is gone after an hour.', titled('Old'), deleted(3600)),
  warning('operation/get-presentation')('A presentation is deleted.', titled('Old'), deleted(30)),
  breaking('operation/get-presentation')(
    'A presentation is not found, and found again.',
    ...[titled('Old'), deleted(3600), titled('Old', { from: 3700 })],
  ),
  breaking('operation/list-templates')('Listing templates always gets 5xx.', ...failing),
  honest('Listing templates gets 5xx three times, and then works.', ...failing, templates({ from: 4 })),
  honest('Nothing works before the first start.', ...[0, 1, 2].map((from) => listed(500, from)), {
    ...start,
    from: 3,
  }),
  breaking('wire/success-bodies-are-json')(
    'Listing templates always gets 204.',
    ...times(2, () => templates({ status: 204, received: undefined })),
  ),
  warning('wire/success-bodies-are-json')(
    'Listing templates gets 204, and later a list.',
    ...[templates({ status: 204, received: undefined }), templates()],
  ),
  ...[404, 405, 415, 501].map((status) =>
    breaking('operation/start-generation')(
      `A start gets ${status} for all valid requests.`,
      ...[templates(), ...times(2, () => ({ ...start, status }))],
    ),
  ),
  ...[500, 503, 429, 402].map((status) =>
    honest(`The only start gets ${status}.`, { ...start, status, received: error }),
  ),
  honest('A quota is used up.', ...[start, ...times(2, () => ({ ...start, ...refused(403) }))]),
];

const polled = (status: number, from: number): ExchangeLine => poll(error, { status, from });
const running = (from: number): ExchangeLine => poll({ status: 'generating' }, { from });
const outage = [2, 3, 4, 5].map((from) => polled(500, from));
const isPollable = breaking('job/pollable-until-its-end');
const isReported = breaking('job/failure-is-reported');
const other = (from: number): ExchangeLine => job('h', { status: 'generating' }, { from });

const polls: readonly Recording[] = [
  ...[400, 401, 403, 404, 409, 422, 425].map((status) =>
    isPollable(
      `A poll gets ${status} between two views, and no view in between.`,
      ...[start, running(1), polled(status, 2), running(9)],
    ),
  ),
  ...[408, 429, 500, 503].map((status) =>
    honest(
      `A poll gets ${status} between two views: a client can ask again.`,
      ...[start, running(1), polled(status, 2), running(9)],
    ),
  ),
  honest('Polls get 403 for good.', start, running(1), polled(403, 2)),
  ...(
    [
      [1, warning],
      [4, breaking],
    ] as const
  ).map(([from, make]) =>
    make('job/pollable-until-its-end')(
      `A job is not found ${from} s after its start, and found a second later.`,
      ...[start, polled(404, from), running(from + 1)],
    ),
  ),
  honest('A finished job is not found any more.', start, poll(completed('p')), poll({}, { status: 404 })),
  isReported('Four polls of a job get 500, and another job works.', start, running(1), ...outage, other(3.6)),
  isReported(
    'Four polls of a job get 500, and another job works after them.',
    start,
    running(1),
    ...outage,
    other(7),
  ),
  honest('All polls get 500.', start, running(1), ...outage),
  honest('A job recovers after four polls with 500.', start, running(1), ...outage, other(7), running(8)),
  honest('Three polls of a job get 500.', start, running(1), ...outage.slice(1), other(7)),
  honest(
    'Four polls of a job get 503 within two seconds.',
    ...[start, running(1)],
    ...[2, 2.6, 3.2, 3.8].map((from) => poll({}, { status: 503, from, to: from + 0.1 })),
    other(7),
  ),
];

export const limitRecordings: readonly Recording[] = [...limits, ...faults, ...polls];
