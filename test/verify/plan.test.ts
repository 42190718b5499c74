import { expect, test } from 'vitest';
import { createHttpClient } from '../../src/proxy/http-client.js';
import { verify, planRun, type VerifyOptions } from '../../src/verify/index.js';
import { startReferenceService } from '../reference-service/start.js';
import { prompts } from '../reference-service/job-scripts.js';
import { SkippingClock } from './skipping-clock.js';
import { verifyInVirtualTime } from './virtual-time-run.js';

const everyLifecycle = { questionPrompt: prompts.question, failurePrompt: prompts.failure };

test('at 20 requests a minute, all rules of one key take at most 145 requests and 6 jobs', async () => {
  // In virtual time, since the number of polls depends on how long responses take.
  const { report } = await verifyInVirtualTime([], [], {
    ...everyLifecycle,
    otherApiKey: undefined,
    apiKeyWithoutAccess: undefined,
    requestsPerMinute: 20,
  });
  expect(report.requests).toBeLessThanOrEqual(145);
  expect(report.jobs).toBeLessThanOrEqual(6);
  const unreached = report.rules.filter(({ level, outcome }) => level !== 'may' && outcome === 'not-covered');
  expect(unreached.map(({ id }) => id).filter((id) => !id.startsWith('isolation/'))).toEqual([
    'auth/rejects-key-without-api-access',
    'rename/concurrent-renames',
    'rename/ends-not-modified',
    'rate-limit/returns-429',
    'rate-limit/counts-each-key',
  ]);
});

const nothing = {
  otherApiKey: undefined,
  apiKeyWithoutAccess: undefined,
  questionPrompt: undefined,
  failurePrompt: undefined,
};

test.each<{ readonly wish: Partial<VerifyOptions> }>([
  { wish: {} },
  { wish: everyLifecycle },
  { wish: { requestsPerMinute: 0 } },
  { wish: { ...everyLifecycle, requestsPerMinute: 0 } },
  { wish: { maxJobs: 0 } },
  { wish: { maxJobs: 1 } },
  { wish: { readOnly: true } },
  { wish: { smoke: true } },
])('a plan estimates the cost of a run with $wish', async ({ wish }) => {
  const options = { requestsPerMinute: 20, ...wish };
  const { report } = await verifyInVirtualTime([], [], { ...nothing, ...options });
  const planned = planRun({ baseUrl: report.target, apiKey: 'key', ...options });
  expect(Math.abs(report.requests - planned.requests)).toBeLessThanOrEqual(4);
  expect(report.jobs).toBe(planned.jobs.length);
  if (options.requestsPerMinute > 0)
    expect(Math.abs(report.durationSeconds / 60 - planned.minutes)).toBeLessThanOrEqual(1);
});

test('a read-only run sends only GET requests', async () => {
  const { exchanges, report } = await verifyInVirtualTime([], [], { readOnly: true });
  expect(new Set(exchanges.map(({ request }) => request.method))).toEqual(new Set(['GET']));
  expect(report.outcome).toBe('pass');
});

test('the number of jobs is a hard limit', async () => {
  for (const maxJobs of [0, 1])
    expect((await verifyInVirtualTime([], [], { maxJobs })).report.jobs).toBe(maxJobs);
});

test('a run restores titles', async () => {
  const { exchanges } = await verifyInVirtualTime([], [], { requestsPerMinute: 20 });
  const first = exchanges.find(({ request }) => request.method === 'PATCH')?.request.url;
  const renames = exchanges.filter(({ request }) => request.method === 'PATCH' && request.url === first);
  const titles = renames.map(
    ({ request }) => (JSON.parse(request.body?.text ?? '{}') as { title?: string }).title,
  );
  expect(titles.filter((title) => title?.includes('deckhand check')).length).toBeGreaterThan(0);
  const last = exchanges.findLast(({ request }) => request.method === 'GET' && request.url === first);
  expect(last?.response?.body?.text).not.toContain('deckhand check');
});

/** Without a restoration: the run itself made the presentation, and ends. */
const isAtOnce = (text = ''): boolean => text.includes('renamed at once');

/** The PATCH bodies of a run with an event right after the first PATCH that it restores. */
async function afterFirstPatch(
  happen: (later: (ms: number) => void, interrupt: () => void) => void,
  options: Partial<VerifyOptions>,
) {
  const hasty = new SkippingClock();
  let ahead = 0;
  const pace = { now: () => hasty.now() + ahead, sleep: hasty.sleep };
  const service = await startReferenceService({ now: pace.now });
  const client = createHttpClient();
  const interruption = new AbortController();
  const { report, exchanges } = await verify(
    { baseUrl: service.baseUrl, apiKey: service.keys.first, ...options },
    {
      transport: async (request) => {
        const response = await hasty.track(client.transport)(request);
        if (request.method === 'PATCH' && !isAtOnce(request.body))
          happen(
            (ms) => (ahead += ms),
            () => interruption.abort(),
          );
        return response;
      },
      clock: pace,
      signal: interruption.signal,
    },
  );
  client.close();
  await service.close();
  const sent = exchanges.flatMap(({ request: { method, body } }) =>
    method === 'PATCH' && !isAtOnce(body?.text) ? [body?.text ?? ''] : [],
  );
  return { reason: report.reason, sent };
}

test('an interrupted run restores its title and reports the interruption', async () => {
  const { reason, sent } = await afterFirstPatch((_, interrupt) => interrupt(), { requestsPerMinute: 0 });
  expect(reason).toBe('the run was interrupted');
  expect(sent.at(0)).toContain('deckhand check');
  expect(sent.at(-1)).not.toContain('deckhand check');
});

test('a run that is out of time restores its title', async () => {
  const { reason, sent } = await afterFirstPatch((later) => later(3_600_000), {});
  expect(reason).toMatch(/^the run reached its time limit \(--time-limit\)/);
  expect(sent.at(0)).toContain('deckhand check');
  expect(sent.at(-1)).not.toContain('deckhand check');
});

test('an interruption ends a wait for the request rate', async () => {
  const service = await startReferenceService();
  const client = createHttpClient();
  const interruption = new AbortController();
  let sleeps = 0;
  const { report } = await verify(
    { baseUrl: service.baseUrl, apiKey: service.keys.first, requestsPerMinute: 1 },
    {
      transport: client.transport,
      // Each wait ends immediately, without any time passing.
      clock: { now: () => 1_000_000, sleep: async () => void sleeps++ },
      onEvent: ({ kind }) => kind === 'wait' && interruption.abort(),
      signal: interruption.signal,
    },
  );
  client.close();
  await service.close();
  expect(report.reason).toMatch(/^the run was interrupted/);
  expect(sleeps).toBeLessThan(3);
});
