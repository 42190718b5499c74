/** The replay for clients with any polling rate. */
import { describe, expect, it } from 'vitest';
import {
  completed,
  DECK,
  completingJob,
  JOB,
  statusesSeen,
  errorResponse,
  ReplayClient,
  start,
  view,
  working,
  type RecordedExchangeSpec,
} from './recorded-traffic.js';

const POLL = `GET /presentations/generate/${JOB}/status`;

describe('the timing of a replay', () => {
  it('returns each response to a faster client until the middle before the next one, and does not run faster', async () => {
    const client = new ReplayClient(completingJob);
    await client.start(0);
    const times = Array.from({ length: 13 }, (_, index) => (index + 1) * 1000);
    const seen = await statusesSeen(client, times);
    expect(seen.slice(0, 4)).toEqual([100, 100, 100, 100]);
    expect(seen.indexOf('completed')).toBeGreaterThanOrEqual(9);
    expect(seen.at(-1)).toBe('completed');
  });

  it('replays the first of a burst of 429, and the others only during the burst', async () => {
    const burst = [
      start(0, JOB),
      working(3000, JOB, 100),
      errorResponse(6000, POLL, 429),
      errorResponse(7000, POLL, 429),
      errorResponse(8000, POLL, 429),
      working(12_000, JOB, 200),
      completed(15_000, JOB, DECK),
    ];
    const exact = new ReplayClient(burst);
    await exact.start(0);
    expect(await statusesSeen(exact, [3000, 6000, 7000, 8000, 12_000, 15_000])).toEqual([
      100,
      429,
      429,
      429,
      200,
      'completed',
    ]);
    expect(exact.summary()).toEqual([]);
    const patient = new ReplayClient(burst);
    await patient.start(0);
    // It polls late, gets the first one, and backs off.
    expect(await statusesSeen(patient, [3000, 6500, 12_500, 15_500])).toEqual([100, 429, 200, 'completed']);
    expect(patient.summary()).toEqual([
      'Not replayed: 429 to getGenerationStatus at 09:30:07.000',
      'Not replayed: 429 to getGenerationStatus at 09:30:08.000',
    ]);
  });

  it('replays three lists of templates that differ', async () => {
    const list = (at: number, id: string): RecordedExchangeSpec => ({
      at,
      request: 'GET /templates',
      status: 200,
      body: { templates: [{ id }] },
    });
    const client = new ReplayClient([list(0, 'one'), list(10_000, 'two'), list(20_000, 'three')]);
    const seen = [];
    for (const at of [0, 4000, 6000, 10_000, 14_000, 16_000, 99_000])
      seen.push((await client.send(at, 'GET /templates')).text);
    expect(seen.map((text) => /"id":"(\w+)"/.exec(text)?.[1])).toEqual([
      'one',
      'one',
      'two',
      'two',
      'two',
      'three',
      'three',
    ]);
  });

  it('delays no response while the clock is paused, except a recorded timeout', async () => {
    const client = new ReplayClient([
      start(0, JOB, 'A pitch', { wait: 60_000, took: 90_000 }),
      view(100_000, JOB, { status: 'generating' }, { status: 0, failure: 'aborted', took: 30_000 }),
    ]);
    expect((await client.start(0)).status).toBe(202);
    expect((await client.poll(100_000, JOB)).status).toBe(0);
  });

  it('replays a 304 only to a client with the recorded condition', async () => {
    const list: RecordedExchangeSpec = {
      at: 0,
      request: 'GET /templates',
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['ETag', '"v1"'],
      ],
      body: { templates: [] },
    };
    const unchanged: RecordedExchangeSpec = {
      at: 10_000,
      request: 'GET /templates',
      status: 304,
      sentHeaders: [['If-None-Match', '"v1"']],
      headers: [['ETag', '"v1"']],
    };
    const client = new ReplayClient([list, unchanged]);
    expect((await client.send(0, 'GET /templates')).status).toBe(200);
    expect((await client.send(10_000, 'GET /templates', undefined, { 'if-none-match': '"v1"' })).status).toBe(
      304,
    );
    const unconditional = await client.send(10_010, 'GET /templates');
    expect([unconditional.status, unconditional.text]).toEqual([200, '{"templates":[]}']);
  });
});
