/** Recordings about rejections and faults: rate limits with another status than 429, outages, and operations that fail permanently. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  completed,
  error,
  fetched,
  passing,
  templates,
  titled,
  warningFrom,
  type Recording,
} from './builders.js';

const upstreamLimit = fetched('p', {
  status: 503,
  received: { error: 'The upstream model answered: rate limit exceeded' },
});

const limits: readonly Recording[] = [
  warningFrom('operation/low-5xx-rate')(
    'A request gets 503 with the limit of an upstream component.',
    ...[templates(), fetched('p'), upstreamLimit, upstreamLimit, fetched('p')],
  ),
  passing(
    'A list of templates is about rate limits.',
    templates({ received: { items: [{ name: 'Too many requests: a story' }] } }),
  ),
];

const deleted = (from: number): ExchangeLine => titled('Old', { status: 404, received: error, from });

const faults: readonly Recording[] = [
  warningFrom('presentation/stays-fetchable')('A presentation is deleted.', titled('Old'), deleted(30)),
  warningFrom('response/success-body-is-json')(
    'Listing templates gets 204, and later a list.',
    ...[templates({ status: 204, received: undefined }), templates()],
  ),
];

const polls: readonly Recording[] = [
  passing('A finished job is no longer found.', start, poll(completed('p')), poll({}, { status: 404 })),
];

export const limitRecordings: readonly Recording[] = [...limits, ...faults, ...polls];
