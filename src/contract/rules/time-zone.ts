/** The rule about the zone of timestamps: a Z that stands for local time shows in the distance to the Date header. Section 2.1. */
import { fieldOf } from '../../base/json.js';
import { headerOf } from '../../journal/exchange.js';
import type { Finding, Rule } from '../rule.js';
import { isBefore, isOk, type Call } from '../../trace/call.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { creationsOf, isMadeByVerify } from './creators.js';
import { checkEach, fail, warn } from './findings.js';
import { inWords } from '../words.js';

const MINUTE = 60_000;
/** Clocks of servers differ, but not by this much. The smallest distance of a zone is half an hour. */
const TOLERANCE = 20 * MINUTE;
const HALF_HOUR = 30 * MINUTE;
/** Clocks that agree differ by less. */
const AGREEMENT = MINUTE;
/** The largest distance of a zone. A larger one is not about zones. */
const LARGEST = 14 * 60 * MINUTE + TOLERANCE;

export const timeZoneRules: readonly Rule[] = [
  {
    id: 'presentation/timestamps-are-utc',
    sections: ['2.1'],
    level: 'must',
    title: 'Timestamps are in UTC, and not local time with a Z',
    reading:
      'Compares created_at with the Date headers from the start of the job to its first completed view, or from the creation to the first ' +
      'fetch, and updated_at with those of a rename ' +
      `and the next fetch. A distance of more than ${TOLERANCE / MINUTE} minutes and at most 14 hours is a warning. It is a violation if it ` +
      'is whole half hours, in a presentation that this run created, and the Date headers agree with the clock of the run.',
    judge: checkEach(
      (trace) => [...creations(trace), ...changes(trace)],
      'not seen: a response with a Date header shows when a presentation was created or renamed',
      judgeInstant,
    ),
  },
];

/** A timestamp, and the Date headers between which it was written, all in ms. */
interface Instant {
  readonly field: 'created_at' | 'updated_at';
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly call: Call;
  /** Whether the run itself made the time, and the Date headers agree with its clock. */
  readonly isCertain: boolean;
}

/**
 * All values of created_at of a presentation, between the start of its job and the first view with it, or between the request that
 * created it and the first fetch.
 */
function creations(trace: Trace): readonly Instant[] {
  return trace.presentations.flatMap(({ id, snapshots }) => {
    const view = snapshots.find(({ job }) => job?.start !== undefined);
    const cause = view?.job?.start ?? creationsOf(trace).get(id);
    const [shown] = snapshots;
    if (!cause || !shown) return [];
    return snapshots.flatMap(
      (snapshot) => instantOf('created_at', snapshot, [cause, shown.call], trace) ?? [],
    );
  });
}

function changes(trace: Trace): readonly Instant[] {
  return trace.presentations.flatMap((presentation) => {
    const rename = presentation.patches.find(isOk);
    const after = rename && firstChanged(presentation, rename);
    return after ? (instantOf('updated_at', after, [rename, after.call], trace) ?? []) : [];
  });
}

/** The first snapshot after a rename, if its updated_at is another one than before. */
function firstChanged({ snapshots }: PresentationTrace, rename: Call): Snapshot | undefined {
  const before = snapshots.findLast((snapshot) => isBefore(snapshot.call, rename));
  const after = snapshots.find((snapshot) => isBefore(rename, snapshot.call));
  const isMoved =
    before && after && fieldOf(before.value, 'updated_at') !== fieldOf(after.value, 'updated_at');
  return isMoved ? after : undefined;
}

function instantOf(
  field: Instant['field'],
  snapshot: Snapshot,
  [since, until]: readonly [Call, Call],
  trace: Trace,
): Instant | undefined {
  const { call, value } = snapshot;
  const text = fieldOf(value, field);
  const [from, to] = [dateOf(since), dateOf(until)];
  if (typeof text !== 'string' || Number.isNaN(from + to)) return undefined;
  const isCertain = isMadeByVerify(snapshot, trace) && agreesWithClock(until);
  return { field, text, from, to, call, isCertain };
}

const dateOf = ({ exchange: { response } }: Call): number =>
  Date.parse((response && headerOf(response.headers, 'date')) ?? '');

const agreesWithClock = (call: Call): boolean => Math.abs(dateOf(call) - call.exchange.endedAt) < AGREEMENT;

/** Whether the time is between the two headers, but for some half hours. */
function isHalfHoursOff(at: number, { from, to }: Instant): boolean {
  const shifted = at - Math.round((at - (from + to) / 2) / HALF_HOUR) * HALF_HOUR;
  return shifted > from - AGREEMENT && shifted < to + AGREEMENT;
}

function judgeInstant(instant: Instant): Finding | undefined {
  const { field, text, from, to, call, isCertain } = instant;
  const at = Date.parse(text);
  const distance = at < from ? from - at : at - to;
  if (!(distance > TOLERANCE && distance <= LARGEST)) return undefined;
  const side = at < from ? 'behind' : 'ahead of';
  const report = isCertain && isHalfHoursOff(at, instant) ? fail : warn;
  return report(
    `${field} is ${Math.round(distance / MINUTE)} minutes ${side} the Date header: it may be local time`,
    {
      expected: inWords(`about ${new Date(to).toISOString()}`),
      actual: text,
      call,
    },
  );
}
