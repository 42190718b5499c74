/**
 * Rules about title and id after a PATCH. A GET may return the title of the last or of any pending rename. Sections 1, 2.1, 2.2,
 * 4.5 and 4.7.
 */
import { getField, isObject } from '../../base/json.js';
import {
  hasNonStringTitle,
  hasUnknownOutcome,
  endedBefore,
  isFromVerify,
  isRename,
  getSentTitle,
  tookEffectBefore,
  type Call,
} from '../model/call.js';
import { getJson } from '../model/body.js';
import {
  isFromGet,
  getReadId,
  getTitle,
  type PresentationHistory,
  type PresentationRead,
} from '../model/presentation-history.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import {
  mayBeEditedExternallySince,
  mayBeEditedExternally,
  mayBeDeletedExternally,
} from '../downgrades/external-changes.js';
import { isWithinConsistencyWindow, mayNotBeVisibleYet } from '../downgrades/consistency.js';
import { mayBeProxyPage } from '../downgrades/proxy-pages.js';
import { findLostPresentations, getPresentationId } from '../downgrades/lost-renames.js';
import type { Finding, Rule } from '../rule.js';
import { NO_RENAME } from './not-covered.js';
import { isStoredForm, compareTitles } from './checks/compare-titles.js';
import { description, valueOrMissing } from '../description.js';
import { findEffectOfPatch } from './checks/rejected-request-effects.js';
import { findChangeBetween } from './checks/find-cause.js';
import { findSharedIdCause } from './checks/shared-ids.js';
import { violation, info, createRule } from './create-rule.js';

const SECTIONS = ['1', '2.1', '4.7'];

/** One late rename may be a coincidence. */
const MIN_LATE_RENAMES = 2;

/** A proxy may send a request twice: one copy succeeds, the other gets this status. */
const AMBIGUOUS_STATUSES = [408, 409, 412, 499];

/** A successful rename with the fetches whose title only it can explain. */
interface RenameWithReads {
  readonly call: Call;
  readonly title: string;
  readonly presentation: PresentationHistory;
  /** The fetches after it, up to the next possible change of the title. */
  readonly after: readonly PresentationRead[];
}

interface JobReadAfterRename {
  readonly snapshot: PresentationRead;
  readonly presentation: PresentationHistory;
}

export const renameRules: readonly Rule[] = [
  createRule({
    id: 'rename/visible-in-get',
    sections: SECTIONS,
    title: 'GET returns the new title after a rename',
    interpretation:
      'The service may reject, trim, NFC-normalize or truncate a title (over 50 bytes). Changed whitespace warns. Other text, the old ' +
      'title in the last GET, or after the consistency window of every rename, fails.',
    select: (trace) => getRenames(trace),
    notCovered: NO_RENAME,
    check: checkVisibleInGet,
  }),
  createRule({
    id: 'rename/persists',
    sections: SECTIONS,
    title: 'A new title persists',
    select: (trace) => getRenames(trace).filter(({ after }) => after.length > 1),
    notCovered: 'no presentation that was fetched twice after a rename',
    check: checkPersists,
  }),
  createRule({
    id: 'rename/job-shows-known-title',
    sections: ['1', '2.1', '2.2', '4.5', '4.7'],
    title: 'After a rename, the job shows the new or the previous title',
    interpretation:
      'The job may keep the old title. Fails for a title that no request sent and no response returned.',
    select: ({ presentations }) => presentations.flatMap(findReadsAfterRename),
    notCovered: 'no poll of a completed job after a rename of its presentation',
    check: checkJobTitle,
  }),
  createRule({
    id: 'rename/keeps-id',
    sections: [...SECTIONS, '5'],
    title: 'A renamed presentation keeps its id and its owner',
    interpretation: 'Fails if the next GET returns another id, or permanently 403 or 404.',
    select: ({ presentations }) => presentations.filter(isReadAfterRename),
    notCovered: NO_RENAME,
    check: checkKeepsId,
  }),
  createRule({
    id: 'rename/no-effect-when-rejected',
    sections: ['4.7'],
    title: 'A rejected rename has no effect',
    interpretation:
      'Checks PATCH { title } with a 4xx except 408, 409, 412, 429 and 499. Fails if a later GET returns this title without another ' +
      'explanation.',
    select: getRejectedRenames,
    notCovered: 'no rejected rename with reads before and after it',
    check: (call, trace) => findEffectOfPatch(call, trace, 'a rejected rename takes effect'),
  }),
];

const getRenames = memoizeByTrace((trace) =>
  trace.presentations.flatMap((presentation): RenameWithReads[] => {
    const { patches, snapshots, owner } = presentation;
    const fetched = snapshots.filter(isFromGet);
    return patches.flatMap((call, index) => {
      if (!call.isSuccess || call.credential.key !== owner || !isRename(call)) return [];
      const after = fetched.filter(
        (snapshot) => endedBefore(call, snapshot.call) && !mayBeFromOtherPatch(patches, index, snapshot),
      );
      return after.length > 0 ? [{ call, title: getSentTitle(call) ?? '', presentation, after }] : [];
    });
  }),
);

/** Whether another PATCH than the one at this index may explain the read. Starts with the next one, the most likely. */
function mayBeFromOtherPatch(patches: readonly Call[], index: number, read: PresentationRead): boolean {
  const call = patches[index] as Call;
  const count = patches.length;
  for (let step = 1; step < count; step++) {
    const other = patches[(index + step) % count] as Call;
    if (!tookEffectBefore(other, call) && !endedBefore(read.call, other) && mayExplain(other, read))
      return true;
  }
  return false;
}

/**
 * Whether a PATCH may explain the title of a read. A PATCH that was rejected, or whose outcome is unknown, explains only the title
 * that it sent. Without a title, the service can store any.
 */
function mayExplain(patch: Call, snapshot: PresentationRead): boolean {
  if (patch.isSuccess) return true;
  const sent = getSentTitle(patch);
  return sent === undefined ? hasUnknownOutcome(patch) : hasTitle(snapshot, sent);
}

/** Whether a response has the title, as a service may store it. */
function hasTitle(snapshot: PresentationRead, title: string): boolean {
  const actual = getTitle(snapshot);
  return typeof actual === 'string' && isStoredForm(title, actual);
}

/** Whether a response before the call had this title, or a request before it sent it. */
function isKnownBefore(title: unknown, { patches, snapshots }: PresentationHistory, call: Call): boolean {
  if (typeof title !== 'string') return false;
  const isSent = (patch: Call): boolean =>
    !patch.isClientError && !endedBefore(call, patch) && isStoredForm(getSentTitle(patch) ?? '', title);
  const isReturned = (snapshot: PresentationRead): boolean =>
    snapshot.call.exchange.startedAt < call.exchange.startedAt &&
    isStoredForm(String(getTitle(snapshot)), title);
  return patches.some(isSent) || snapshots.some(isReturned);
}

/** Whether the title may be from before the rename. A recording may start after that title was sent. */
const isOld = ({ call, presentation }: RenameWithReads, snapshot: PresentationRead, trace: Trace): boolean =>
  isKnownBefore(getTitle(snapshot), presentation, call) ||
  trace.getPresentation(String(getReadId(snapshot)))?.createdBy === undefined;

function checkVisibleInGet(rename: RenameWithReads, trace: Trace): Finding | undefined {
  const { call, title, after, presentation } = rename;
  const first = after.findIndex((snapshot) => hasTitle(snapshot, title));
  const before = after.slice(0, first < 0 ? after.length : first);
  const last = before.at(-1);
  if (!last) return after[0] && checkStoredTitle(title, after[0]);
  const wrong = before.find((snapshot) => !isOld(rename, snapshot, trace)) ?? before[0] ?? last;
  const [isVisible, isPrevious] = [first >= 0, isOld(rename, wrong, trace)];
  const messages = isPrevious
    ? ['a new title becomes visible late', 'a successful rename has no effect in GET']
    : ['GET returns an unknown title before the new one', 'a rename stores another title than the one sent'];
  return violation(messages[isVisible ? 0 : 1] ?? '', {
    expected: title,
    actual: valueOrMissing(getTitle(wrong)),
    path: 'title',
    call: wrong.call,
    about: call,
    downgrade: getTitleDowngrade(),
  });

  function getTitleDowngrade(): string | undefined {
    if (title.trim() === '') return 'a service may ignore a blank title';
    if (isPrevious && call.status === 202) return 'a rename with 202 may take any time';
    const earlier = presentation.snapshots.findLast((snapshot) => endedBefore(snapshot.call, call));
    const elsewhere = earlier && mayBeEditedExternallySince({ earlier, later: wrong }, call, trace);
    if (elsewhere !== undefined || !isPrevious) return elsewhere;
    if (isVisible) return isEachLate(trace) ? undefined : 'the spec does not say when a rename is visible';
    return last && mayNotBeVisibleYet(call, last.call, trace);
  }
}

/** Whether each rename that was read for longer than the consistency window was visible only after it. */
const isEachLate = memoizeByTrace((trace): boolean => {
  const judged = getRenames(trace).flatMap(({ call, title, after }) => {
    const first = after.find((read) => hasTitle(read, title));
    const hasLateRead = after.some(
      (read) =>
        read !== first && !hasTitle(read, title) && !isWithinConsistencyWindow(call, read.call, trace),
    );
    const isSoon = first !== undefined && isWithinConsistencyWindow(call, first.call, trace);
    return hasLateRead || isSoon
      ? [hasLateRead && first !== undefined && call.status !== 202 && isFromVerify(call)]
      : [];
  });
  return judged.length >= MIN_LATE_RENAMES && judged.every(Boolean);
});

/** Compares a stored title with the one sent. */
function checkStoredTitle(title: string, snapshot: PresentationRead): Finding | undefined {
  const actual = String(getTitle(snapshot));
  const change = compareTitles(title, actual);
  const details = { expected: title, actual, path: 'title', call: snapshot.call };
  if (change === 'truncated') return info('the service truncates a long title', details);
  return change === 'whitespace'
    ? violation('a service changes white space or control characters in a title', {
        ...details,
        downgrade: 'the text is the same',
      })
    : undefined;
}

function checkPersists(rename: RenameWithReads, trace: Trace): Finding | undefined {
  const { call, title, after } = rename;
  const at = after.findIndex((snapshot) => hasTitle(snapshot, title));
  const earlier = after[at];
  if (!earlier) return undefined;
  const lost = after.slice(at).filter((snapshot) => !hasTitle(snapshot, title));
  const isRestored = hasTitle(after.at(-1) ?? earlier, title);
  const isViolation = (snapshot: PresentationRead): boolean =>
    !isOld(rename, snapshot, trace) || !(isRestored || isWithinConsistencyWindow(call, snapshot.call, trace));
  const later = lost.find(isViolation) ?? lost[0];
  if (!later) return undefined;
  return violation('a later GET returns the old title', {
    expected: title,
    actual: valueOrMissing(getTitle(later)),
    path: 'title',
    call: later.call,
    comparedWith: earlier.call,
    suspect: findChangeBetween(earlier.call, later.call, trace, getTitle(later)) ?? call,
    downgrade: isViolation(later)
      ? mayBeEditedExternally({ earlier, later }, trace)
      : 'a replica may briefly return an old title',
  });
}

/** The polls of completed jobs after a rename, if every change of the title is known. */
function findReadsAfterRename(presentation: PresentationHistory): readonly JobReadAfterRename[] {
  const { patches, snapshots } = presentation;
  const odd = patches.filter(hasNonStringTitle);
  return snapshots.flatMap((snapshot) => {
    const { job, call } = snapshot;
    const isRenamed = patches.some((patch) => patch.isSuccess && endedBefore(patch, call));
    // A service may convert another value than a string to any title.
    const isOdd = odd.some((patch) => !endedBefore(call, patch));
    return job?.start && isRenamed && !isOdd ? [{ snapshot, presentation }] : [];
  });
}

function checkJobTitle({ snapshot, presentation }: JobReadAfterRename, trace: Trace): Finding | undefined {
  const { call } = snapshot;
  const actual = getTitle(snapshot);
  if (typeof actual !== 'string' || isKnownBefore(actual, presentation, call)) return undefined;
  // Other rules check the effects of a rejected PATCH.
  if (presentation.patches.some((patch) => getSentTitle(patch) === actual)) return undefined;
  const earlier = presentation.snapshots.findLast((other) => endedBefore(other.call, call));
  const sent = presentation.patches.findLast(
    (patch) => patch.isSuccess && isRename(patch) && endedBefore(patch, call),
  );
  return violation('a completed job returns a title that no request sent', {
    expected: description(`the title ${JSON.stringify(sent && getSentTitle(sent))}, or a previous one`),
    actual,
    path: 'presentation.title',
    call,
    ...findSharedIdCause(presentation.id, trace),
    downgrade: earlier && mayBeEditedExternally({ earlier, later: snapshot }, trace),
  });
}

function checkKeepsId({ id }: PresentationHistory, trace: Trace): Finding | undefined {
  const loss = findLostPresentations(trace).get(id);
  if (!loss) return undefined;
  const { patch, read } = loss;
  const { path, id: actual } = getPresentationId(read);
  const details = { call: read, about: patch };
  if (read.isSuccess)
    return violation('a rename changes the id', {
      expected: id,
      actual: valueOrMissing(actual),
      path,
      ...details,
    });
  const isMoved = getField(getJson(patch.requestBody), 'workspace_id') !== undefined;
  const message = isMoved
    ? 'a PATCH with workspace_id takes the presentation away from its key'
    : `a presentation is ${read.status === 403 ? 'refused' : 'not found'} after its rename`;
  return violation(message, {
    expected: description('any 2xx'),
    actual: read.status,
    ...details,
    downgrade: isEachLost(trace) ? undefined : mayBeDeletedExternally(read, trace),
  });
}

const isReadAfterRename = ({ patches, fetches }: PresentationHistory): boolean =>
  patches.some((patch) => patch.isSuccess && fetches.some((read) => endedBefore(patch, read)));

/** Whether the service loses every renamed presentation. External deletions do not explain that. */
function isEachLost(trace: Trace): boolean {
  const read = trace.presentations.filter(isReadAfterRename);
  return read.length > 1 && read.every(({ id }) => findLostPresentations(trace).has(id));
}

function getRejectedRenames(trace: Trace): readonly Call[] {
  return trace.callsWithValidKey('updatePresentation').filter((call) => {
    const { owner, snapshots = [] } = trace.getPresentation(call.id) ?? {};
    return (
      call.isClientError &&
      !AMBIGUOUS_STATUSES.includes(call.status) &&
      // A page of a gateway may follow a rename that was carried out.
      mayBeProxyPage(call, trace) === undefined &&
      hasOnlyTitle(call) &&
      owner === call.credential.key &&
      snapshots.some((snapshot) => endedBefore(snapshot.call, call)) &&
      snapshots.some((snapshot) => endedBefore(call, snapshot.call))
    );
  });
}

/** Whether a PATCH sends only a title, of any type. */
function hasOnlyTitle({ requestBody }: Call): boolean {
  const body = getJson(requestBody);
  return isObject(body) && Object.keys(body).join() === 'title';
}
