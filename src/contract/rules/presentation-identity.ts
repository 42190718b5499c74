/** One presentation is one thing: fetched or shown by its job, now or later. Sections 1, 2, 3, 4.2 and 4.5. */
import type { Rule } from '../rule.js';
import { fieldOf, isObject } from '../trace/answer.js';
import { isJsonSuccess } from '../trace/call.js';
import type { JobTrace } from '../trace/job.js';
import { perTrace } from '../trace/per-trace.js';
import type { Sighting } from '../trace/presentation.js';
import type { Trace } from '../trace/trace.js';
import {
  differences,
  fetchedPairs,
  fixedFields,
  isFetched,
  pairsOf,
  seenAgain,
  unexplained,
  withAny,
  type Comparison,
  type Pair,
} from './comparing.js';
import { fail, judging } from './judging.js';
import { noPresentation } from './presentation-fields.js';

const compared = [...fixedFields, 'title'];

const jobOf = ({ job }: Sighting): JobTrace | undefined => job;
const inItsJob: Comparison = { kind: jobOf, counterpart: jobOf };
const theOtherWay: Comparison = { kind: isFetched, counterpart: (sighting) => !isFetched(sighting) };

/** Pairs with no PATCH in between: what a PATCH changes is judged by the rules on renaming. */
function undisturbed(comparison: Comparison): (trace: Trace) => readonly Pair[] {
  return (trace) => {
    const pairs: Pair[] = [];
    for (const { sightings } of seenAgain(trace)) addUndisturbed(pairs, trace, sightings, comparison);
    return pairs;
  };
}

const isUndisturbed = ({ changes }: Pair): boolean => changes.length === 0;

function addUndisturbed(
  pairs: Pair[],
  trace: Trace,
  sightings: readonly Sighting[],
  comparison: Comparison,
): void {
  for (const pair of pairsOf(trace, sightings, comparison)) if (isUndisturbed(pair)) pairs.push(pair);
}

/** When the first PATCH of all had ended. */
const firstChangeOf = perTrace((trace) => {
  let first = Infinity;
  for (const { exchange } of trace.of('updatePresentation')) first = Math.min(first, exchange.endedAt);
  return first;
});

const reading =
  'Compared are the documented fields but updated_at. Addresses are compared without their query: they may be signed anew. ' +
  'Where updated_at says that somebody else changed title, slides or visibility meanwhile, it is a warning.';

export const presentationIdentityRules: readonly Rule[] = [
  {
    id: 'presentation/fetched-is-the-one-asked-for',
    sections: ['2.1', '4.2'],
    level: 'must',
    title: 'A fetched presentation has the id it was fetched by',
    judge: judging(
      (trace) => trace.sightings.filter(isFetched),
      noPresentation,
      ({ call, value }) => {
        const actual = fieldOf(value, 'id');
        if (typeof actual !== 'string' || actual === call.id) return undefined;
        return fail('another presentation is answered than was asked for', {
          expected: call.id,
          actual,
          call,
        });
      },
    ),
  },
  {
    id: 'presentation/is-an-object',
    sections: ['2.1', '4.2'],
    level: 'must',
    title: 'GET /presentations/{id} answers an object',
    judge: judging(
      (trace) => trace.keyed('getPresentation').filter(isJsonSuccess),
      noPresentation,
      (call) =>
        call.answer.kind === 'json' && isObject(call.answer.value)
          ? undefined
          : fail('a fetched presentation is no object', { expected: 'an object', call }),
    ),
  },
  {
    id: 'presentation/same-fetched-as-in-its-job',
    sections: ['1', '2.1', '2.2', '4.2', '4.5'],
    level: 'must',
    title: 'The presentation of a completed job is the one that is fetched by its id',
    reading: `${reading} Whether a completed job shows later names is open, so titles are compared up to the first PATCH.`,
    judge: judging(
      undisturbed(theOtherWay),
      'no presentation was seen both in its job and fetched',
      (pair, trace) =>
        unexplained(
          pair,
          pair.later.call.exchange.startedAt > firstChangeOf(trace) ? fixedFields : compared,
          (field) => `${field} differs between the job’s view and the fetched presentation`,
        ),
    ),
  },
  {
    id: 'presentation/stable-in-its-job',
    sections: ['1', '2.2', '3', '4.5'],
    level: 'must',
    title: 'A completed job shows the same presentation at every poll',
    reading,
    judge: judging(undisturbed(inItsJob), 'no completed job was polled twice', (pair) =>
      unexplained(
        pair,
        compared,
        (field) => `${field} of a completed job’s presentation changes from poll to poll`,
      ),
    ),
  },
  {
    id: 'job/completed-keeps-its-presentation',
    sections: ['2.2', '3', '4.5'],
    level: 'must',
    title: 'A completed job does not exchange its presentation for another',
    judge: judging(pairsInJobs, 'no completed job was polled twice', (pair) =>
      differences(pair, ['id'], () => 'the presentation of a completed job is exchanged for another'),
    ),
  },
  {
    id: 'presentation/stable-when-fetched',
    sections: ['1', '2.1', '4.2'],
    level: 'must',
    title: 'A presentation that nobody changes is fetched the same again',
    reading,
    judge: judging(
      (trace) => fetchedPairs(trace).filter(isUndisturbed),
      'no presentation was fetched twice without a change in between',
      (pair) =>
        unexplained(pair, compared, (field) => `${field} changes from fetch to fetch, and nobody changed it`),
    ),
  },
  {
    id: 'job/presentation-is-its-own',
    sections: ['1', '2.1', '2.2', '4.5'],
    level: 'must',
    title: 'Every completed job has a presentation of its own',
    judge: judging(withFirst, 'fewer than two jobs completed', ({ sighting, id, first }) => {
      if (first.job === sighting.job || typeof id !== 'string') return undefined;
      const actual = `${JSON.stringify(id)}, as of job ${first.job?.id ?? ''}`;
      return fail('two jobs show the same presentation', {
        expected: 'one of its own',
        actual,
        call: sighting.call,
      });
    }),
  },
];

/** What each job's own views show of its presentation, each time beside the time before. */
function pairsInJobs(trace: Trace): readonly Pair[] {
  const shown = new Map<JobTrace, Sighting[]>();
  for (const sighting of trace.sightings) {
    if (!sighting.job) continue;
    const others = shown.get(sighting.job);
    if (others) others.push(sighting);
    else shown.set(sighting.job, [sighting]);
  }
  const pairs: Pair[] = [];
  for (const sightings of shown.values()) addUndisturbed(pairs, trace, sightings, withAny);
  return pairs;
}

interface SightingInJob {
  readonly sighting: Sighting;
  readonly id: unknown;
  /** The first one with this id, in whatever job; perhaps itself. */
  readonly first: Sighting;
}

/** What jobs show, of two or more of them. */
function withFirst({ sightings }: Trace): readonly SightingInJob[] {
  const found: SightingInJob[] = [];
  const firsts = new Map<unknown, Sighting>();
  const jobs = new Set<JobTrace>();
  for (const sighting of sightings) {
    if (!sighting.job) continue;
    jobs.add(sighting.job);
    const id = fieldOf(sighting.value, 'id');
    const first = firsts.get(id) ?? sighting;
    firsts.set(id, first);
    found.push({ sighting, id, first });
  }
  return jobs.size < 2 ? [] : found;
}
