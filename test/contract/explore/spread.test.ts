import { describe, expect, test } from 'vitest';
import { check, plan, type ExploreOptions, type Transport } from '../../../src/contract/index.js';
import { bodyOfText } from '../../../src/journal/body.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { keyMarks } from '../../../src/contract/model/key-marks.js';
import { createPlainService, type PlainService } from '../../mutants/plain-service/handle.js';
import { prompts } from '../../mutants/plain-service/stages.js';
import { idleClock } from './idle-clock.js';

const minute = 60_000;
const everyLifecycle = { questionPrompt: prompts.question, failurePrompt: prompts.failure };

/** Checks a service with jobs of a given duration at 20 requests a minute, on a clock that skips idle time. */
async function run(seconds: number, chosen: Partial<ExploreOptions> = everyLifecycle) {
  const pace = idleClock();
  // A job has four stages before its end.
  const service = createPlainService({ now: pace.now, choices: { pace: { stageMs: seconds * 250 } } });
  const transport: Transport = async (request) => {
    await pace.sleep(200);
    return responseOf(service, request);
  };
  const options = { baseUrl: 'http://plain.test/api/v1', apiKey: service.keys.first, ...chosen };
  const { report, exchanges } = await check(options, { transport, pace });
  const starts = exchanges.filter(hasKey).map(({ startedAt }) => startedAt);
  const polls = exchanges.filter(({ request }) => request.url.endsWith('/status'));
  return {
    report,
    planned: plan(options),
    mostInAMinute: Math.max(
      ...starts.map((from) => starts.filter((at) => at >= from && at < from + minute).length),
    ),
    /** For each job, the times of polls that showed status generating. */
    sightings: [...new Set(polls.map(({ request }) => request.url))].map((job) =>
      polls
        .filter(
          ({ request, response }) => request.url === job && response?.body?.text.includes('"generating"'),
        )
        .map(({ startedAt }) => startedAt),
    ),
  };
}

function responseOf(service: PlainService, { url, body, ...request }: Parameters<Transport>[0]) {
  const {
    status,
    headers,
    body: bytes,
  } = service.handle({
    ...request,
    path: new URL(url).pathname,
    headers: Object.fromEntries(request.headers),
    ...(body !== undefined && { body }),
  });
  return { response: { status, headers: Object.entries(headers), body: bodyOfText(bytes.toString()) } };
}

/** Wrong keys are marked. */
const hasKey = ({ request }: Exchange): boolean =>
  request.headers.some(([, value]) => value.includes(keyMarks.first));

/** The longest time between two consecutive sightings. */
const longestGap = (times: readonly number[]) =>
  Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));

describe('at 20 requests a minute, with every lifecycle', () => {
  test.each([
    { seconds: 12, sightings: 1, requests: 130, minutes: 4.75 },
    { seconds: 60, sightings: 3, requests: 150, minutes: 6 },
    { seconds: 300, sightings: 7, requests: 240, minutes: 11 },
  ])('jobs of $seconds s are each seen generating $sightings times or more', async (most) => {
    const { report, planned, mostInAMinute, sightings } = await run(most.seconds);
    expect(report.outcome).toBe('pass');
    expect(sightings).toHaveLength(6);
    for (const times of sightings) expect(times.length).toBeGreaterThanOrEqual(most.sightings);
    expect(mostInAMinute).toBeLessThanOrEqual(20);
    expect(report.requests).toBeLessThanOrEqual(most.requests);
    expect(report.seconds / 60).toBeLessThan(most.minutes);
    // The plan expects jobs of some seconds. They run in parallel, and one of them waits for a reply.
    expect(report.seconds / 60).toBeGreaterThanOrEqual(planned.minutes - 1);
    expect(report.seconds / 60).toBeLessThan(planned.minutes + (2 * most.seconds) / 60);
  });
});

test('polls cover all large parts of a job', async () => {
  for (const seconds of [60, 300]) {
    const { sightings } = await run(seconds, { maxJobs: 2 });
    for (const times of sightings) expect(longestGap(times)).toBeLessThan((seconds * 1000) / 3);
  }
});
