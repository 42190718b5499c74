/** The replay of user actions: starts, replies, fetches and renames, at any time. */
import { describe, expect, it } from 'vitest';
import {
  asking,
  completed,
  DECK,
  field,
  completingJob,
  JOB,
  statusesSeen,
  errorResponse,
  ReplayClient,
  reply,
  start,
  working,
  type RecordedExchangeSpec,
} from './recorded-traffic.js';

const FETCH = `GET /presentations/${DECK}`;

describe('a replay of changes', () => {
  const question = [
    start(0, JOB),
    working(3000, JOB, 100),
    asking(6000, JOB, 'Who is it for?'),
    reply(10_000, JOB, 'Investors'),
    working(12_000, JOB, 300),
    completed(15_000, JOB, DECK),
  ];

  it('waits for a late reply, and continues from it', async () => {
    const client = new ReplayClient(question);
    await client.start(0);
    expect(await statusesSeen(client, [3000, 6000, 30_000])).toEqual([
      100,
      'awaiting_input',
      'awaiting_input',
    ]);
    expect((await client.reply(60_000, JOB, 'Investors')).status).toBe(200);
    expect(await statusesSeen(client, [62_000, 65_000])).toEqual([300, 'completed']);
  });

  it('continues early after an early reply, and never without the reply', async () => {
    const client = new ReplayClient(question);
    await client.start(0);
    const early = await client.reply(1000, JOB, 'Investors');
    expect(early.status).toBe(404);
    expect(field(early, 'code')).toBe('not_recorded');
    expect(await statusesSeen(client, [3000, 6000])).toEqual([100, 'awaiting_input']);
    expect((await client.reply(6500, JOB, 'Investors')).status).toBe(200);
    expect(await statusesSeen(client, [8500, 11_500])).toEqual([300, 'completed']);
  });

  it('matches starts by their bodies before their order', async () => {
    const client = new ReplayClient([start(0, 'gen_one', 'One'), start(1000, 'gen_two', 'Two')]);
    expect(field(await client.start(0, 'Two'), 'generation_id')).toBe('gen_two');
    expect(field(await client.start(10, 'Another'), 'generation_id')).toBe('gen_one');
  });

  it('responds to a fetch before the end only with what was recorded before it, else with 404', async () => {
    const fetched = (at: number, title: string): RecordedExchangeSpec => ({
      at,
      request: FETCH,
      status: 200,
      body: { id: DECK, title },
    });
    const client = new ReplayClient([...completingJob, fetched(13_000, 'A pitch')]);
    await client.start(0);
    expect((await client.send(5000, FETCH)).status).toBe(404);
    await statusesSeen(client, [9000, 12_000]);
    expect(field(await client.send(12_100, FETCH), 'title')).toBe('A pitch');
    const early = new ReplayClient([
      ...completingJob.slice(0, 3),
      errorResponse(7000, FETCH, 403),
      ...completingJob.slice(3),
    ]);
    await early.start(0);
    expect((await early.send(5000, FETCH)).status).toBe(403);
  });

  it('returns a new title only after the rename', async () => {
    const fetched = (at: number, title: string): RecordedExchangeSpec => ({
      at,
      request: FETCH,
      status: 200,
      body: { id: DECK, title },
    });
    const rename: RecordedExchangeSpec = {
      at: 16_000,
      request: `PATCH /presentations/${DECK}`,
      sent: { title: 'Renamed' },
      status: 200,
      body: { id: DECK, title: 'Renamed' },
    };
    const client = new ReplayClient([
      ...completingJob,
      fetched(13_000, 'A pitch'),
      rename,
      fetched(17_000, 'Renamed'),
    ]);
    await client.start(0);
    await client.poll(12_000, JOB);
    expect(field(await client.send(13_000, FETCH), 'title')).toBe('A pitch');
    expect(field(await client.send(60_000, FETCH), 'title')).toBe('A pitch');
    await client.send(61_000, `PATCH /presentations/${DECK}`, { title: 'Renamed' });
    expect(field(await client.send(61_050, FETCH), 'title')).toBe('Renamed');
  });

  it('does not advance for a HEAD', async () => {
    const poll = `/presentations/generate/${JOB}/status`;
    const limited = errorResponse(3000, `GET ${poll}`, 429);
    const client = new ReplayClient([start(0, JOB), limited, working(6000, JOB, 100)]);
    await client.start(0);
    expect((await client.send(5000, `HEAD ${poll}`)).status).toBe(429);
    expect(client.summary().join()).not.toContain('HEAD');
    expect(await statusesSeen(client, [5000, 6000])).toEqual([429, 100]);
  });

  it('skips a request that its client cancelled, and replays a long timeout', async () => {
    const cancelled = (at: number, took: number): RecordedExchangeSpec => ({
      at,
      request: 'POST /presentations/generate',
      sent: { prompt: 'A pitch' },
      status: 0,
      failure: 'aborted',
      took,
    });
    const rest = [start(2000, JOB), completed(5000, JOB, DECK)];
    const quick = new ReplayClient([cancelled(0, 4), ...rest]);
    expect((await quick.start(0)).status).toBe(202);
    expect(quick.deckhand.replay?.recording.warnings).toEqual([
      '1 request that the client cancelled will not be replayed.',
    ]);
    const silent = new ReplayClient([cancelled(0, 1500), ...rest]);
    expect((await silent.start(0)).status).toBe(0);
    expect(silent.deckhand.replay?.recording.warnings).toEqual([
      '1 request got no response, and will time out again.',
    ]);
  });

  it('names the redacted values of its responses', () => {
    const templates = {
      at: 1000,
      request: 'GET /templates',
      status: 200,
      headers: [['Set-Cookie', '[redacted]']],
      body: { templates: [{ owner: 'is [redacted 7f]' }, '[redacted]'] },
    } satisfies RecordedExchangeSpec;
    const client = new ReplayClient([start(0, JOB), templates]);
    expect(client.deckhand.replay?.recording.warnings).toEqual([
      'Responses have 3 redacted values (in Set-Cookie, owner, a body). The placeholders are replayed: if your client needs a value, write one into the file.',
    ]);
  });
});
