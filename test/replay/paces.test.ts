/** A replay for clients of any pace, with every kind of recording. */
import { describe, expect, it } from 'vitest';
import {
  completed,
  DECK,
  JOB,
  polls,
  refusal,
  ReplayClient,
  start,
  view,
  working,
  type Recorded,
} from './recorded-traffic.js';

const POLL = `GET /presentations/generate/${JOB}/status`;

describe('the pace of a replay', () => {
  it('plays the first of a burst of 429, and the others only within their span', async () => {
    const burst = [
      start(0, JOB),
      working(3000, JOB, 100),
      refusal(6000, POLL, 429),
      refusal(7000, POLL, 429),
      refusal(8000, POLL, 429),
      working(12_000, JOB, 200),
      completed(15_000, JOB, DECK),
    ];
    const exact = new ReplayClient(burst);
    await exact.start(0);
    expect(await polls(exact, [3000, 6000, 7000, 8000, 12_000, 15_000])).toEqual([
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
    // It comes late, gets the first one, and backs off.
    expect(await polls(patient, [3000, 6500, 12_500, 15_500])).toEqual([100, 429, 200, 'completed']);
    expect(patient.summary()).toEqual([
      'Not played: 429 to getGenerationStatus at 09:30:07.000',
      'Not played: 429 to getGenerationStatus at 09:30:08.000',
    ]);
  });

  it('holds no response while the clock is paused, but a recorded stall', async () => {
    const client = new ReplayClient([
      start(0, JOB, 'A pitch', { wait: 60_000, took: 90_000 }),
      view(100_000, JOB, { status: 'generating' }, { status: 0, failure: 'aborted', took: 30_000 }),
    ]);
    expect((await client.start(0)).status).toBe(202);
    expect((await client.poll(100_000, JOB)).status).toBe(0);
  });

  it('plays a 304 only to a client with the recorded condition', async () => {
    const list: Recorded = {
      at: 0,
      request: 'GET /templates',
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['ETag', '"v1"'],
      ],
      body: { templates: [] },
    };
    const unchanged: Recorded = {
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
    const plain = await client.send(10_010, 'GET /templates');
    expect([plain.status, plain.text]).toEqual([200, '{"templates":[]}']);
  });
});
