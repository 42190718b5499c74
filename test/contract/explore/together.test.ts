/** What a run sees of jobs beside each other. */
import { expect, test } from 'vitest';
import { credentialOf } from '../../../src/contract/model/credential.js';
import { keyMarks } from '../../../src/contract/model/key-marks.js';
import type { Job } from '../../mutants/plain-service/records.js';
import type { Call } from '../../mutants/plain-service/variation.js';
import { failuresOf } from '../proof.js';
import { checkVirtually } from '../virtual-run.js';

const statusOf = ({ stages, at }: Job) => stages[at]?.status;
const isAsking = (job: Job): boolean => statusOf(job) === 'awaiting_input';
const jobsOf = ({ world }: Call): readonly Job[] => [...world.jobs.values()];
const isOwnPoll = ({ operation, job, workspace }: Call): boolean =>
  operation === 'getGenerationStatus' && job !== undefined && job.owner === workspace;

test.each<[string, (call: Call) => boolean]>([
  [
    'an open question holds the only worker',
    (call) =>
      call.job?.endedAt === undefined && jobsOf(call).some((one) => one !== call.job && isAsking(one)),
  ],
  [
    'two failures leave no slot',
    (call) =>
      call.job?.shown.length === 0 &&
      jobsOf(call).filter((one) => one.owner === call.workspace && statusOf(one) === 'failed').length > 1,
  ],
])('a run is incomplete, and names a job, if %s', async (_, isStuck) => {
  const generating = ({ id }: Job) => ({ status: 200, body: { generation_id: id, status: 'generating' } });
  const instead = (call: Call) =>
    call.job && isOwnPoll(call) && isStuck(call) ? generating(call.job) : undefined;
  const { report } = await checkVirtually([{ instead }], [], { jobTimeout: 10_000 });
  expect(failuresOf(report)).toEqual([]);
  expect(report.outcome).toBe('incomplete');
  expect(report.reason).toMatch(/^job \S+ did not end: it was /);
});

test.each([
  [0, 60],
  [20, 2500],
])(
  'a start of the other key overlaps with one of the first key, at %i requests a minute',
  async (rate, ms) => {
    const { exchanges } = await checkVirtually([{ choices: { pace: { stageMs: ms } } }], [], {
      requestsPerMinute: rate,
    });
    const starts = exchanges.filter(({ request }) => request.url.endsWith('/generate'));
    const ofKey = (key: string) =>
      starts.filter(
        ({ request, response }) => response?.status === 202 && credentialOf(request.headers).key === key,
      );
    const [other] = ofKey(keyMarks.other);
    const beside = ofKey(keyMarks.first).filter(
      ({ startedAt, endedAt }) => other && startedAt < other.endedAt && other.startedAt < endedAt,
    );
    expect(beside.length).toBeGreaterThan(0);
  },
);
