/** Recordings in which the recorder did not save some bodies, or saved those of the browser's cache. */
import { describe, expect, it } from 'vitest';
import {
  browserHar,
  pollEntry,
  startEntry,
  warningsOf,
  withoutBody,
  type BrowserEntry,
} from '../recorders/browser-har.js';
import { DECK, field, JOB, ReplayClient, statusesSeen } from './recorded-traffic.js';

const working = (at: number, tokens_used: number): BrowserEntry =>
  pollEntry(at, { status: 'generating', tokens_used });
const asking = (at: number): BrowserEntry => pollEntry(at, { status: 'awaiting_input', message: 'Who for?' });
const completed = (at: number): BrowserEntry =>
  pollEntry(at, { status: 'completed', presentation: { id: DECK } });
const lost = (at: number): BrowserEntry => pollEntry(at, {}, withoutBody);
const reply = (at: number, more: Partial<BrowserEntry> = {}): BrowserEntry => ({
  at,
  request: `POST /presentations/generate/${JOB}/message`,
  sent: { message: 'Investors' },
  body: { ok: true },
  ...more,
});

async function viewsOf(entries: readonly BrowserEntry[]): Promise<unknown[]> {
  const client = new ReplayClient(browserHar(entries));
  await client.start(0);
  const seen: unknown[] = [];
  for (const { at, request } of entries.slice(1)) {
    if (request.startsWith('GET')) seen.push(...(await statusesSeen(client, [at])));
    else seen.push((await client.reply(at, JOB, 'Investors')).status);
  }
  return seen;
}

describe('a poll without a recorded body', () => {
  it.each<[string, BrowserEntry[], unknown[]]>([
    ['the last earlier view', [working(3000, 1), lost(6000), completed(9000)], [1, 1, 'completed']],
    [
      'the last earlier view, also as the last one',
      [completed(3000), lost(6000)],
      ['completed', 'completed'],
    ],
    ['the next view while the job generates', [lost(3000), working(6000, 2)], [2, 2]],
    ['no later status', [lost(3000), completed(6000)], [404, 'completed']],
    ['no later question', [lost(3000), asking(6000)], [404, 'awaiting_input']],
    [
      'no question that was answered',
      [working(3000, 1), asking(6000), reply(9000), lost(12_000), completed(15_000)],
      [1, 'awaiting_input', 200, 1, 'completed'],
    ],
  ])('gets %s', async (_what, entries, views) => {
    expect(await viewsOf([startEntry(0), ...entries])).toEqual(views);
  });

  it('is counted in the banner, and marked in a report', async () => {
    const entries = [startEntry(0), working(3000, 1), lost(6000), lost(9000), completed(12_000)];
    expect(warningsOf(entries)).toEqual([
      'The recorder omitted or truncated 2 bodies.',
      '2 responses without a body will be replayed with the body of another one.',
    ]);
    const client = new ReplayClient(browserHar(entries));
    await client.start(0);
    await statusesSeen(client, [3000, 6000]);
    const workspace = client.deckhand.workspace('ws_dev');
    expect(workspace.journal().map(({ metadata }) => metadata?.fault)).toEqual([
      undefined,
      undefined,
      'recorded: the body of another response',
    ]);
    expect((await workspace.clientReport()).notes).toEqual([
      '1 response of the recording without a body, replayed with the body of another one (#3)',
    ]);
  });
});

describe('a start without a recorded body', () => {
  it('gets that of a start with an equal body, whose job is running already', async () => {
    const client = new ReplayClient(
      browserHar([startEntry(0, withoutBody), startEntry(500), working(3000, 1), completed(6000)]),
    );
    expect(field(await client.start(0), 'generation_id')).toBe(JOB);
    expect(field(await client.start(500), 'generation_id')).toBe(JOB);
    expect(await statusesSeen(client, [3000, 6000])).toEqual([1, 'completed']);
  });

  it.each<[string, BrowserEntry[]]>([
    ['of another prompt', [startEntry(0, { ...withoutBody, sent: { prompt: 'Another' } }), startEntry(500)]],
    [
      'with a later job of its own',
      [
        startEntry(0),
        startEntry(500, { ...withoutBody }),
        pollEntry(3000, { status: 'completed' }, {}, 'gen_own'),
      ],
    ],
  ])('gets none %s', async (_what, entries) => {
    const client = new ReplayClient(browserHar(entries));
    const sent = entries.slice(0, 2).map(({ sent: body }) => (body as { prompt: string }).prompt);
    const statuses = [];
    for (const prompt of sent) statuses.push((await client.start(0, prompt)).status);
    expect(statuses).toContain(404);
    expect(warningsOf(entries)).toEqual(['The recorder omitted or truncated 1 body.']);
  });
});

describe('a read or a write without a recorded body', () => {
  const fetch = (at: number, more: Partial<BrowserEntry>): BrowserEntry => ({
    at,
    request: `GET /presentations/${DECK}`,
    ...more,
  });
  const rename = (at: number, more: Partial<BrowserEntry> = {}): BrowserEntry => ({
    at,
    request: `PATCH /presentations/${DECK}`,
    sent: { title: 'Renamed' },
    body: { id: DECK },
    ...more,
  });

  it('gets no title from before a rename', async () => {
    const client = new ReplayClient(
      browserHar([
        startEntry(0),
        completed(3000),
        fetch(4000, { body: { title: 'First' } }),
        fetch(5000, withoutBody),
        rename(6000, withoutBody),
        rename(7000),
        fetch(8000, withoutBody),
        fetch(9000, { body: { title: 'Renamed' } }),
      ]),
    );
    await client.start(0);
    await client.poll(3000, JOB);
    const titles = [];
    for (const at of [4000, 5000])
      titles.push(field(await client.send(at, `GET /presentations/${DECK}`), 'title'));
    for (const at of [6000, 7000])
      titles.push((await client.send(at, `PATCH /presentations/${DECK}`, { title: 'Renamed' })).status);
    for (const at of [8000, 9000])
      titles.push(field(await client.send(at, `GET /presentations/${DECK}`), 'title'));
    expect(titles).toEqual(['First', 'First', 200, 200, 'Renamed', 'Renamed']);
  });
});

it('entries of the browser’s cache are played if they have their text', async () => {
  const templates = (at: number, id: string, entry: object): BrowserEntry => ({
    at,
    request: 'GET /templates',
    body: { templates: [{ id }] },
    entry,
  });
  const entries = [
    templates(0, 'one', {}),
    templates(10_000, 'two', { _fromCache: 'disk' }),
    { ...templates(20_000, 'three', { _fromCache: 'disk' }), ...withoutBody },
  ];
  const client = new ReplayClient(browserHar(entries));
  const seen = [];
  for (const at of [0, 10_000, 20_000]) seen.push((await client.send(at, 'GET /templates')).text);
  expect(seen.map((text) => /"id":"(\w+)"/.exec(text)?.[1])).toEqual(['one', 'two', 'two']);
});
