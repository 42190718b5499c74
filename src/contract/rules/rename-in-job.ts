/** Rules about a rename as the view of a completed job shows it. Sections 1, 2.2, 4.5 and 4.7. */
import { fieldOf } from '../../base/json.js';
import type { Rule } from '../rule.js';
import { hasUnknownOutcome, isBefore, isRename, sentTitle } from '../trace/call.js';
import type { PresentationTrace, Snapshot } from '../trace/presentation.js';
import { snapshotId } from '../trace/presentation.js';
import type { Trace } from '../trace/trace.js';
import { checkEach, fail } from './findings.js';
import {
  differences,
  fixedFields,
  isFetched,
  pairsOf,
  seenTwice,
  withAny,
  type Pair,
} from './snapshot-pairs.js';

/** Fields with the same value in both places: section 2.2 says "same shape as the Presentation resource". */
const sharedFields = ['id', 'workspace_id', 'sections'] as const;

export const renameInJobRules: readonly Rule[] = [
  {
    id: 'rename/title-in-its-job',
    sections: ['2.2', '4.5', '4.7'],
    level: 'must',
    title: 'After a rename, the view of the job shows the old or the new title',
    reading:
      'A completed job may keep the title from before or show the current one. A title that no response showed and no PATCH sent is ' +
      'a failure.',
    judge: checkEach(
      viewsAfterRename,
      'no completed job was polled after a rename',
      ({ snapshot, presentation }) => {
        const title = fieldOf(snapshot.value, 'title');
        if (typeof title !== 'string' || titlesBefore(snapshot, presentation).has(normal(title)))
          return undefined;
        return fail('after a rename, the view of the job shows a title that nobody wrote', {
          expected: 'the old or the new title',
          actual: title,
          call: snapshot.call,
        });
      },
    ),
  },
  {
    id: 'rename/leaves-its-job',
    sections: ['1', '2.2', '4.5', '4.7'],
    level: 'must',
    title: 'A rename changes only the title in the view of the job',
    judge: checkEach(pairsInJob, 'no completed job was polled before a rename and afterwards', (pair) =>
      differences(
        pair,
        isFetched(pair.later) ? sharedFields : fixedFields,
        (field) => `a rename changes ${field}, compared with the view of the completed job`,
      ),
    ),
  },
];

interface RenamedView {
  readonly snapshot: Snapshot;
  readonly presentation: PresentationTrace;
}

function viewsAfterRename({ presentations }: Trace): readonly RenamedView[] {
  return presentations.flatMap((presentation) =>
    presentation.snapshots
      .filter(
        (snapshot) =>
          !isFetched(snapshot) &&
          presentation.patches.some((call) => call.ok && isBefore(call, snapshot.call)),
      )
      .map((snapshot) => ({ snapshot, presentation })),
  );
}

/** The titles in other responses before this one, and all titles that were sent. */
function titlesBefore(snapshot: Snapshot, { snapshots, patches }: PresentationTrace): ReadonlySet<string> {
  const shown = snapshots
    .filter((other) => isBefore(other.call, snapshot.call))
    .map(({ value }) => fieldOf(value, 'title'));
  return new Set(
    [...shown, ...patches.map(sentTitle)].flatMap((title) =>
      typeof title === 'string' ? normal(title) : [],
    ),
  );
}

const normal = (title: string): string => title.normalize().trim();

/** A view of a completed job, and a later view or the first fetch, with successful renames and nothing else in between. */
function pairsInJob(trace: Trace): readonly Pair[] {
  return seenTwice(trace).flatMap(({ snapshots }) => {
    const views = snapshots.filter((snapshot) => !isFetched(snapshot));
    const firstFetch = snapshots.find(isFetched);
    const before = views.filter((view) => firstFetch && isBefore(view.call, firstFetch.call));
    const toFetch = pairsOf(trace, firstFetch ? [...before, firstFetch] : [], withAny);
    const pairs = [...pairsOf(trace, views, withAny), ...toFetch.filter(({ later }) => isFetched(later))];
    return pairs.filter(isRenamedOnly);
  });
}

function isRenamedOnly({ patches, later }: Pair): boolean {
  const own = patches.filter((call) => call.id === snapshotId(later));
  return own.some((call) => call.ok) && own.every((call) => isRename(call) && !hasUnknownOutcome(call));
}
