/** Rules about the title after a PATCH: it is visible and permanent. Sections 1, 2.1, 2.2 and 4.7. */
import { fieldOf } from '../../base/json.js';
import type { Finding, Rule } from '../rule.js';
import { hasOddTitle, isBefore, isRename, sentTitle, type Call } from '../../trace/call.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { checkEach, fail, observed, warn } from './findings.js';
import { hasTitle, isKnownBefore, renames, type Rename } from './renames.js';
import { noRename } from './reasons.js';
import { isWithinSettling } from './settling.js';
import { isCreatedInTrace } from './creators.js';
import { mayBeChangedBesidePatch, mayBeChangedElsewhere } from './elsewhere.js';
import { titleChange } from '../title-change.js';
import { inWords, shown } from '../words.js';

const settleReading =
  'The interface does not say when a rename is visible: a title of before is a warning if the new one is visible later, or if the last ' +
  'fetch was too early (an option says how early), or after a 202. A title that no request set is a violation.';

const elsewhereReading =
  'In a recording, another title is a warning if updated_at differs: people may rename it elsewhere. In the first fetch after a PATCH, ' +
  'this needs more than five seconds.';

export const renameTitleRules: readonly Rule[] = [
  {
    id: 'rename/shows-when-fetched',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A fetch after a rename returns the new title',
    reading:
      `${settleReading} ${elsewhereReading} A service may refuse a title with 4xx, trim it, normalise it to NFC, and cut one of more than 50 bytes after a ` +
      'whole character. Other white space or control characters, and an ignored blank title, are warnings. Any other text is a violation.',
    judge: checkEach(renames, noRename, judgeShown),
  },
  {
    id: 'rename/lasts',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A new title stays until it is changed again',
    reading: `${settleReading} ${elsewhereReading}`,
    judge: checkEach(
      (trace) => renames(trace).filter(isFetchedAgain),
      'not seen: a presentation was fetched twice after a rename',
      judgeLasting,
    ),
  },
  {
    id: 'rename/shows-in-its-job',
    sections: ['1', '2.1', '2.2', '4.5', '4.7'],
    level: 'must',
    title: 'After a rename, the view of the completed job shows the new title or the one of before',
    reading:
      'The interface does not say whether the view follows a rename. A title that no response showed and no request sent is a violation, if the ' +
      'recording holds the whole life of the presentation.',
    judge: checkEach(
      viewsAfterRename,
      'not seen: a completed job was polled after a rename of its presentation',
      judgeInJob,
    ),
  },
];

const isFetchedAgain = ({ after }: Rename): boolean => after.length > 1;

function judgeShown(rename: Rename, trace: Trace): Finding | undefined {
  const { call, title, after } = rename;
  const first = after.findIndex((snapshot) => hasTitle(snapshot, title));
  const before = after.slice(0, first < 0 ? after.length : first);
  const isShown = first >= 0;
  if (before.length === 0) return after[0] && adaptation(title, after[0]);
  const wrong = before.find((snapshot) => !isOld(rename, snapshot, trace)) ?? before[0];
  if (!wrong) return undefined;
  const details = { expected: title, actual: titleOf(wrong), path: 'title', call: wrong.call };
  const earlier = rename.presentation.snapshots.findLast((snapshot) => isBefore(snapshot.call, call));
  const isElsewhere = earlier && mayBeChangedBesidePatch({ earlier, later: wrong }, call, trace);
  if (title.trim() === '') return warn('a service ignores a blank title', details);
  if (call.status === 202 && isOld(rename, wrong, trace))
    return warn(`a rename that got 202 is not visible${isShown ? ' at once' : ''}`, details);
  if (isElsewhere) return warn('a title changes again after its rename', { ...details, about: call });
  if (!isOld(rename, wrong, trace))
    return fail(
      isShown
        ? 'a new title is visible after another one'
        : 'a rename stores another title than the one sent',
      {
        ...details,
        about: call,
      },
    );
  if (isShown) return warn('a new title is visible with a delay', details);
  const last = before.at(-1);
  return last && isWithinSettling(call, last.call, trace)
    ? warn('a new title was not visible yet when the presentation was last fetched', details)
    : fail('a successful rename is not visible', { ...details, about: call });
}

/** What the service did to a title that it shows. */
function adaptation(title: string, { call, value }: Snapshot): Finding | undefined {
  const actual = String(fieldOf(value, 'title'));
  const change = titleChange(title, actual);
  const details = { expected: title, actual, path: 'title', call };
  if (change === 'cut') return observed('a service cuts a long title', details);
  return change === 'spacing'
    ? warn('a service changes white space or control characters in a title', details)
    : undefined;
}

function judgeLasting(rename: Rename, trace: Trace): Finding | undefined {
  const { title, after } = rename;
  const shown = after.findIndex((snapshot) => hasTitle(snapshot, title));
  const earlier = after[shown];
  if (!earlier) return undefined;
  const lost = after.slice(shown).filter((snapshot) => !hasTitle(snapshot, title));
  const isRestored = hasTitle(after.at(-1) ?? earlier, title);
  const isViolation = (snapshot: Snapshot): boolean =>
    !isOld(rename, snapshot, trace) || !(isRestored || isWithinSettling(rename.call, snapshot.call, trace));
  const later = lost.find(isViolation) ?? lost[0];
  if (!later) return undefined;
  const details = {
    expected: title,
    actual: titleOf(later),
    path: 'title',
    call: later.call,
    comparedWith: earlier.call,
  };
  if (!isViolation(later)) return warn('a fetch returns a title of before for a moment', details);
  return (mayBeChangedElsewhere({ earlier, later }, trace) ? warn : fail)(
    'a new title is lost in a later fetch',
    details,
  );
}

/** Whether the title may be one of before the rename. A recording may begin after that title was written. */
function isOld({ call, presentation }: Rename, snapshot: Snapshot, trace: Trace): boolean {
  return isKnownBefore(titleOf(snapshot), presentation, call) || !isCreatedInTrace(snapshot, trace);
}

const titleOf = ({ value }: Snapshot): unknown => shown(fieldOf(value, 'title'));

interface ViewAfterRename {
  readonly snapshot: Snapshot;
  readonly presentation: PresentationTrace;
}

/** The views of completed jobs after a rename, if every change of the title is known. */
function viewsAfterRename(trace: Trace): readonly ViewAfterRename[] {
  const found: ViewAfterRename[] = [];
  for (const presentation of trace.presentations) {
    const { patches, snapshots } = presentation;
    const isRenamed = (call: Call): boolean => patches.some((patch) => patch.ok && isBefore(patch, call));
    const odd = patches.filter(hasOddTitle);
    for (const snapshot of snapshots) {
      // Another value than a string may have become any title.
      const isOdd = odd.some((patch) => !isBefore(snapshot.call, patch));
      if (snapshot.job?.start && isRenamed(snapshot.call) && !isOdd) found.push({ snapshot, presentation });
    }
  }
  return found;
}

function judgeInJob({ snapshot, presentation }: ViewAfterRename, trace: Trace): Finding | undefined {
  const actual = fieldOf(snapshot.value, 'title');
  if (typeof actual !== 'string' || isKnownBefore(actual, presentation, snapshot.call)) return undefined;
  // Other rules judge the effects of a refused PATCH.
  if (presentation.patches.some((patch) => sentTitle(patch) === actual)) return undefined;
  const earlier = presentation.snapshots.findLast((other) => isBefore(other.call, snapshot.call));
  const sent = presentation.patches.findLast(
    (patch) => patch.ok && isRename(patch) && isBefore(patch, snapshot.call),
  );
  const isElsewhere = earlier !== undefined && mayBeChangedElsewhere({ earlier, later: snapshot }, trace);
  return (isElsewhere ? warn : fail)('the view of a completed job shows a title that no request set', {
    expected: inWords(`the title ${JSON.stringify(sent && sentTitle(sent))}, or one of before`),
    actual,
    path: 'presentation.title',
    call: snapshot.call,
  });
}
