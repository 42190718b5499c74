/** What only jobs beside each other show: the newer question, the next start, the jobs of the other key. */
import { expect, test } from 'vitest';
import { credentialOf } from '../../../src/contract/model/credential.js';
import { keyMarks } from '../../../src/contract/model/key-marks.js';
import { editView, shownBefore, without } from '../../mutants/edits.js';
import { keys } from '../../mutants/plain-service/handle.js';
import { reply } from '../../mutants/plain-service/job.js';
import { objectOf, refuse } from '../../mutants/plain-service/perform.js';
import type { Job, Presentation } from '../../mutants/plain-service/records.js';
import type { Call, Variation } from '../../mutants/plain-service/variation.js';
import { failuresOf } from '../proof.js';
import { checkVirtually } from '../virtual-run.js';

const statusOf = ({ stages, at }: Job) => stages[at]?.status;
const isAsking = (job: Job): boolean => statusOf(job) === 'awaiting_input';
const ownJobs = ({ world, workspace }: Call): readonly Job[] =>
  [...world.jobs.values()].filter(({ owner }) => owner === workspace);
const generating = ({ id }: Job) => ({ status: 200, body: { generation_id: id, status: 'generating' } });
const isOfOtherKey = ({ job, key, workspace }: Call): boolean =>
  key === keys.second && job !== undefined && job.owner === workspace;

const toTheNewest = (): Variation => ({
  instead: (call) => {
    const { operation, job, world } = call;
    if (operation !== 'sendGenerationMessage' || !job || !ownJobs(call).includes(job) || !isAsking(job))
      return undefined;
    const newest = ownJobs(call).findLast(isAsking);
    if (newest) reply(newest, world);
    return { status: 202, body: { accepted: true } };
  },
});

const failedRestartsAtTheNextStart = (): Variation => {
  const restarted = new WeakSet<Job>();
  return {
    instead: (call) => {
      if (call.operation === 'startGeneration')
        for (const job of ownJobs(call)) if (job.endedAt !== undefined) restarted.add(job);
      return undefined;
    },
    ...editView(
      'failed',
      (_view, _call, job) => generating(job).body,
      (job) => restarted.has(job),
    ),
  };
};

/** A rename gives its title to the other presentations from the same template. */
const renamesSiblings = (): Variation => {
  const templateOf = new WeakMap<Presentation, unknown>();
  return {
    answer: (honest, { operation, presentation, input, workspace, world }) => {
      if (honest.status >= 300 || !presentation) return honest;
      if (operation === 'createPresentation') templateOf.set(presentation, objectOf(input)['template_id']);
      const template = templateOf.get(presentation);
      if (operation !== 'updatePresentation' || template === undefined) return honest;
      for (const other of world.presentations.values())
        if (other.owner === workspace && templateOf.get(other) === template)
          other.resource = { ...other.resource, title: presentation.resource['title'] };
      return honest;
    },
  };
};

const violations: readonly (readonly [string, () => Variation, string])[] = [
  [
    'a rename of all presentations from one template',
    renamesSiblings,
    'rename/leaves-other-presentations or create/same-when-fetched',
  ],
  [
    'a job that fails after a reply, and does not say why',
    () =>
      editView(
        'failed',
        (view) => without('error', view),
        (job) => shownBefore(job, 'awaiting_input'),
      ),
    'job/failed-says-why',
  ],
  ['a reply that goes to the newest question', toTheNewest, 'job/reply-moves-only-its-job'],
  ['a failed job that the next start restarts', failedRestartsAtTheNextStart, 'job/terminal-is-final'],
  [
    'a job of the other key that is never found',
    () => ({
      instead: (call) =>
        call.operation === 'getGenerationStatus' && isOfOtherKey(call) ? refuse(404, 'No.') : undefined,
    }),
    'operation/get-generation-status',
  ],
  [
    'a reply of the other key that changes nothing',
    () => ({
      instead: (call) =>
        call.operation === 'sendGenerationMessage' && isOfOtherKey(call)
          ? { status: 202, body: {} }
          : undefined,
    }),
    'job/reply-ends-its-question',
  ],
];

const paces = [0, 20].flatMap((requestsPerMinute) =>
  (requestsPerMinute === 0 ? [60, 250] : [1500, 2500]).map((stageMs) => ({ requestsPerMinute, stageMs })),
);

test.each(violations.flatMap((one) => paces.map((pace) => [...one, pace] as const)))(
  '%s is a violation: %s %s %o',
  async (_, variation, rule, { requestsPerMinute, stageMs }) => {
    const { report } = await checkVirtually([{ choices: { pace: { stageMs } } }, variation()], [], {
      requestsPerMinute,
      jobTimeout: 60_000,
    });
    const failing = failuresOf(report).map((text) => text.split(':')[0]);
    expect(rule.split(' or ').filter((id) => failing.includes(id))).not.toEqual([]);
  },
);

const isOwnPoll = ({ operation, job, workspace }: Call): boolean =>
  operation === 'getGenerationStatus' && job !== undefined && job.owner === workspace;

test.each<[string, (call: Call) => boolean]>([
  [
    'an open question holds the only worker',
    ({ job, world }) =>
      job?.endedAt === undefined && [...world.jobs.values()].some((one) => one !== job && isAsking(one)),
  ],
  [
    'two failures leave no slot',
    (call) =>
      call.job?.shown.length === 0 && ownJobs(call).filter((one) => statusOf(one) === 'failed').length > 1,
  ],
])('a run is incomplete, and names a job, if %s', async (_, isStuck) => {
  const { report } = await checkVirtually(
    [
      {
        instead: (call) => (call.job && isOwnPoll(call) && isStuck(call) ? generating(call.job) : undefined),
      },
    ],
    [],
    { jobTimeout: 10_000 },
  );
  expect(failuresOf(report)).toEqual([]);
  expect(report.outcome).toBe('incomplete');
  expect(report.reason).toMatch(/^job \S+ did not end: it was /);
});

test.each(paces)('a start of the other key overlaps with one of the first key: %o', async (pace) => {
  const { requestsPerMinute, stageMs } = pace;
  const { exchanges } = await checkVirtually([{ choices: { pace: { stageMs } } }], [], { requestsPerMinute });
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
});
