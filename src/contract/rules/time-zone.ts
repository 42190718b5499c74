/** The rule about the zone of timestamps: a Z that stands for local time shows in the distance to the Date header. Section 2.1. */
import { fieldOf } from '../../base/json.js';
import { headerOf } from '../../journal/exchange.js';
import type { Finding, Rule } from '../rule.js';
import { isBefore, isRename, type Call } from '../../trace/call.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { checkEach, warn } from './findings.js';
import { inWords } from '../words.js';

const MINUTE = 60_000;
/** Clocks of servers differ, but not by this much. The smallest distance of a zone is half an hour. */
const TOLERANCE = 20 * MINUTE;
/** The largest distance of a zone. A larger one is not about zones. */
const LARGEST = 14 * 60 * MINUTE + TOLERANCE;

export const timeZoneRules: readonly Rule[] = [
  {
    id: 'presentation/timestamps-are-utc',
    sections: ['2.1'],
    level: 'should',
    title: 'Timestamps are in UTC, and not local time with a Z',
    reading:
      'Compares created_at with the Date headers from the start of the job to its completed view, and updated_at with those of a rename ' +
      `and the next fetch. A distance of more than ${TOLERANCE / MINUTE} minutes and at most 14 hours is a warning.`,
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
}

function creations({ snapshots }: Trace): readonly Instant[] {
  return snapshots.flatMap((snapshot) =>
    snapshot.job?.start ? (instantOf('created_at', snapshot, snapshot.job.start) ?? []) : [],
  );
}

function changes({ presentations }: Trace): readonly Instant[] {
  return presentations.flatMap((presentation) => {
    const rename = presentation.patches.find((call) => call.ok && isRename(call));
    const after = rename && firstChanged(presentation, rename);
    return after ? (instantOf('updated_at', after, rename) ?? []) : [];
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

function instantOf(field: Instant['field'], { call, value }: Snapshot, since: Call): Instant | undefined {
  const text = fieldOf(value, field);
  const [from, to] = [dateOf(since), dateOf(call)];
  if (typeof text !== 'string' || Number.isNaN(from) || Number.isNaN(to)) return undefined;
  return { field, text, from, to, call };
}

const dateOf = ({ exchange: { response } }: Call): number =>
  Date.parse((response && headerOf(response.headers, 'date')) ?? '');

function judgeInstant({ field, text, from, to, call }: Instant): Finding | undefined {
  const at = Date.parse(text);
  const distance = at < from ? from - at : at - to;
  if (!(distance > TOLERANCE && distance <= LARGEST)) return undefined;
  const side = at < from ? 'behind' : 'ahead of';
  return warn(
    `${field} is ${Math.round(distance / MINUTE)} minutes ${side} the Date header: it may be local time`,
    {
      expected: inWords(`about ${new Date(to).toISOString()}`),
      actual: text,
      call,
    },
  );
}
