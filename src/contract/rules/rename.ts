/** Rules about PATCH: the new title is visible and permanent, and nothing else changes. Sections 1, 2.1 and 4.7. */
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { jsonOf } from '../trace/payload.js';
import { isBefore, tookEffectBefore, isRename, sentTitle, type Call } from '../trace/call.js';
import { perTrace } from '../trace/per-trace.js';
import type { PresentationTrace, Snapshot } from '../trace/presentation.js';
import {
  differences,
  fetchedPairs,
  fixedFields,
  isUpdateReported,
  isFetched,
  type FetchedPair,
} from './snapshot-pairs.js';
import { fail, checkEach, warn } from './findings.js';

const noRename = 'no presentation was renamed and fetched afterwards';

interface Rename {
  readonly call: Call;
  readonly title: string;
  /** The fetches after it, up to the next possible change of the title. */
  readonly after: readonly Snapshot[];
}

function renamesOf({ patches, snapshots, owner }: PresentationTrace): readonly Rename[] {
  const fetched = snapshots.filter(isFetched);
  if (patches.length === 0 || fetched.length === 0) return [];
  const found: Rename[] = [];
  for (const [index, call] of patches.entries()) {
    // The interface does not say what an empty title means.
    if (!call.ok || call.by.key !== owner || !isRename(call) || sentTitle(call)?.trim() === '') continue;
    const after = fetched.filter(
      (snapshot) => isBefore(call, snapshot.call) && !mayBeChangedByOther(patches, index, snapshot),
    );
    if (after.length > 0) found.push({ call, title: sentTitle(call) ?? '', after });
  }
  return found;
}

/** Whether another PATCH than the one at this index may explain the snapshot. Starts with the next one, the likeliest. */
function mayBeChangedByOther(changes: readonly Call[], index: number, seen: Snapshot): boolean {
  const call = changes[index] as Call;
  const places = changes.length;
  for (let step = 1; step < places; step++) {
    const other = changes[(index + step) % places] as Call;
    if (!tookEffectBefore(other, call) && !isBefore(seen.call, other) && mayExplain(other, seen)) return true;
  }
  return false;
}

/** Whether a PATCH may explain the title of a snapshot. A refused PATCH may have had an effect if the titles are equal. */
function mayExplain(change: Call, { value }: Snapshot): boolean {
  if (!change.refused) return true;
  return sentTitle(change) === fieldOf(value, 'title');
}

const renames = perTrace((trace) => trace.presentations.flatMap(renamesOf));

export const renameRules: readonly Rule[] = [
  {
    id: 'rename/shows-when-fetched',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A fetch after a rename returns the new title',
    reading: 'A delay is a warning. A service may trim the title.',
    judge: checkEach(renames, noRename, judgeShown),
  },
  {
    id: 'rename/lasts',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A new title stays until it is changed again',
    reading: 'Another title is a warning if updated_at is newer.',
    judge: checkEach(
      (trace) => renames(trace).filter(isFetchedAgain),
      'no presentation was fetched twice after a rename',
      ({ title, after }) => {
        const shown = after.findIndex(({ value }) => hasTitle(value, title));
        const lost = shown < 0 ? undefined : after.slice(shown).find(({ value }) => !hasTitle(value, title));
        const earlier = after[shown];
        if (!lost || !earlier) return undefined;
        const report = isUpdateReported({ earlier, later: lost }) ? warn : fail;
        return report('a new title is lost in a later fetch', {
          expected: title,
          actual: fieldOf(lost.value, 'title'),
          call: lost.call,
        });
      },
    ),
  },
  {
    id: 'rename/touches-only-the-title',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A rename changes only the title',
    reading: 'updated_at and undocumented fields may change.',
    judge: checkEach(
      (trace) => fetchedPairs(trace).filter(isRenamedOnly),
      noRename,
      (pair) => differences(pair, fixedFields, (field) => `a rename changes ${field}`),
    ),
  },
  {
    id: 'rename/leaves-the-slides',
    sections: ['1', '4.7'],
    level: 'must',
    title: 'PATCH does not change the slides',
    reading: 'The service may refuse a body with slides or ignore the slides.',
    judge: checkEach(
      (trace) => fetchedPairs(trace).filter(isPatchedWithSlides),
      'no presentation was fetched before and after a PATCH with slides',
      (pair) => differences(pair, ['sections'], () => 'PATCH changes the slides'),
    ),
  },
  {
    id: 'rename/leaves-other-presentations',
    sections: ['2.1', '4.7'],
    level: 'must',
    title: 'A rename does not change other presentations',
    judge: checkEach(
      (trace) => fetchedPairs(trace).filter(isOtherRenamed),
      'no other presentation was fetched before and after a rename',
      (pair) =>
        differences(
          pair,
          [...fixedFields, 'title'],
          (field) => `a rename of another presentation changes ${field}`,
        ),
    ),
  },
];

const isFetchedAgain = ({ after }: Rename): boolean => after.length > 1;

/** Whether the only patches in between are renames, and at least one succeeded. */
function isRenamedOnly({ patches, presentation }: FetchedPair): boolean {
  let isRenamed = false;
  for (const call of patches) {
    if (call.id !== presentation.id) continue;
    if (!isRename(call)) return false;
    isRenamed ||= call.ok;
  }
  return isRenamed;
}

function isPatchedWithSlides({ patches, presentation }: FetchedPair): boolean {
  for (const call of patches)
    if (call.id === presentation.id && hasSlides(call) && call.by.key === presentation.owner) return true;
  return false;
}

function isOtherRenamed({ patches, presentation }: FetchedPair): boolean {
  let isRenamed = false;
  for (const call of patches) {
    if (call.id === presentation.id) return false;
    isRenamed ||= call.ok;
  }
  return isRenamed;
}

/** Names under which a PATCH may send slides. */
const SLIDES = ['sections', 'slides', 'content'];

function hasSlides(call: Call): boolean {
  return SLIDES.some((name) => fieldOf(jsonOf(call.sent), name) !== undefined);
}

function judgeShown({ title, after }: Rename): Finding | undefined {
  const first = after[0];
  if (!first || hasTitle(first.value, title)) return undefined;
  const details = {
    expected: title,
    actual: fieldOf(first.value, 'title') ?? 'no such field',
    call: first.call,
  };
  return after.some(({ value }) => hasTitle(value, title))
    ? warn('a new title is visible with a delay', details)
    : fail('a successful rename is not visible', details);
}

function hasTitle(value: unknown, title: string): boolean {
  const actual = fieldOf(value, 'title');
  return typeof actual === 'string' && actual.normalize().trim() === title.normalize().trim();
}
