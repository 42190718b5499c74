import { expect, test } from 'vitest';
import { plan, type ExploreOptions, type Check } from '../../../src/contract/index.js';
import { credentialOf } from '../../../src/contract/model/credential.js';
import { wrongKeyKinds } from '../../../src/contract/model/key-marks.js';
import { operationOf } from '../../../src/contract/model/operation.js';
import type { Mutant } from '../../mutants/mutant.js';
import { mutants } from '../../mutants/mutants.js';
import { refuse } from '../../mutants/plain-service/perform.js';
import { prompts } from '../../mutants/plain-service/stages.js';
import type { Variation } from '../../mutants/plain-service/variation.js';
import { checkVirtually } from '../virtual-run.js';

/** The operations and credentials of the requests without a valid key. */
const refusedIn = ({ exchanges }: Check) =>
  exchanges.flatMap(({ request: { method, url, headers } }) => {
    const by = credentialOf(headers);
    const operation = operationOf(method, url)?.operation;
    return by.via === 'none' || by.wrong ? [{ operation, by }] : [];
  });

const all: Partial<ExploreOptions> = { questionPrompt: prompts.question, failurePrompt: prompts.failure };
const planned = (options: Partial<ExploreOptions>) =>
  plan({
    baseUrl: 'http://plain.example/api/v1',
    apiKey: 'key',
    otherApiKey: 'other',
    disabledApiKey: 'disabled',
    ...all,
    ...options,
  });

test('without pacing, a full run takes at most 5 s, 190 requests, 40 of them without a valid key, and 7 jobs', async () => {
  const run = await checkVirtually([]);
  const { seconds, requests, jobs, outcome } = run.report;
  expect(outcome).toBe('pass');
  expect(seconds).toBeLessThanOrEqual(5);
  expect(requests).toBeLessThanOrEqual(190);
  expect(refusedIn(run).length).toBeLessThanOrEqual(40);
  expect(jobs).toBeLessThanOrEqual(7);
});

test.each([
  ['sendGenerationMessage', 400],
  ['sendGenerationMessage', 500],
  ['updatePresentation', 409],
  ['updatePresentation', 500],
  ['getPresentation', 500],
  ['createPresentation', 500],
  ['listTemplates', 500],
])('a service that answers every %s with %i costs at most 200 requests and 7 jobs', async (name, status) => {
  const refuses: Variation = {
    instead: ({ operation }) => (operation === name ? refuse(status, 'No.') : undefined),
  };
  const { requests, jobs } = (await checkVirtually([refuses])).report;
  expect(requests).toBeLessThanOrEqual(200);
  expect(jobs).toBeLessThanOrEqual(7);
});

test.each([
  ['view-wrapped', 15],
  ['view-in-a-list', 15],
  ['status-missing', 15],
  ['status-upper-case', 60],
  ['status-error', 60],
])(
  'a service whose views never show a documented status does not keep a run waiting: %s',
  async (id, most) => {
    const { apply } = mutants.find((mutant) => mutant.id === id) as Mutant;
    const { outcome, seconds } = (await checkVirtually([apply])).report;
    expect(outcome).toBe('fail');
    expect(seconds).toBeLessThan(most);
  },
);

test('at the default pace, a run with all options takes at most 4.5 minutes with jobs of twelve seconds', async () => {
  const run = await checkVirtually([{ choices: { pace: { stageMs: 2500 } } }], [], { requestsPerMinute: 20 });
  expect(run.report.seconds).toBeLessThanOrEqual(270);
  expect(refusedIn(run).length).toBeLessThanOrEqual(40);
});

test('a smoke run takes less than 40 s', async () => {
  const { report } = await checkVirtually([], [], { requestsPerMinute: 20, smoke: true });
  expect(report.outcome).toBe('pass');
  expect(report.seconds).toBeLessThan(40);
});

test('every operation gets a request without a key, and a wrong key in both headers', async () => {
  const refused = refusedIn(await checkVirtually([]));
  for (const operation of new Set(refused.map((one) => one.operation))) {
    const own = refused.filter((one) => one.operation === operation);
    expect(own.some(({ by }) => by.via === 'none')).toBe(true);
    expect(new Set(own.filter(({ by }) => by.wrongKind === 'unknown').map(({ by }) => by.via)).size).toBe(2);
  }
  expect(new Set(refused.map((one) => one.operation)).size).toBe(7);
});

test('each kind of near miss meets a read, and most of them a change', async () => {
  const { probes } = planned({ apiKey: 'sk_Mixed_4f9aB27c81', requestsPerMinute: 0 });
  expect(probes.length).toBeLessThanOrEqual(38 + 1);
  for (const kind of wrongKeyKinds) {
    const met = probes.filter(({ wrongKey }) => wrongKey === kind).map(({ operation }) => operation);
    expect(met.some((operation) => /^(get|list)/.test(operation))).toBe(true);
    // An accepted scheme is one for all operations.
    expect(met.some((operation) => /^(update|create)/.test(operation))).toBe(kind !== 'basic');
  }
  const { probes: ofPlainKey } = planned({ apiKey: 'plain-key-12', requestsPerMinute: 0 });
  expect(ofPlainKey.filter(({ wrongKey }) => wrongKey === 'case')).toEqual([]);
});

test('reads without a valid key are one block at the end, and one look at effects follows', async () => {
  const run = await checkVirtually([]);
  const isRefused = run.exchanges.map(({ request }) => {
    const by = credentialOf(request.headers);
    return by.via === 'none' || by.wrong;
  });
  const reads = run.exchanges.map(({ request }, index) => isRefused[index] && request.method === 'GET');
  // One poll shows whether a waiting job is public.
  const first = reads.indexOf(true, reads.indexOf(true) + 1);
  const last = reads.lastIndexOf(true);
  expect(reads.slice(first, last + 1)).not.toContain(false);
  const after = run.exchanges.slice(last + 1).map(({ request }) => credentialOf(request.headers).form);
  expect(after.filter((form) => form === undefined).length).toBe(2);
});
