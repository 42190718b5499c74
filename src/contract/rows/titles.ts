/**
 * Rows about the title and the id of a presentation after a PATCH. A title is a register: a fetch may show what the last rename wrote, what a
 * change that may have followed wrote, and for a while what was there before. Sections 1, 2.1, 2.2, 4.5 and 4.7.
 */
import { isObject } from '../../base/json.js';
import {
  hasOddTitle,
  hasUnknownOutcome,
  isBefore,
  isRename,
  sentTitle,
  tookEffectBefore,
  type Call,
} from '../model/call.js';
import { jsonOf } from '../model/payload.js';
import {
  isFetched,
  perTrace,
  snapshotId,
  titleOf,
  type Presentation,
  type Snapshot,
  type Trace,
} from '../model/trace.js';
import {
  changedBesidePatch,
  changedElsewhere,
  deletedElsewhere,
  isWithinSettling,
  losses,
  settling,
  shownId,
} from '../excuses.js';
import type { Finding, Rule } from '../rule.js';
import { noRename } from './reasons.js';
import { mayBecome, titleChange } from '../title-change.js';
import { inWords, shown } from '../words.js';
import { patchEffect } from './effects.js';
import { broken, observed, row } from './row.js';

const SECTIONS = ['1', '2.1', '4.7'];

/**
 * Statuses that may be about another copy of the request, which took effect: a timeout, a conflict, a client that closed the
 * connection. A gateway may send a request twice.
 */
const UNCLEAR = [408, 409, 412, 499];

export const titleRows: readonly Rule[] = [
  row({
    id: 'rename/shows-when-fetched',
    sections: SECTIONS,
    title: 'A fetch after a rename returns the new title',
    reading:
      'A service may refuse a title with 4xx, trim it, normalise it to NFC, and cut one of more than 50 bytes after a whole character. ' +
      'Other white space or control characters are warnings. Any other text is a violation, and so is a title of before in the last fetch.',
    items: (trace) => renames(trace),
    unseen: noRename,
    check: judgeShown,
  }),
  row({
    id: 'rename/lasts',
    sections: SECTIONS,
    title: 'A new title stays until it is changed again',
    items: (trace) => renames(trace).filter(({ after }) => after.length > 1),
    unseen: 'not seen: a presentation was fetched twice after a rename',
    check: judgeLasting,
  }),
  row({
    id: 'rename/shows-in-its-job',
    sections: ['1', '2.1', '2.2', '4.5', '4.7'],
    title: 'After a rename, the view of the completed job shows the new title or the one of before',
    reading:
      'The interface does not say whether the view follows a rename. A title that no response showed and no request sent is a violation, if the ' +
      'recording holds the whole life of the presentation.',
    items: ({ presentations }) => presentations.flatMap(viewsAfterRename),
    unseen: 'not seen: a completed job was polled after a rename of its presentation',
    check: judgeInJob,
  }),
  row({
    id: 'rename/keeps-the-id',
    sections: SECTIONS,
    title: 'A renamed presentation keeps its id',
    reading:
      'The rule fails if the next read after a PATCH shows another id, or does not find the presentation, which is never found again.',
    items: ({ presentations }) => presentations.filter(isReadAfterRename),
    unseen: noRename,
    check: judgeLoss,
  }),
  row({
    id: 'rename/refused-changes-nothing',
    sections: ['4.7'],
    title: 'A refused rename does not change the title',
    reading:
      `Judges a PATCH of the owner with a title alone and any 4xx but 429, ${UNCLEAR.slice(0, -1).join(', ')} and ${UNCLEAR.at(-1)}. The rule fails if a later ` +
      'read shows exactly this title, which no read before and no other request explains.',
    items: refusedRenames,
    unseen: 'not seen: a refused rename, and reads before and after it',
    check: (call, trace) => patchEffect(call, trace, 'a refused rename is carried out'),
  }),
];

// Fetches after a rename.

/** A successful rename with the fetches that only it can explain. */
interface Rename {
  readonly call: Call;
  readonly title: string;
  readonly presentation: Presentation;
  /** The fetches after it, up to the next possible change of the title. */
  readonly after: readonly Snapshot[];
}

const renames = perTrace((trace) =>
  trace.presentations.flatMap((presentation): Rename[] => {
    const { patches, snapshots, owner } = presentation;
    const fetched = snapshots.filter(isFetched);
    return patches.flatMap((call, index) => {
      if (!call.ok || call.by.key !== owner || !isRename(call)) return [];
      const after = fetched.filter(
        (snapshot) => isBefore(call, snapshot.call) && !mayBeOfAnother(patches, index, snapshot),
      );
      return after.length > 0 ? [{ call, title: sentTitle(call) ?? '', presentation, after }] : [];
    });
  }),
);

/** Whether another PATCH than the one at this index may explain the snapshot. Starts with the next one, the likeliest. */
function mayBeOfAnother(patches: readonly Call[], index: number, seen: Snapshot): boolean {
  const call = patches[index] as Call;
  const count = patches.length;
  for (let step = 1; step < count; step++) {
    const other = patches[(index + step) % count] as Call;
    if (!tookEffectBefore(other, call) && !isBefore(seen.call, other) && mayExplain(other, seen)) return true;
  }
  return false;
}

/**
 * Whether a PATCH may explain the title of a snapshot. A PATCH that was refused, or whose outcome is unknown, explains the title
 * that it sent and no other. Without such a title, the service can store any.
 */
function mayExplain(patch: Call, snapshot: Snapshot): boolean {
  if (patch.ok) return true;
  const sent = sentTitle(patch);
  return sent === undefined ? hasUnknownOutcome(patch) : hasTitle(snapshot, sent);
}

/** Whether a response shows the title, as a service may store it. */
function hasTitle(snapshot: Snapshot, title: string): boolean {
  const actual = titleOf(snapshot);
  return typeof actual === 'string' && mayBecome(title, actual);
}

/** Whether a response before the call showed this title, or a request before it sent it. */
function isKnownBefore(title: unknown, { patches, snapshots }: Presentation, call: Call): boolean {
  if (typeof title !== 'string') return false;
  const isSent = (patch: Call): boolean =>
    !patch.refused && !isBefore(call, patch) && mayBecome(sentTitle(patch) ?? '', title);
  const isShown = (snapshot: Snapshot): boolean =>
    snapshot.call.exchange.startedAt < call.exchange.startedAt && hasTitle(snapshot, title);
  return patches.some(isSent) || snapshots.some(isShown);
}

/** Whether the title may be one of before the rename. A recording may begin after that title was written. */
const isOld = ({ call, presentation }: Rename, snapshot: Snapshot, trace: Trace): boolean =>
  isKnownBefore(titleOf(snapshot), presentation, call) ||
  trace.presentation(String(snapshotId(snapshot)))?.createdBy === undefined;

function judgeShown(rename: Rename, trace: Trace): Finding | undefined {
  const { call, title, after, presentation } = rename;
  const first = after.findIndex((snapshot) => hasTitle(snapshot, title));
  const before = after.slice(0, first < 0 ? after.length : first);
  const last = before.at(-1);
  if (!last) return after[0] && adaptation(title, after[0]);
  const wrong = before.find((snapshot) => !isOld(rename, snapshot, trace)) ?? before[0] ?? last;
  const [isShown, isOfBefore] = [first >= 0, isOld(rename, wrong, trace)];
  const messages = isOfBefore
    ? ['a new title is visible with a delay', 'a successful rename is not visible']
    : ['a new title is visible after another one', 'a rename stores another title than the one sent'];
  return broken(messages[isShown ? 0 : 1] ?? '', {
    expected: title,
    actual: shown(titleOf(wrong)),
    path: 'title',
    call: wrong.call,
    about: call,
    doubt: doubtOfTitle(),
  });

  function doubtOfTitle(): string | undefined {
    if (title.trim() === '') return 'a service may ignore a blank title';
    if (isOfBefore && call.status === 202) return 'a rename that gets 202 may take any time';
    const earlier = presentation.snapshots.findLast((snapshot) => isBefore(snapshot.call, call));
    const elsewhere = earlier && changedBesidePatch({ earlier, later: wrong }, call, trace);
    if (elsewhere !== undefined || !isOfBefore) return elsewhere;
    if (isShown) return 'the interface does not say when a rename is visible';
    return last && settling(call, last.call, trace);
  }
}

/** What the service did to a title that it shows. */
function adaptation(title: string, snapshot: Snapshot): Finding | undefined {
  const actual = String(titleOf(snapshot));
  const change = titleChange(title, actual);
  const details = { expected: title, actual, path: 'title', call: snapshot.call };
  if (change === 'cut') return observed('a service cuts a long title', details);
  return change === 'spacing'
    ? broken('a service changes white space or control characters in a title', {
        ...details,
        doubt: 'the text is the same',
      })
    : undefined;
}

function judgeLasting(rename: Rename, trace: Trace): Finding | undefined {
  const { call, title, after } = rename;
  const at = after.findIndex((snapshot) => hasTitle(snapshot, title));
  const earlier = after[at];
  if (!earlier) return undefined;
  const lost = after.slice(at).filter((snapshot) => !hasTitle(snapshot, title));
  const isRestored = hasTitle(after.at(-1) ?? earlier, title);
  const isViolation = (snapshot: Snapshot): boolean =>
    !isOld(rename, snapshot, trace) || !(isRestored || isWithinSettling(call, snapshot.call, trace));
  const later = lost.find(isViolation) ?? lost[0];
  if (!later) return undefined;
  return broken('a new title is lost in a later fetch', {
    expected: title,
    actual: shown(titleOf(later)),
    path: 'title',
    call: later.call,
    comparedWith: earlier.call,
    doubt: isViolation(later)
      ? changedElsewhere({ earlier, later }, trace)
      : 'a replica may show a title of before for a moment',
  });
}

// Views of the job after a rename.

interface ViewAfterRename {
  readonly snapshot: Snapshot;
  readonly presentation: Presentation;
}

/** The views of completed jobs after a rename, if every change of the title is known. */
function viewsAfterRename(presentation: Presentation): readonly ViewAfterRename[] {
  const { patches, snapshots } = presentation;
  const odd = patches.filter(hasOddTitle);
  return snapshots.flatMap((snapshot) => {
    const { job, call } = snapshot;
    const isRenamed = patches.some((patch) => patch.ok && isBefore(patch, call));
    // Another value than a string may have become any title.
    const isOdd = odd.some((patch) => !isBefore(call, patch));
    return job?.start && isRenamed && !isOdd ? [{ snapshot, presentation }] : [];
  });
}

function judgeInJob({ snapshot, presentation }: ViewAfterRename, trace: Trace): Finding | undefined {
  const { call } = snapshot;
  const actual = titleOf(snapshot);
  if (typeof actual !== 'string' || isKnownBefore(actual, presentation, call)) return undefined;
  // Other rows judge the effects of a refused PATCH.
  if (presentation.patches.some((patch) => sentTitle(patch) === actual)) return undefined;
  const earlier = presentation.snapshots.findLast((other) => isBefore(other.call, call));
  const sent = presentation.patches.findLast((patch) => patch.ok && isRename(patch) && isBefore(patch, call));
  return broken('the view of a completed job shows a title that no request set', {
    expected: inWords(`the title ${JSON.stringify(sent && sentTitle(sent))}, or one of before`),
    actual,
    path: 'presentation.title',
    call,
    doubt: earlier && changedElsewhere({ earlier, later: snapshot }, trace),
  });
}

// The id after a rename, and refused renames.

function judgeLoss({ id }: Presentation, trace: Trace): Finding | undefined {
  const loss = losses(trace).get(id);
  if (!loss) return undefined;
  const { patch, read } = loss;
  const { path, id: actual } = shownId(read);
  const details = { call: read, about: patch };
  if (read.ok)
    return broken('a rename changes the id', { expected: id, actual: shown(actual), path, ...details });
  return broken('a presentation is not found after its rename', {
    expected: inWords('any 2xx'),
    actual: read.status,
    ...details,
    doubt: isEachLost(trace) ? undefined : deletedElsewhere(read, trace),
  });
}

const isReadAfterRename = ({ patches, fetches }: Presentation): boolean =>
  patches.some((patch) => patch.ok && fetches.some((read) => isBefore(patch, read)));

/** Whether the service loses whatever is renamed: deletions elsewhere do not explain that. */
function isEachLost(trace: Trace): boolean {
  const read = trace.presentations.filter(isReadAfterRename);
  return read.length > 1 && read.every(({ id }) => losses(trace).has(id));
}

function refusedRenames(trace: Trace): readonly Call[] {
  return trace.keyed('updatePresentation').filter((call) => {
    const { owner, snapshots = [] } = trace.presentation(call.id) ?? {};
    return (
      call.refused &&
      !UNCLEAR.includes(call.status) &&
      isTitleAlone(call) &&
      owner === call.by.key &&
      snapshots.some((snapshot) => isBefore(snapshot.call, call)) &&
      snapshots.some((snapshot) => isBefore(call, snapshot.call))
    );
  });
}

/** Also of a title that is not a string. */
function isTitleAlone({ sent }: Call): boolean {
  const body = jsonOf(sent);
  return isObject(body) && Object.keys(body).join() === 'title';
}
