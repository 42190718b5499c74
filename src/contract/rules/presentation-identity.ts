/** Rules about equal snapshots of a presentation, fetched or in the view of its job. Sections 1, 2, 3, 4.2 and 4.5. */
import { haveEqualBodies } from './equal-json.js';
import type { Rule } from '../rule.js';
import { fieldOf, isObject } from '../../base/json.js';
import { jsonOf } from '../../trace/payload.js';
import { isJsonSuccess } from '../../trace/call.js';
import type { JobTrace } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';
import { snapshotId, type Snapshot } from '../../trace/presentation.js';
import { comparedFields, comparisonReading, type ComparedField } from './compared-fields.js';
import { fetchedPairs, isFetched, pairsOf, seenTwice, type Comparison, type Pair } from './snapshot-pairs.js';
import { unexplainedDifferences, unexplainedReading } from './unexplained.js';
import { checkEach, fail, warn, withFirst } from './findings.js';
import { noPresentation } from './reasons.js';
import { inWords } from '../words.js';

const jobOf = ({ job }: Snapshot): JobTrace | undefined => job;
const acrossSources: Comparison = { groupOf: isFetched, comparedGroupOf: (snapshot) => !isFetched(snapshot) };

/** Pairs without a PATCH of the presentation in between. The rename rules judge the effects of a PATCH. */
const unpatchedPairs = (trace: Trace): readonly Pair[] =>
  seenTwice(trace).flatMap(({ snapshots }) => pairsOf(trace, snapshots, acrossSources).filter(isUnpatched));

const isUnpatched = ({ patches, later }: Pair): boolean =>
  patches.every((call) => call.id !== snapshotId(later));

const reading = `${comparisonReading} ${unexplainedReading}`;

export const presentationIdentityRules: readonly Rule[] = [
  {
    id: 'presentation/is-an-object',
    sections: ['2.1', '4.2'],
    level: 'must',
    title: 'GET /presentations/{id} returns an object',
    judge: checkEach(
      (trace) => trace.keyed('getPresentation').filter(isJsonSuccess),
      noPresentation,
      (call) =>
        isObject(jsonOf(call.received))
          ? undefined
          : fail('a fetched presentation is not an object', { expected: inWords('an object'), call }),
    ),
  },
  {
    id: 'presentation/same-fetched-as-in-its-job',
    sections: ['1', '2.1', '2.2', '4.2', '4.5'],
    level: 'must',
    title: 'The view of a completed job contains the same presentation as a fetch by its id',
    reading: `${reading} A completed job may keep the old title after a rename, so titles are compared only before its first PATCH. Another created_at or is_public is a warning. Each of both may show texts of slides that the other leaves out.`,
    judge: checkEach(
      unpatchedPairs,
      'not seen: a presentation was both in the view of its job and fetched',
      (pair, trace) =>
        unexplainedDifferences(
          pair,
          comparedFields,
          (path) => `${path} differs between the view of the job and the fetched presentation`,
          trace,
        ),
    ),
  },
  {
    id: 'presentation/stable-when-fetched',
    sections: ['1', '2.1', '4.2'],
    level: 'must',
    title: 'A presentation does not change between fetches without a PATCH',
    reading,
    judge: checkEach(
      (trace) => fetchedPairs(trace).filter(({ patches }) => patches.every((call) => call.refused)),
      'not seen: a presentation was fetched twice without a PATCH in between',
      (pair, trace) =>
        unexplainedDifferences(
          pair,
          untouchedFields(pair),
          (path) => `${path} changes between two fetches without a PATCH`,
          trace,
        ),
    ),
  },
  {
    id: 'job/presentation-is-its-own',
    sections: ['1', '2.1', '2.2', '4.5'],
    level: 'must',
    title: 'Each completed job has its own presentation',
    reading:
      'A service may return one presentation for two starts with the same body: this is a warning. Presentations of different ' +
      'workspaces may have the same id.',
    judge: checkEach(snapshotsOfJobs, 'fewer than two jobs completed', ({ item: snapshot, first }) => {
      const id = snapshotId(snapshot);
      if (first.job === snapshot.job || typeof id !== 'string') return undefined;
      if (fieldOf(first.value, 'workspace_id') !== fieldOf(snapshot.value, 'workspace_id')) return undefined;
      const actual = inWords(
        `the presentation ${JSON.stringify(id)}, the same as job ${first.job?.id ?? ''}`,
      );
      const report = haveEqualBodies(first.job?.start, snapshot.job?.start) ? warn : fail;
      return report('two jobs show the same presentation', {
        expected: inWords('its own presentation'),
        actual,
        path: 'presentation.id',
        call: snapshot.call,
        comparedWith: first.call,
      });
    }),
  },
];

/** The fields that no refused PATCH in between sent. Other rules judge the effects of a refused PATCH. */
function untouchedFields({ patches }: Pair): readonly ComparedField[] {
  return comparedFields.filter((field) =>
    patches.every((call) => fieldOf(jsonOf(call.sent), field) === undefined),
  );
}

/** The snapshots in the views of jobs, each with the first one with its id, in any job; empty for fewer than two jobs. */
function snapshotsOfJobs({ snapshots }: Trace) {
  const inJobs = snapshots.filter(({ job }) => job !== undefined);
  return new Set(inJobs.map(jobOf)).size < 2 ? [] : withFirst(inJobs, snapshotId);
}
