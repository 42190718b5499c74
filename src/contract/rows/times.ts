/** Rows about the times and addresses of presentations together. Sections 1 and 2.1. */
import { fieldOf } from '../../base/json.js';
import { headerOf } from '../../journal/exchange.js';
import { isBefore, isOfRun, isOk, type Call } from '../model/call.js';
import { isFetched, pathIn, type Presentation, type Snapshot, type Trace } from '../model/trace.js';
import { isCreatedByRun } from '../excuses.js';
import type { Finding, Rule } from '../rule.js';
import { noPresentation } from './reasons.js';
import { inWords } from '../words.js';
import { broken, ifSeveral, observed, row, withFirst } from './row.js';

const MINUTE = 60_000;
/** Ms. The clocks of two machines may differ by seconds. */
const SECONDS = 10_000;
/** Ms. A service may cut its times to seconds. */
const COARSE = 1_000;
/** Clocks of servers differ, but not by this much. The smallest distance of a zone is half an hour. */
const TOLERANCE = 20 * MINUTE;
const HALF_HOUR = 30 * MINUTE;
/** Clocks that agree differ by less. */
const AGREEMENT = MINUTE;
/** The largest distance of a zone. A larger one is not about zones. */
const LARGEST = 14 * 60 * MINUTE + TOLERANCE;

export const timeRows: readonly Rule[] = [
  row({
    id: 'presentation/url-is-its-own',
    sections: ['1', '2.1'],
    level: 'should',
    title: 'Different presentations have different urls',
    items: ({ presentations }) =>
      withFirst(ifSeveral(presentations.flatMap(firstFetchOf)), (look) => fieldOf(look.value, 'url')),
    unseen: noPresentation,
    check: ({ item, first }) => {
      const actual = fieldOf(item.value, 'url');
      if (item === first || typeof actual !== 'string') return undefined;
      return broken('two presentations have the same url', {
        expected: inWords('an address of its own'),
        actual,
        path: pathIn(item, 'url'),
        call: item.call,
        comparedWith: first.call,
        doubt: 'one page may show all of them',
      });
    },
  }),
  row({
    id: 'presentation/created-at-is-its-own',
    sections: ['2.1'],
    title: 'created_at is the time at which a presentation was created',
    reading:
      'Judged if the job of the second one started after the first one was shown, by a second or more if the time is a whole second. ' +
      'Otherwise the same created_at is observed. A presentation from a template may keep the time of the template.',
    items: ({ presentations }) => withFirst(ifSeveral(presentations.flatMap(generated)), createdAt),
    unseen: 'not seen: two generated presentations',
    check: ({ item, first }) => (item === first ? undefined : judgeSameTime(item, first)),
  }),
  row({
    id: 'presentation/updated-at-goes-on',
    sections: ['2.1'],
    level: 'should',
    title: 'updated_at does not go back',
    reading: `A value more than ${SECONDS / 1000} s before the one of the fetch before, unless a fetch before showed it, as a replica that lags does.`,
    items: ({ presentations }) => presentations.filter(({ snapshots }) => snapshots.length > 0),
    unseen: noPresentation,
    check: judgeOrder,
  }),
  row({
    id: 'presentation/timestamps-are-utc',
    sections: ['2.1'],
    title: 'Timestamps are in UTC, and not local time with a Z',
    reading:
      'Compares created_at with the Date headers from the start of the job to its first completed view, or from the creation to the first ' +
      'fetch, and updated_at with those of a rename and the next fetch. ' +
      `A distance of more than ${TOLERANCE / MINUTE} minutes and at most 14 hours counts. It is a violation if it is whole half hours, in a ` +
      'presentation that this run created, and the Date headers agree with the clock of the run.',
    items: (trace) =>
      trace.presentations.flatMap((presentation) => [
        ...creationOf(presentation, trace),
        ...changeOf(presentation, trace),
      ]),
    unseen: 'not seen: a response with a Date header shows when a presentation was created or renamed',
    check: judgeInstant,
  }),
];

/** The first fetch of a presentation, or else its first view: a view may have a preliminary address. */
function firstFetchOf({ snapshots }: Presentation): readonly Snapshot[] {
  const first = snapshots.find(isFetched) ?? snapshots[0];
  return first ? [first] : [];
}

// created_at of two presentations.

/** A presentation with the start of its job. */
interface Generated {
  readonly start: Call;
  /** The first response that shows it. */
  readonly first: Snapshot;
}

function generated({ snapshots: [first] }: Presentation): readonly Generated[] {
  const start = first?.job?.start;
  return first && start ? [{ start, first }] : [];
}

const createdAt = ({ first }: Generated): unknown => fieldOf(first.value, 'created_at');

/** @param other the first presentation with the same created_at */
function judgeSameTime(one: Generated, other: Generated): Finding {
  const actual = createdAt(one);
  const gap = Date.parse(String(actual)) % COARSE === 0 ? COARSE : 0;
  const isLater = other.first.call.exchange.endedAt + gap <= one.start.exchange.startedAt;
  const message = 'two presentations have the same created_at';
  const details = {
    expected: inWords('the time at which it was created'),
    actual,
    path: pathIn(one.first, 'created_at'),
    call: one.first.call,
    comparedWith: other.first.call,
  };
  if (!isLater) return observed(message, details);
  return broken(message, { ...details, doubt: isOfRun(one.start) ? undefined : 'it may be a copy' });
}

// updated_at of one presentation.

const timeOf = ({ value }: Snapshot, field: 'created_at' | 'updated_at'): number =>
  Date.parse(String(fieldOf(value, field)));

function judgeOrder({ snapshots }: Presentation): Finding | undefined {
  const fetched = snapshots.filter(isFetched);
  for (const [index, later] of fetched.entries()) {
    const earlier = lastBefore(fetched, index);
    const time = timeOf(later, 'updated_at');
    if (!earlier || !(time < timeOf(earlier, 'updated_at') - SECONDS)) continue;
    const isAgain = fetched.some(
      (one) => isBefore(one.call, earlier.call) && timeOf(one, 'updated_at') === time,
    );
    if (isAgain) continue;
    return broken('updated_at goes back', {
      expected: inWords(`${String(fieldOf(earlier.value, 'updated_at'))} or later`),
      actual: fieldOf(later.value, 'updated_at'),
      path: 'updated_at',
      call: later.call,
      comparedWith: earlier.call,
      doubt: 'the interface does not say when updated_at changes',
    });
  }
  const early = snapshots.find((one) => timeOf(one, 'updated_at') < timeOf(one, 'created_at') - SECONDS);
  // A copy may keep the time of its original.
  return early && observed('updated_at is before created_at', { call: early.call });
}

function lastBefore(snapshots: readonly Snapshot[], index: number): Snapshot | undefined {
  const later = snapshots[index];
  for (let at = index - 1; later && at >= 0; at--) {
    const earlier = snapshots[at];
    if (earlier && isBefore(earlier.call, later.call)) return earlier;
  }
  return undefined;
}

// The zone: a Z that stands for local time shows in the distance to the Date header.

/** A timestamp, and the Date headers between which it was written, all in ms. */
interface Instant {
  readonly field: 'created_at' | 'updated_at';
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly call: Call;
  /** Whether the run itself createdBy the time, and the Date headers agree with its clock. */
  readonly isCertain: boolean;
}

/** All values of created_at, between the request that createdBy the presentation and the first response with it. */
function creationOf({ snapshots, createdBy }: Presentation, trace: Trace): readonly Instant[] {
  const [shown] = snapshots;
  const cause = snapshots.find(({ job }) => job?.start !== undefined)?.job?.start ?? createdBy;
  if (!cause || !shown) return [];
  return snapshots.flatMap((snapshot) => instantOf('created_at', snapshot, [cause, shown.call], trace));
}

/** updated_at in the first snapshot after a rename, if it is another one than before. */
function changeOf({ snapshots, patches }: Presentation, trace: Trace): readonly Instant[] {
  const rename = patches.find(isOk);
  if (!rename) return [];
  const before = snapshots.findLast(({ call }) => isBefore(call, rename));
  const after = snapshots.find(({ call }) => isBefore(rename, call));
  if (!before || !after || fieldOf(before.value, 'updated_at') === fieldOf(after.value, 'updated_at'))
    return [];
  return instantOf('updated_at', after, [rename, after.call], trace);
}

function instantOf(
  field: Instant['field'],
  snapshot: Snapshot,
  [since, until]: readonly [Call, Call],
  trace: Trace,
): readonly Instant[] {
  const { call, value } = snapshot;
  const text = fieldOf(value, field);
  const [from, to] = [dateOf(since), dateOf(until)];
  if (typeof text !== 'string' || Number.isNaN(from + to)) return [];
  const agreesWithClock = Math.abs(to - until.exchange.endedAt) < AGREEMENT;
  return [{ field, text, from, to, call, isCertain: isCreatedByRun(snapshot, trace) && agreesWithClock }];
}

const dateOf = ({ exchange: { response } }: Call): number =>
  Date.parse((response && headerOf(response.headers, 'date')) ?? '');

function judgeInstant(instant: Instant): Finding | undefined {
  const { field, text, from, to, call, isCertain } = instant;
  const at = Date.parse(text);
  const distance = at < from ? from - at : at - to;
  if (!(distance > TOLERANCE && distance <= LARGEST)) return undefined;
  const side = at < from ? 'behind' : 'ahead of';
  const minutes = Math.round(distance / MINUTE);
  return broken(`${field} is ${minutes} minutes ${side} the Date header: it may be local time`, {
    expected: inWords(`about ${new Date(to).toISOString()}`),
    actual: text,
    call,
    doubt: isCertain && isHalfHoursOff(at, instant) ? undefined : 'the clocks may differ',
  });
}

/** Whether the time is between the two headers, but for some half hours. */
function isHalfHoursOff(at: number, { from, to }: Instant): boolean {
  const shifted = at - Math.round((at - (from + to) / 2) / HALF_HOUR) * HALF_HOUR;
  return shifted > from - AGREEMENT && shifted < to + AGREEMENT;
}
