import { expect, test } from 'vitest';
import type { VerifyResult } from '../../../src/verify/index.js';
import { parseCredential } from '../../../src/judge/model/credential.js';
import type { Mutant } from '../../mutants/mutant.js';
import { mutants } from '../../mutants/mutants.js';
import { refuse } from '../../reference-service/operations.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import { verifyInVirtualTime } from '../virtual-time-run.js';

/** The requests without a valid key. */
const refusedIn = ({ exchanges }: VerifyResult) =>
  exchanges.filter(({ request: { headers } }) => {
    const { header, isInvalid } = parseCredential(headers);
    return header === 'none' || isInvalid;
  });

test('without pacing, a full run takes at most 5 s, 215 requests, 48 of them without a valid key, and 7 jobs', async () => {
  const run = await verifyInVirtualTime([]);
  const { durationSeconds: seconds, requests, jobs, outcome } = run.report;
  expect(outcome).toBe('pass');
  expect(seconds).toBeLessThanOrEqual(5);
  expect(requests).toBeLessThanOrEqual(215);
  expect(refusedIn(run).length).toBeLessThanOrEqual(48);
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
])('a service that answers every %s with %i costs at most 225 requests and 7 jobs', async (name, status) => {
  const refuses: ServiceHooks = {
    replaceResponse: ({ operation }) => (operation === name ? refuse(status, 'No.') : undefined),
  };
  const { requests, jobs } = (await verifyInVirtualTime([refuses])).report;
  expect(requests).toBeLessThanOrEqual(225);
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
    const { hooks } = mutants.find((mutant) => mutant.id === id) as Mutant;
    const { outcome, durationSeconds: seconds } = (await verifyInVirtualTime([hooks])).report;
    expect(outcome).toBe('fail');
    expect(seconds).toBeLessThan(most);
  },
);

test('a smoke run takes less than 40 s', async () => {
  const { report } = await verifyInVirtualTime([], [], { requestsPerMinute: 20, smoke: true });
  expect(report.outcome).toBe('pass');
  expect(report.durationSeconds).toBeLessThan(40);
});
