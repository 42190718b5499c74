/** A client with the recorded intervals gets the recorded responses, also with jitter. */
import fc from '../fast-check.js';
import { describe, expect, it } from 'vitest';
import {
  asking,
  completed,
  errorResponse,
  ReplayClient,
  reply,
  start,
  working,
  type RecordedExchangeSpec,
} from './recorded-traffic.js';

type Kind = 'view' | 'limit' | 'error' | 'reset' | 'same';

const kind = fc.constantFrom<Kind>('view', 'view', 'view', 'same', 'limit', 'error', 'reset');
const interval = fc.integer({ min: 400, max: 9000 });
const phase = fc.array(fc.tuple(kind, interval), { maxLength: 6 });

interface RecordedClient {
  readonly failedStarts: readonly number[];
  readonly before: readonly (readonly [Kind, number])[];
  readonly question: boolean;
  readonly after: readonly (readonly [Kind, number])[];
  readonly fetches: readonly (readonly [Kind, number])[];
  readonly renames: boolean;
}

const recordedClient: fc.Arbitrary<RecordedClient> = fc.record({
  failedStarts: fc.array(interval, { maxLength: 2 }),
  before: phase,
  question: fc.boolean(),
  after: phase,
  fetches: phase,
  renames: fc.boolean(),
});

/** The requests of one job, one after another. */
function requestsOf(
  { failedStarts, before, question, after, fetches, renames }: RecordedClient,
  id: string,
): RecordedExchangeSpec[] {
  const presentationId = id.replace('gen_', 'pres_');
  const prompt = `A pitch by ${id}`;
  const recorded: RecordedExchangeSpec[] = [];
  let now = 0;
  let count = 0;
  const poll = `GET /presentations/generate/${id}/status`;
  const fetchPresentation = `GET /presentations/${presentationId}`;
  const failure = (of: Kind, request: string): RecordedExchangeSpec | undefined => {
    if (of === 'limit') return errorResponse(now, request, 429, { body: { limit: (count += 1) } });
    if (of === 'error') return errorResponse(now, request, 503, { body: { error: (count += 1) } });
    return of === 'reset' ? { at: now, request, status: 0, failure: 'reset' } : undefined;
  };
  const pollAll = (polls: RecordedClient['before']): void => {
    for (const [of, wait] of polls) {
      now += wait;
      if (of !== 'same') count += 1;
      recorded.push(failure(of, poll) ?? working(now, id, count));
    }
  };
  for (const wait of failedStarts) {
    recorded.push(start(now, id, prompt, { status: 503, body: { error: (count += 1) } }));
    now += wait;
  }
  recorded.push(start(now, id, prompt));
  pollAll(before);
  if (question) {
    recorded.push(asking((now += 2000), id, 'Who is it for?'), reply((now += 3000), id, 'Investors'));
    pollAll(after);
  }
  recorded.push(completed((now += 3000), id, presentationId));
  const fetchAll = (title: string): void => {
    for (const [of, wait] of fetches) {
      now += wait;
      recorded.push(
        failure(of, fetchPresentation) ?? {
          at: now,
          request: fetchPresentation,
          status: 200,
          body: { id: presentationId, title, count: (count += 1) },
        },
      );
    }
  };
  fetchAll('A pitch');
  if (renames) {
    const body = { title: 'Renamed' };
    recorded.push({
      at: (now += 1500),
      request: `PATCH /presentations/${presentationId}`,
      sent: body,
      status: 200,
      body,
    });
    fetchAll('Renamed');
  }
  return recorded;
}

async function differences(
  recorded: readonly RecordedExchangeSpec[],
  times: readonly number[],
): Promise<string[]> {
  const client = new ReplayClient(recorded);
  const order = [...recorded.keys()].sort((a, b) => (times[a] as number) - (times[b] as number));
  const found: string[] = [];
  for (const index of order) {
    const { request, sent, status, body, at } = recorded[index] as RecordedExchangeSpec;
    const got = await client.send(Math.round(times[index] as number), request, sent);
    const expected = status === 0 ? '' : JSON.stringify(body);
    if (got.status !== status || got.text !== expected)
      found.push(`${at} ${request}: expected ${status} ${expected}, got ${got.status} ${got.text}`);
  }
  return found;
}

const jitters = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });

describe('a replay at the recorded rate', () => {
  it('equals the recording of one job, while each interval of the client is up to 20 % shorter or longer', async () => {
    await fc.assert(
      fc.asyncProperty(recordedClient, jitters, async (one, drift) => {
        const recorded = requestsOf(one, 'gen_one');
        const times: number[] = [];
        for (const [index, { at }] of recorded.entries()) {
          const before = recorded[index - 1];
          const jitter = drift[index % drift.length] ?? 0;
          times.push(before ? (times[index - 1] ?? 0) + (at - before.at) * (1 + 0.2 * jitter) : 0);
        }
        expect(await differences(recorded, times)).toEqual([]);
      }),
    );
  });
});
