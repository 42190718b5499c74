import { expect, test } from 'vitest';
import type { Check } from '../../../src/contract/index.js';
import { credentialOf } from '../../../src/contract/model/credential.js';
import type { Mutant } from '../../mutants/mutant.js';
import { mutants } from '../../mutants/mutants.js';
import { refuse } from '../../mutants/plain-service/perform.js';
import type { Variation } from '../../mutants/plain-service/variation.js';
import { checkVirtually } from '../virtual-run.js';

/** The requests without a valid key. */
const refusedIn = ({ exchanges }: Check) =>
  exchanges.filter(({ request: { headers } }) => {
    const { via, wrong } = credentialOf(headers);
    return via === 'none' || wrong;
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

test('a smoke run takes less than 40 s', async () => {
  const { report } = await checkVirtually([], [], { requestsPerMinute: 20, smoke: true });
  expect(report.outcome).toBe('pass');
  expect(report.seconds).toBeLessThan(40);
});
