/** PATCH renames: it shows, it lasts, and it touches nothing else. Sections 1, 2.1 and 4.7. */
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../trace/answer.js';
import { isBefore, isDoneBefore, isRename, titleOf, type Call } from '../trace/call.js';
import { perTrace } from '../trace/per-trace.js';
import type { PresentationTrace, Sighting } from '../trace/presentation.js';
import {
  differences,
  fetchedPairs,
  fixedFields,
  isChangeTold,
  isFetched,
  type FetchedPair,
} from './comparing.js';
import { fail, judging, warn } from './judging.js';

const noRename = 'no presentation was renamed and fetched afterwards';

interface Rename {
  readonly call: Call;
  readonly title: string;
  /** What was fetched after it and before anything else could have changed the title. */
  readonly after: readonly Sighting[];
}

function renamesOf({ changes, sightings, owner }: PresentationTrace): readonly Rename[] {
  const fetched = sightings.filter(isFetched);
  if (changes.length === 0 || fetched.length === 0) return [];
  const found: Rename[] = [];
  for (const [index, call] of changes.entries()) {
    if (!call.ok || call.by.key !== owner || !isRename(call)) continue;
    const after = fetched.filter(
      (sighting) => isBefore(call, sighting.call) && !isChangedBetween(changes, index, sighting),
    );
    if (after.length > 0) found.push({ call, title: titleOf(call) ?? '', after });
  }
  return found;
}

/** Whether another change than the one at this place may have made what is seen. Mostly, if any, the next one may. */
function isChangedBetween(changes: readonly Call[], index: number, seen: Sighting): boolean {
  const call = changes[index] as Call;
  const places = changes.length;
  for (let step = 1; step < places; step++) {
    const other = changes[(index + step) % places] as Call;
    if (!isDoneBefore(other, call) && !isBefore(seen.call, other) && mayShow(other, seen)) return true;
  }
  return false;
}

/** Whether the title that is seen may be another change's: one that was not refused, or was and shows all the same. */
function mayShow(change: Call, { value }: Sighting): boolean {
  if (!change.refused) return true;
  return titleOf(change) === fieldOf(value, 'title');
}

const renames = perTrace((trace) => trace.presentations.flatMap(renamesOf));

export const renameRules: readonly Rule[] = [
  {
    id: 'rename/shows-when-fetched',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A renamed presentation is fetched with its new title',
    reading: 'A title that shows late, but does, is a warning. Blanks around it may be lost.',
    judge: judging(renames, noRename, judgeShown),
  },
  {
    id: 'rename/lasts',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A new title stays until it is changed again',
    reading: 'Where updated_at says that somebody else changed it again, it is a warning.',
    judge: judging(
      (trace) => renames(trace).filter(isFetchedAgain),
      'no presentation was fetched twice after its renaming',
      ({ title, after }) => {
        const shown = after.findIndex(({ value }) => isTitled(value, title));
        const lost = shown < 0 ? undefined : after.slice(shown).find(({ value }) => !isTitled(value, title));
        const earlier = after[shown];
        if (!lost || !earlier) return undefined;
        const say = isChangeTold({ earlier, later: lost }) ? warn : fail;
        return say('a new title is lost again', {
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
    title: 'Renaming changes the title and nothing else',
    reading: 'updated_at may move; fields that the interface does not list may do as they like.',
    judge: judging(
      (trace) => fetchedPairs(trace).filter(isRenamedOnly),
      noRename,
      (pair) => differences(pair, fixedFields, (field) => `renaming changes ${field}`),
    ),
  },
  {
    id: 'rename/leaves-the-slides',
    sections: ['1', '4.7'],
    level: 'must',
    title: 'PATCH does not change the slides',
    reading: 'Whether a body with slides is refused or its slides are passed over is open.',
    judge: judging(
      (trace) => fetchedPairs(trace).filter(isSentSlides),
      'no PATCH with slides was sent to a presentation that was fetched before and after',
      (pair) => differences(pair, ['sections'], () => 'PATCH changes the slides'),
    ),
  },
  {
    id: 'rename/leaves-other-presentations',
    sections: ['2.1', '4.7'],
    level: 'must',
    title: 'Renaming one presentation leaves the others as they are',
    judge: judging(
      (trace) => fetchedPairs(trace).filter(isOtherRenamed),
      'no other presentation was fetched before and after a renaming',
      (pair) =>
        differences(
          pair,
          [...fixedFields, 'title'],
          (field) => `renaming another presentation changes ${field}`,
        ),
    ),
  },
];

const isFetchedAgain = ({ after }: Rename): boolean => after.length > 1;

/** Whether all that may have changed it in between was a renaming, of which at least one was taken. */
function isRenamedOnly({ changes, presentation }: FetchedPair): boolean {
  let isRenamed = false;
  for (const call of changes) {
    if (call.id !== presentation.id) continue;
    if (!isRename(call)) return false;
    isRenamed ||= call.ok;
  }
  return isRenamed;
}

function isSentSlides({ changes, presentation }: FetchedPair): boolean {
  for (const call of changes)
    if (call.id === presentation.id && hasSlides(call) && call.by.key === presentation.owner) return true;
  return false;
}

function isOtherRenamed({ changes, presentation }: FetchedPair): boolean {
  let isRenamed = false;
  for (const call of changes) {
    if (call.id === presentation.id) return false;
    isRenamed ||= call.ok;
  }
  return isRenamed;
}

function hasSlides(call: Call): boolean {
  return call.sent.kind === 'json' && fieldOf(call.sent.value, 'sections') !== undefined;
}

function judgeShown({ title, after }: Rename): Finding | undefined {
  const first = after[0];
  if (!first || isTitled(first.value, title)) return undefined;
  const details = {
    expected: title,
    actual: fieldOf(first.value, 'title') ?? 'no such field',
    call: first.call,
  };
  return after.some(({ value }) => isTitled(value, title))
    ? warn('a new title shows late', details)
    : fail('a renaming that was taken does not show', details);
}

function isTitled(value: unknown, title: string): boolean {
  const actual = fieldOf(value, 'title');
  return typeof actual === 'string' && actual.normalize().trim() === title.normalize().trim();
}
