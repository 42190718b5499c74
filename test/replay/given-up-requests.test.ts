/** Requests that their client gave up, with or without the head of a response, as each recorder writes them. */
import { expect, describe, it } from 'vitest';
import { toHar } from '../../src/journal/har.js';
import { fromHar } from '../../src/journal/read-har.js';
import { browserHar, pollEntry, startEntry, type BrowserEntry } from '../recorders/browser-har.js';
import { JOB, ReplayClient, start, statusesSeen, view } from './recorded-traffic.js';

const POLL = `GET /presentations/generate/${JOB}/status`;

/** How recorders write a request whose client gave up. */
const recorders: readonly (readonly [string, Partial<BrowserEntry>])[] = [
  ['Playwright, after the head', { response: { _failureText: 'net::ERR_ABORTED' } }],
  ['Chromium, after the head', { response: { _error: 'net::ERR_ABORTED', content: { size: 0 } } }],
  ['Chromium, before it', { status: 0, response: { _error: 'net::ERR_ABORTED' } }],
  ['Firefox', { status: 0, response: { _failureText: 'NS_BINDING_ABORTED' } }],
  ['WebKit', { status: -1, response: { _failureText: 'Load request cancelled' } }],
  ['mitmproxy', { status: 0, response: { _error: 'Client disconnected.' } }],
  ['a tool without a reason', { status: 0 }],
];

const recordingWith = (givenUp: Partial<BrowserEntry>): BrowserEntry[] => [
  startEntry(0),
  pollEntry(3000, { status: 'generating', tokens_used: 1 }),
  { at: 6000, request: POLL, content: { size: 0 }, ...givenUp },
  pollEntry(9000, { status: 'generating', tokens_used: 2 }),
  pollEntry(12_000, { status: 'completed' }),
];

/** As `record` writes it. */
function withDeckhand(givenUp: Partial<BrowserEntry>): object {
  return toHar(fromHar(browserHar(recordingWith(givenUp))).exchanges, { name: 'deckhand', version: '1' });
}

describe.each([
  ...recorders.map(
    ([name, fields]) =>
      [name, (time: Partial<BrowserEntry>) => browserHar(recordingWith({ ...fields, ...time }))] as const,
  ),
  [
    'deckhand record',
    (time: Partial<BrowserEntry>) => withDeckhand({ ...recorders[0]?.[1], ...time }),
  ] as const,
])('a request that its client gave up, recorded by %s', (_name, har) => {
  it.each([
    ['within a second', { time: 900 }],
    ['with no recorded duration', { time: undefined }],
    ['with the duration -1', { time: -1 }],
  ])('is left out %s, and the end says so', async (_when, time) => {
    const client = new ReplayClient(har(time));
    await client.start(0);
    expect(await statusesSeen(client, [3000, 9000, 12_000])).toEqual([1, 2, 'completed']);
    expect(client.summary()).toEqual(['Left out, because the client gave up at once: 1 request']);
  });

  it('plays as the client saw it, for one request only, and the end says so', async () => {
    const client = new ReplayClient(har({ time: 1500 }));
    await client.start(0);
    expect(await statusesSeen(client, [3000])).toEqual([1]);
    const stalled = await client.poll(6000, JOB);
    expect([stalled.status === 0 ? '' : stalled.text, stalled.status]).toEqual(
      _name.includes('after the head') || _name === 'deckhand record' ? ['<broken>', 200] : ['', 0],
    );
    expect(await statusesSeen(client, [6100, 9000, 12_000])).toEqual([1, 2, 'completed']);
    expect(client.summary()).toEqual([
      'Replayed without an end, because its client gave up: getGenerationStatus at 09:30:06.000',
    ]);
  });
});

it('a request that its client gave up is not repeated during an outage', async () => {
  const failed = (at: number) => view(at, JOB, {}, { status: 503 });
  const givenUp = (at: number) => view(at, JOB, {}, { status: 0, failure: 'aborted', took: 2000 });
  const client = new ReplayClient([
    start(0, JOB),
    failed(3000),
    givenUp(6000),
    failed(9000),
    view(12_000, JOB, { status: 'completed' }),
  ]);
  await client.start(0);
  expect(await statusesSeen(client, [3000, 6000, 6100, 6200, 9000, 12_000])).toEqual([
    503,
    0,
    503,
    503,
    503,
    'completed',
  ]);
});
