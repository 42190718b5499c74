/** Recordings about refusals and faults: rate limits with another status than 429, outages, and operations that fail for good. */
import { poll, start, type ExchangeLine } from '../exchanges.js';
import {
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
const hourly = times(5, (hour) => templates({ from: hour * 3600 }));
const briefly = times(5, (from) => templates({ from }));

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
  limited(honest, 503, { error: 'Down for maintenance' }),
  limited(honest, 503, { error: 'The upstream model answered: rate limit exceeded' }),
  limited(honest, 200, resource('p', { status: 'x', message: 'Too many requests' })),
  limited(honest, 402, { error: 'The monthly quota is used up.' }),
  limited(honest, 200, resource('p', { status: 'Too many requests' })),
  honest(
    'A list of templates is about rate limits.',
    templates({ received: { items: [{ name: 'Too many requests: a story' }] } }),
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
];

const deleted = (from: number): ExchangeLine => titled('Old', { status: 404, received: error, from });
const failing = [listed(500, 0), { ...start, from: 1 }, listed(500, 2), listed(503, 3)];

const faults: readonly Recording[] = [
  honest('A presentation is gone after an hour.', titled('Old'), deleted(3600)),
  warning('operation/get-presentation')('A presentation is deleted.', titled('Old'), deleted(30)),
  honest('Listing templates gets 5xx three times, and then works.', ...failing, templates({ from: 4 })),
  honest('Nothing works before the first start.', ...[0, 1, 2].map((from) => listed(500, from)), {
    ...start,
    from: 3,
  }),
  warning('wire/success-bodies-are-json')(
    'Listing templates gets 204, and later a list.',
    ...[templates({ status: 204, received: undefined }), templates()],
  ),
  ...[500, 503, 429, 402].map((status) =>
    honest(`The only start gets ${status}.`, { ...start, status, received: error }),
  ),
  honest('A quota is used up.', ...[start, ...times(2, () => ({ ...start, ...refused(403) }))]),
];

const polled = (status: number, from: number): ExchangeLine => poll(error, { status, from });
const running = (from: number): ExchangeLine => poll({ status: 'generating' }, { from });
const outage = [2, 3, 4, 5].map((from) => polled(500, from));
const other = (from: number): ExchangeLine => job('h', { status: 'generating' }, { from });

const polls: readonly Recording[] = [
  ...[408, 429, 500, 503].map((status) =>
    honest(
      `A poll gets ${status} between two views: a client can ask again.`,
      ...[start, running(1), polled(status, 2), running(9)],
    ),
  ),
  honest('Polls get 403 for good.', start, running(1), polled(403, 2)),
  honest('A finished job is not found any more.', start, poll(completed('p')), poll({}, { status: 404 })),
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
