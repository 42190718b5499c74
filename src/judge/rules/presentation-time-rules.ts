/** Rules about timestamps and URLs across presentations. Sections 1 and 2.1. */
import { getField } from '../../base/json.js';
import { getHeader } from '../../journal/exchange.js';
import { endedBefore, isFromVerify, isSuccess, type Call } from '../model/call.js';
import {
  isFromGet,
  toBodyPath,
  type PresentationHistory,
  type PresentationRead,
} from '../model/presentation-history.js';
import type { Trace } from '../model/trace.js';
import { isCreatedByVerify } from '../downgrades/external-changes.js';
import type { Finding, Rule } from '../rule.js';
import { NO_PRESENTATION } from './not-covered.js';
import { description } from '../description.js';
import { violation, ifMultiple, info, createRule, pairWithFirst } from './create-rule.js';

const MINUTE = 60_000;

/** The clocks of two machines may differ by seconds. */
const MAX_CLOCK_SKEW_MS = 10_000;

/** A service may truncate its timestamps to seconds. */
const TIMESTAMP_RESOLUTION_MS = 1_000;

/** Larger than clock skew, smaller than a time zone offset. */
const MIN_ZONE_ERROR_MS = 20 * MINUTE;

const HALF_HOUR = 30 * MINUTE;

/** Synchronized clocks differ by less. */
const MAX_AGREED_SKEW_MS = MINUTE;

/** The largest offset of a time zone, with a tolerance. */
const MAX_ZONE_OFFSET_MS = 14 * 60 * MINUTE + MIN_ZONE_ERROR_MS;

/** A presentation with the start of its job. */
interface GeneratedPresentation {
  readonly start: Call;
  /** The first response that contains it. */
  readonly first: PresentationRead;
}

/** A timestamp, and the Date headers between which it was written, all in ms. */
interface TimestampBounds {
  readonly field: 'created_at' | 'updated_at';
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly call: Call;
  /** Whether the run itself created the presentation, and the Date headers agree with its clock. */
  readonly isCertain: boolean;
}

export const presentationTimeRules: readonly Rule[] = [
  createRule({
    id: 'presentation/unique-url',
    sections: ['1', '2.1'],
    level: 'should',
    title: 'Each presentation has its own url',
    select: ({ presentations }) =>
      pairWithFirst(ifMultiple(presentations.flatMap(getFirstFetch)), (read) => getField(read.value, 'url')),
    notCovered: NO_PRESENTATION,
    check: ({ item, first }) => {
      const actual = getField(item.value, 'url');
      if (item === first || typeof actual !== 'string') return undefined;
      // One presentation, which was requested by its id in other letter case.
      if (getField(item.value, 'id') === getField(first.value, 'id')) return undefined;
      return violation('two presentations have the same url', {
        expected: description('a unique URL'),
        actual,
        path: toBodyPath(item, 'url'),
        call: item.call,
        comparedWith: first.call,
        downgrade: 'one page may display all of them',
      });
    },
  }),
  createRule({
    id: 'presentation/created-at-is-creation-time',
    sections: ['2.1'],
    title: 'created_at is the time of creation',
    interpretation:
      'Checked if the second job started after the first presentation was returned. Else info. ' +
      'A presentation from a template may have the time of the template.',
    select: ({ presentations }) =>
      pairWithFirst(ifMultiple(presentations.flatMap(getGenerated)), getCreatedAt),
    notCovered: 'no two generated presentations in the traffic',
    check: ({ item, first }) => (item === first ? undefined : checkSameCreatedAt(item, first)),
  }),
  createRule({
    id: 'presentation/updated-at-never-decreases',
    sections: ['2.1'],
    level: 'should',
    title: 'updated_at never decreases',
    interpretation: `Warns if updated_at decreases by more than ${MAX_CLOCK_SKEW_MS / 1000} s, except for a value that an earlier GET returned (stale read).`,
    select: ({ presentations }) => presentations.filter(({ snapshots }) => snapshots.length > 0),
    notCovered: NO_PRESENTATION,
    check: checkMonotonic,
  }),
  createRule({
    id: 'presentation/timestamps-are-utc',
    sections: ['2.1'],
    title: 'Timestamps are in UTC',
    interpretation:
      `Compares timestamps with the Date headers around the event. Warns from ${MIN_ZONE_ERROR_MS / MINUTE} minutes to 14 hours; fails for whole ` +
      'half hours in a presentation of this run.',
    select: (trace) =>
      trace.presentations.flatMap((presentation) => [
        ...getCreationBounds(presentation, trace),
        ...getRenameBounds(presentation, trace),
      ]),
    notCovered: 'no creation or rename between two responses with a Date header',
    check: checkUtc,
  }),
];

/** The first fetch of a presentation, or else its first read: a status response may have preliminary values. */
function getFirstFetch({ snapshots }: PresentationHistory): readonly PresentationRead[] {
  const first = snapshots.find(isFromGet) ?? snapshots[0];
  return first ? [first] : [];
}

function getGenerated(presentation: PresentationHistory): readonly GeneratedPresentation[] {
  const start = presentation.snapshots[0]?.job?.start;
  return start ? getFirstFetch(presentation).map((first) => ({ start, first })) : [];
}

const getCreatedAt = ({ first }: GeneratedPresentation): unknown => getField(first.value, 'created_at');

/** @param other the first presentation with the same created_at */
function checkSameCreatedAt(one: GeneratedPresentation, other: GeneratedPresentation): Finding {
  const actual = getCreatedAt(one);
  const gap = Date.parse(String(actual)) % TIMESTAMP_RESOLUTION_MS === 0 ? TIMESTAMP_RESOLUTION_MS : 0;
  const isLater = other.first.call.exchange.endedAt + gap <= one.start.exchange.startedAt;
  const message = 'two presentations have the same created_at';
  const details = {
    expected: description('the time of its creation'),
    actual,
    path: toBodyPath(one.first, 'created_at'),
    call: one.first.call,
    comparedWith: other.first.call,
  };
  if (!isLater) return info(message, details);
  return violation(message, {
    ...details,
    downgrade: isFromVerify(one.start) ? undefined : 'it may be a copy',
  });
}

const getTime = ({ value }: PresentationRead, field: 'created_at' | 'updated_at'): number =>
  Date.parse(String(getField(value, field)));

function checkMonotonic({ snapshots }: PresentationHistory): Finding | undefined {
  const fetched = snapshots.filter(isFromGet);
  for (const [index, later] of fetched.entries()) {
    const earlier = findLastBefore(fetched, index);
    const time = getTime(later, 'updated_at');
    if (!earlier || !(time < getTime(earlier, 'updated_at') - MAX_CLOCK_SKEW_MS)) continue;
    const isStale = fetched.some(
      (one) => endedBefore(one.call, earlier.call) && getTime(one, 'updated_at') === time,
    );
    if (isStale) continue;
    return violation('updated_at decreases', {
      expected: description(`${String(getField(earlier.value, 'updated_at'))} or later`),
      actual: getField(later.value, 'updated_at'),
      path: 'updated_at',
      call: later.call,
      comparedWith: earlier.call,
      downgrade: 'the spec does not say when updated_at changes',
    });
  }
  const early = snapshots.find(
    (one) => getTime(one, 'updated_at') < getTime(one, 'created_at') - MAX_CLOCK_SKEW_MS,
  );
  // A copy may have the timestamps of its original.
  return early && info('updated_at is before created_at', { call: early.call });
}

function findLastBefore(snapshots: readonly PresentationRead[], index: number): PresentationRead | undefined {
  const later = snapshots[index];
  for (let at = index - 1; later && at >= 0; at--) {
    const earlier = snapshots[at];
    if (earlier && endedBefore(earlier.call, later.call)) return earlier;
  }
  return undefined;
}

/** All values of created_at, with the request that created the presentation and the first response with it. */
function getCreationBounds(
  { snapshots, createdBy }: PresentationHistory,
  trace: Trace,
): readonly TimestampBounds[] {
  const [shown] = snapshots;
  const cause = snapshots.find(({ job }) => job?.start !== undefined)?.job?.start ?? createdBy;
  if (!cause || !shown) return [];
  return snapshots.flatMap((snapshot) => getBounds('created_at', snapshot, [cause, shown.call], trace));
}

/** updated_at in the first read after a rename, if it has changed. */
function getRenameBounds(
  { snapshots, patches }: PresentationHistory,
  trace: Trace,
): readonly TimestampBounds[] {
  const rename = patches.find(isSuccess);
  if (!rename) return [];
  const before = snapshots.findLast(({ call }) => endedBefore(call, rename));
  const after = snapshots.find(({ call }) => endedBefore(rename, call));
  if (!before || !after || getField(before.value, 'updated_at') === getField(after.value, 'updated_at'))
    return [];
  return getBounds('updated_at', after, [rename, after.call], trace);
}

function getBounds(
  field: TimestampBounds['field'],
  snapshot: PresentationRead,
  [since, until]: readonly [Call, Call],
  trace: Trace,
): readonly TimestampBounds[] {
  const { call, value } = snapshot;
  const text = getField(value, field);
  const [from, to] = [getDate(since), getDate(until)];
  if (typeof text !== 'string' || Number.isNaN(from + to)) return [];
  const agreesWithClock = Math.abs(to - until.exchange.endedAt) < MAX_AGREED_SKEW_MS;
  return [{ field, text, from, to, call, isCertain: isCreatedByVerify(snapshot, trace) && agreesWithClock }];
}

const getDate = ({ exchange: { response } }: Call): number =>
  Date.parse((response && getHeader(response.headers, 'date')) ?? '');

function checkUtc(instant: TimestampBounds): Finding | undefined {
  const { field, text, from, to, call, isCertain } = instant;
  const at = Date.parse(text);
  const distance = at < from ? from - at : at - to;
  if (!(distance > MIN_ZONE_ERROR_MS && distance <= MAX_ZONE_OFFSET_MS)) return undefined;
  const minutes = Math.round(distance / MINUTE);
  return violation(`${field} differs from the Date header by ${minutes} minutes: local time?`, {
    expected: description(`about ${new Date(to).toISOString()}`),
    actual: text,
    call,
    downgrade: isCertain && isHalfHoursOff(at, instant) ? undefined : 'the clocks may differ',
  });
}

/** Whether the time is between the two headers, except for an offset of half hours. */
function isHalfHoursOff(at: number, { from, to }: TimestampBounds): boolean {
  const shifted = at - Math.round((at - (from + to) / 2) / HALF_HOUR) * HALF_HOUR;
  return shifted > from - MAX_AGREED_SKEW_MS && shifted < to + MAX_AGREED_SKEW_MS;
}
