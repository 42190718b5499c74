/** Recordings whose times no clock can show: they are replayed, and no client waits for ever. */
import { expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { fromHar } from '../../src/journal/read-har.js';
import { recordingToHar } from './recorded-traffic.js';

interface Entry {
  startedDateTime: string;
  time: number;
  timings: object;
  response: { status: number };
  _deckhand: Record<string, number> | undefined;
}

function harWith(change: (entry: Entry) => void): object {
  const har = recordingToHar([{ at: 0, request: 'GET /templates', status: 200, body: { templates: [] } }]);
  for (const entry of (har as { log: { entries: Entry[] } }).log.entries) change(entry);
  return har;
}

const getTemplates = (replay: object): Promise<Response> =>
  createDeckhand({ replay }).fetch('http://127.0.0.1:4010/api/v1/templates', {
    headers: { 'x-api-key': 'deckhand-dev-key' },
    signal: AbortSignal.timeout(2000),
  });

const withField = (name: string, value: number) => (entry: Entry) =>
  void (entry._deckhand = { ...entry._deckhand, [name]: value });
const ofAnotherTool = (fields: Partial<Entry>) => (entry: Entry) =>
  void Object.assign(entry, { _deckhand: undefined }, fields);

it.each<[string, (entry: Entry) => void]>([
  ['a start of 1e300', withField('startedAt', 1e300)],
  ['a start of -1e300', withField('startedAt', -1e300)],
  ['a start in the year 275760', withField('startedAt', 8.64e15)],
  ['an end of 1e300', withField('endedAt', 1e300)],
  ['an end of -1e300', withField('endedAt', -1e300)],
  ['a first byte at 1e300', withField('firstByteAt', 1e300)],
  ['a time of 1e300', ofAnotherTool({ time: 1e300 })],
  ['an infinite time', ofAnotherTool({ time: Infinity })],
  ['a receive time of 1e300', ofAnotherTool({ timings: { receive: 1e300 } })],
])('%s is no time, and the response is replayed', async (_what, change) => {
  const response = await getTemplates(harWith(change));
  expect([response.status, await response.text()]).toEqual([200, '{"templates":[]}']);
});

it.each(['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z'])(
  'an entry that started at %s is left out with a warning',
  (startedDateTime) => {
    const { exchanges, warnings } = fromHar(harWith(ofAnotherTool({ startedDateTime })));
    expect(exchanges).toEqual([]);
    expect(warnings).toEqual([
      `entry 1 was skipped: its startedDateTime is "${startedDateTime}", not a date`,
    ]);
  },
);

it('a response that took a century arrives within a day', async () => {
  const century = 100 * 365 * 24 * 3_600_000;
  const deckhand = createDeckhand({ replay: harWith(ofAnotherTool({ time: century })) });
  const { clock } = deckhand.workspace('ws_dev');
  // It is not paused, but no millisecond passes by itself.
  clock.setSpeed(1e-9);
  const response = deckhand.fetch('http://127.0.0.1:4010/api/v1/templates', {
    headers: { 'x-api-key': 'deckhand-dev-key' },
  });
  await expect.poll(() => clock.pendingResponses(), { interval: 5 }).toBe(1);
  clock.advance('24h');
  expect((await response).status).toBe(200);
});

it('a sequence number of 1e300 is none', () => {
  const { exchanges } = fromHar(harWith(withField('sequence', 1e300)));
  expect(exchanges.map(({ sequence }) => sequence)).toEqual([1]);
});

it.each([101, 600])('a fetch handler fails like a network for the status %i', async (status) => {
  const failed = getTemplates(harWith((entry) => (entry.response.status = status)));
  await expect(failed.then(({ type }) => type)).rejects.toThrow(TypeError);
});
