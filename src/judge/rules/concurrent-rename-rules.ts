/** Two renames at the same instant: the presentation has one of both titles afterwards. Section 4.7. */
import { endedBefore, getSentTitle, isRename, type Call } from '../model/call.js';
import {
  getTitle,
  isFromGet,
  type PresentationHistory,
  type PresentationRead,
} from '../model/presentation-history.js';
import type { Trace } from '../model/trace.js';
import { isWithinConsistencyWindow } from '../downgrades/consistency.js';
import { mayBeEditedExternallySince } from '../downgrades/external-changes.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { isStoredForm } from './checks/compare-titles.js';
import { createRule, violation } from './create-rule.js';

interface ConcurrentRenames {
  readonly one: Call;
  readonly two: Call;
  readonly before: PresentationRead | undefined;
  /** The last fetch after both, before any other PATCH. */
  readonly after: PresentationRead;
}

export const concurrentRenameRules: readonly Rule[] = [
  createRule({
    id: 'rename/concurrent-renames',
    sections: ['2.1', '4.7'],
    title: 'After two renames at the same instant, GET returns one of both titles',
    interpretation:
      'Both renames succeed. Fails if the last GET after them returns neither title, beyond the consistency window.',
    select: ({ presentations }) => presentations.flatMap(findConcurrentRenames),
    notCovered: 'no two renames of a presentation at the same instant',
    check: checkTitle,
  }),
];

function findConcurrentRenames({
  patches,
  snapshots,
  owner,
}: PresentationHistory): readonly ConcurrentRenames[] {
  const renames = patches.filter((call) => call.isSuccess && isRename(call) && call.credential.key === owner);
  return renames.flatMap((one, index): readonly ConcurrentRenames[] => {
    const two = renames[index + 1];
    if (!two || endedBefore(one, two)) return [];
    const next = patches.find((patch) => patch !== one && patch !== two && !endedBefore(patch, two));
    const fetched = snapshots.filter(isFromGet);
    const after = fetched.findLast(
      ({ call }) => endedBefore(one, call) && endedBefore(two, call) && !(next && !endedBefore(call, next)),
    );
    const before = fetched.findLast(({ call }) => endedBefore(call, one));
    return after ? [{ one, two, before, after }] : [];
  });
}

function checkTitle({ one, two, before, after }: ConcurrentRenames, trace: Trace): Finding | undefined {
  const actual = getTitle(after);
  const sent = [one, two].map((call) => getSentTitle(call) ?? '');
  if (typeof actual !== 'string' || sent.some((title) => isStoredForm(title, actual))) return undefined;
  const isOld = before !== undefined && getTitle(before) === actual;
  const isRecent = isWithinConsistencyWindow(two, after.call, trace);
  return violation(
    isOld
      ? 'two renames at the same instant have no effect in GET'
      : 'two renames at the same instant store a third title',
    {
      expected: description(sent.map((title) => JSON.stringify(title)).join(' or ')),
      actual,
      path: 'title',
      call: after.call,
      comparedWith: one,
      about: two,
      downgrade:
        isOld && isRecent
          ? 'a replica may briefly return an old title'
          : before && mayBeEditedExternallySince({ earlier: before, later: after }, two, trace),
    },
  );
}
