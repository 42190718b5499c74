/** What a run sees of jobs beside each other. */
import { expect, test } from 'vitest';
import { parseCredential } from '../../../src/judge/model/credential.js';
import { keyPlaceholders } from '../../../src/judge/model/key-placeholders.js';
import type { Job } from '../../reference-service/store.js';
import type { Call } from '../../reference-service/hooks.js';
import type { Report } from '../../../src/judge/index.js';
import { formatFailures } from '../../validation/run-case.js';
import { verifyInVirtualTime } from '../virtual-time-run.js';

const statusOf = ({ states, at }: Job) => states[at]?.status;
const isAsking = (job: Job): boolean => statusOf(job) === 'awaiting_input';
const jobsOf = ({ store }: Call): readonly Job[] => [...store.jobs.values()];
const isOwnPoll = ({ operation, job, workspace }: Call): boolean =>
  operation === 'getGenerationStatus' && job !== undefined && job.owner === workspace;

const generating = ({ id }: Job) => ({ status: 200, body: { generation_id: id, status: 'generating' } });

/** A run over a service in which these jobs of the workspace are still generating. */
async function runWithStuckJobs(isStuck: (call: Call) => boolean): Promise<Report> {
  const replaceResponse = (call: Call) =>
    call.job && isOwnPoll(call) && isStuck(call) ? generating(call.job) : undefined;
  const { report } = await verifyInVirtualTime([{ replaceResponse }], [], { jobTimeout: 10_000 });
  expect(formatFailures(report)).toEqual([]);
  return report;
}

test('an open question that holds the only worker is replied to, so that the run passes', async () => {
  const report = await runWithStuckJobs(
    (call) =>
      call.job?.endedAt === undefined && jobsOf(call).some((one) => one !== call.job && isAsking(one)),
  );
  expect(report.outcome).toBe('pass');
});

test.each<[string, (call: Call) => boolean]>([
  [
    'two failures leave no slot',
    (call) =>
      call.job?.shown.length === 0 &&
      jobsOf(call).filter((one) => one.owner === call.workspace && statusOf(one) === 'failed').length > 1,
  ],
])('a run is incomplete, and names a job, if %s', async (_, isStuck) => {
  const report = await runWithStuckJobs(isStuck);
  expect(report.outcome).toBe('incomplete');
  expect(report.reason).toMatch(/^job \S+ stayed in status /);
});

test.each([
  [0, 60],
  [20, 2500],
])(
  'a start of the other key overlaps with one of the first key, at %i requests a minute',
  async (rate, ms) => {
    const { exchanges } = await verifyInVirtualTime([{ choices: { jobProgress: { stageMs: ms } } }], [], {
      requestsPerMinute: rate,
    });
    const starts = exchanges.filter(({ request }) => request.url.endsWith('/generate'));
    const ofKey = (key: string) =>
      starts.filter(
        ({ request, response }) => response?.status === 202 && parseCredential(request.headers).key === key,
      );
    const [other] = ofKey(keyPlaceholders.other);
    const beside = ofKey(keyPlaceholders.main).filter(
      ({ startedAt, endedAt }) => other && startedAt < other.endedAt && other.startedAt < endedAt,
    );
    expect(beside.length).toBeGreaterThan(0);
  },
);
