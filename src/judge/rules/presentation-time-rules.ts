/** Rows about the times and addresses of presentations together. Sections 1 and 2.1. */
import { getField } from '../../base/json.js';
import { getHeader } from '../../journal/exchange.js';
import { endedBefore, isFromVerify, isSuccess, type Call } from '../model/call.js';
import {
  isFromGet,
  toBodyPath,
  type PresentationHistory,
  type PresentationRead,
  type Trace,
} from '../model/trace.js';
import { isCreatedByVerify } from '../downgrades/downgrades.js';
import type { Finding, Rule } from '../rule.js';
import { NO_PRESENTATION } from './not-covered.js';
import { description } from '../description.js';
import { violation, ifMultiple, info, createRule, pairWithFirst } from './create-rule.js';

const MINUTE = 60_000;
/** Ms. The clocks of two machines may differ by seconds. */
const MAX_CLOCK_SKEW_MS = 10_000;
/** Ms. A service may cut its times to seconds. */
const TIMESTAMP_RESOLUTION_MS = 1_000;
/** Larger than clock skew, smaller than a time zone offset. */
const MIN_ZONE_ERROR_MS = 20 * MINUTE;
const HALF_HOUR = 30 * MINUTE;
/** Clocks that agree differ by less. */
const MAX_AGREED_SKEW_MS = MINUTE;
/** The largest distance of a zone. A larger one is not about zones. */
const MAX_ZONE_OFFSET_MS = 14 * 60 * MINUTE + MIN_ZONE_ERROR_MS;

export const presentationTimeRules: readonly Rule[] = [
  createRule({
    id: 'presentation/unique-url',
    sections: ['1', '2.1'],
    level: 'should',
    title: 'Each presentation has its own url',
    select: ({ presentations }) =>
      pairWithFirst(ifMultiple(presentations.flatMap(firstFetchOf)), (look) => getField(look.value, 'url')),
    notCovered: NO_PRESENTATION,
    check: ({ item, first }) => {
      const actual = getField(item.value, 'url');
      if (item === first || typeof actual !== 'string') return undefined;
      return violation('two presentations have the same url', {
        expected: description('an address of its own'),
        actual,
        path: toBodyPath(item, 'url'),
        call: item.call,
        comparedWith: first.call,
        doubt: 'one page may show all of them',
      });
    },
  }),
  createRule({
    id: 'presentation/created-at-is-creation-time',
    sections: ['2.1'],
    title: 'created_at is the time of creation',
    interpretation:
      'Judged if the job of the second one started after the first one was shown, by a second or more if the time is a whole second. ' +
      'Otherwise the same created_at is observed. A presentation from a template may keep the time of the template.',
    select: ({ presentations }) => pairWithFirst(ifMultiple(presentations.flatMap(generated)), createdAt),
    notCovered: 'not seen: two generated presentations',
    check: ({ item, first }) => (item === first ? undefined : checkSameCreatedAt(item, first)),
  }),
  createRule({
    id: 'presentation/updated-at-never-decreases',
    sections: ['2.1'],
    level: 'should',
    title: 'updated_at never decreases',
    interpretation: `A value more than ${MAX_CLOCK_SKEW_MS / 1000} s before the one of the fetch before, unless a fetch before showed it, as a replica that lags does.`,
    select: ({ presentations }) => presentations.filter(({ snapshots }) => snapshots.length > 0),
    notCovered: NO_PRESENTATION,
    check: checkMonotonic,
  }),
  createRule({
    id: 'presentation/timestamps-are-utc',
    sections: ['2.1'],
    title: 'Timestamps are in UTC',
    interpretation:
      'Compares created_at with the Date headers from the start of the job to its first completed view, or from the creation to the first ' +
      'fetch, and updated_at with those of a rename and the next fetch. ' +
      `A distance of more than ${MIN_ZONE_ERROR_MS / MINUTE} minutes and at most 14 hours counts. It is a violation if it is whole half hours, in a ` +
      'presentation that this run created, and the Date headers agree with the clock of the run.',
    select: (trace) =>
      trace.presentations.flatMap((presentation) => [
        ...creationOf(presentation, trace),
        ...changeOf(presentation, trace),
      ]),
    notCovered: 'not seen: a response with a Date header shows when a presentation was created or renamed',
    check: checkUtc,
  }),
];

/** The first fetch of a presentation, or else its first view: a view may have a preliminary address. */
function firstFetchOf({ snapshots }: PresentationHistory): readonly PresentationRead[] {
  const first = snapshots.find(isFromGet) ?? snapshots[0];
  return first ? [first] : [];
}

// created_at of two presentations.

/** A presentation with the start of its job. */
interface GeneratedPresentation {
  readonly start: Call;
  /** The first response that shows it. */
  readonly first: PresentationRead;
}

function generated({ snapshots: [first] }: PresentationHistory): readonly GeneratedPresentation[] {
  const start = first?.job?.start;
  return first && start ? [{ start, first }] : [];
}

const createdAt = ({ first }: GeneratedPresentation): unknown => getField(first.value, 'created_at');

/** @param other the first presentation with the same created_at */
function checkSameCreatedAt(one: GeneratedPresentation, other: GeneratedPresentation): Finding {
  const actual = createdAt(one);
  const gap = Date.parse(String(actual)) % TIMESTAMP_RESOLUTION_MS === 0 ? TIMESTAMP_RESOLUTION_MS : 0;
  const isLater = other.first.call.exchange.endedAt + gap <= one.start.exchange.startedAt;
  const message = 'two presentations have the same created_at';
  const details = {
    expected: description('the time at which it was created'),
    actual,
    path: toBodyPath(one.first, 'created_at'),
    call: one.first.call,
    comparedWith: other.first.call,
  };
  if (!isLater) return info(message, details);
  return violation(message, { ...details, doubt: isFromVerify(one.start) ? undefined : 'it may be a copy' });
}

// updated_at of one presentation.

const timeOf = ({ value }: PresentationRead, field: 'created_at' | 'updated_at'): number =>
  Date.parse(String(getField(value, field)));

function checkMonotonic({ snapshots }: PresentationHistory): Finding | undefined {
  const fetched = snapshots.filter(isFromGet);
  for (const [index, later] of fetched.entries()) {
    const earlier = lastBefore(fetched, index);
    const time = timeOf(later, 'updated_at');
    if (!earlier || !(time < timeOf(earlier, 'updated_at') - MAX_CLOCK_SKEW_MS)) continue;
    const isAgain = fetched.some(
      (one) => endedBefore(one.call, earlier.call) && timeOf(one, 'updated_at') === time,
    );
    if (isAgain) continue;
    return violation('updated_at decreases', {
      expected: description(`${String(getField(earlier.value, 'updated_at'))} or later`),
      actual: getField(later.value, 'updated_at'),
      path: 'updated_at',
      call: later.call,
      comparedWith: earlier.call,
      doubt: 'the interface does not say when updated_at changes',
    });
  }
  const early = snapshots.find(
    (one) => timeOf(one, 'updated_at') < timeOf(one, 'created_at') - MAX_CLOCK_SKEW_MS,
  );
  // A copy may keep the time of its original.
  return early && info('updated_at is before created_at', { call: early.call });
}

function lastBefore(snapshots: readonly PresentationRead[], index: number): PresentationRead | undefined {
  const later = snapshots[index];
  for (let at = index - 1; later && at >= 0; at--) {
    const earlier = snapshots[at];
    if (earlier && endedBefore(earlier.call, later.call)) return earlier;
  }
  return undefined;
}

// Local time with Z differs from the Date header by the zone offset.

/** A timestamp, and the Date headers between which it was written, all in ms. */
interface TimestampBounds {
  readonly field: 'created_at' | 'updated_at';
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly call: Call;
  /** Whether the run itself createdBy the time, and the Date headers agree with its clock. */
  readonly isCertain: boolean;
}

/** All values of created_at, between the request that createdBy the presentation and the first response with it. */
function creationOf({ snapshots, createdBy }: PresentationHistory, trace: Trace): readonly TimestampBounds[] {
  const [shown] = snapshots;
  const cause = snapshots.find(({ job }) => job?.start !== undefined)?.job?.start ?? createdBy;
  if (!cause || !shown) return [];
  return snapshots.flatMap((snapshot) => instantOf('created_at', snapshot, [cause, shown.call], trace));
}

/** updated_at in the first snapshot after a rename, if it is another one than before. */
function changeOf({ snapshots, patches }: PresentationHistory, trace: Trace): readonly TimestampBounds[] {
  const rename = patches.find(isSuccess);
  if (!rename) return [];
  const before = snapshots.findLast(({ call }) => endedBefore(call, rename));
  const after = snapshots.find(({ call }) => endedBefore(rename, call));
  if (!before || !after || getField(before.value, 'updated_at') === getField(after.value, 'updated_at'))
    return [];
  return instantOf('updated_at', after, [rename, after.call], trace);
}

function instantOf(
  field: TimestampBounds['field'],
  snapshot: PresentationRead,
  [since, until]: readonly [Call, Call],
  trace: Trace,
): readonly TimestampBounds[] {
  const { call, value } = snapshot;
  const text = getField(value, field);
  const [from, to] = [dateOf(since), dateOf(until)];
  if (typeof text !== 'string' || Number.isNaN(from + to)) return [];
  const agreesWithClock = Math.abs(to - until.exchange.endedAt) < MAX_AGREED_SKEW_MS;
  return [{ field, text, from, to, call, isCertain: isCreatedByVerify(snapshot, trace) && agreesWithClock }];
}

const dateOf = ({ exchange: { response } }: Call): number =>
  Date.parse((response && getHeader(response.headers, 'date')) ?? '');

function checkUtc(instant: TimestampBounds): Finding | undefined {
  const { field, text, from, to, call, isCertain } = instant;
  const at = Date.parse(text);
  const distance = at < from ? from - at : at - to;
  if (!(distance > MIN_ZONE_ERROR_MS && distance <= MAX_ZONE_OFFSET_MS)) return undefined;
  const side = at < from ? 'behind' : 'ahead of';
  const minutes = Math.round(distance / MINUTE);
  return violation(`${field} is ${minutes} minutes ${side} the Date header: it may be local time`, {
    expected: description(`about ${new Date(to).toISOString()}`),
    actual: text,
    call,
    doubt: isCertain && isHalfHoursOff(at, instant) ? undefined : 'the clocks may differ',
  });
}

/** Whether the time is between the two headers, but for some half hours. */
function isHalfHoursOff(at: number, { from, to }: TimestampBounds): boolean {
  const shifted = at - Math.round((at - (from + to) / 2) / HALF_HOUR) * HALF_HOUR;
  return shifted > from - MAX_AGREED_SKEW_MS && shifted < to + MAX_AGREED_SKEW_MS;
}
