/** What the times of presentations say together: each has its own created_at, and updated_at does not go back. Section 2.1. */
import { fieldOf } from '../../base/json.js';
import type { Finding, Rule } from '../rule.js';
import { isBefore, type Call } from '../../trace/call.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { checkEach, fail, observed, warn, withFirst } from './findings.js';
import { pathIn } from './compared-fields.js';
import { isOfVerify } from './creators.js';
import { noPresentation } from './reasons.js';
import { isFetched, pairsOf, withAny, type Pair } from './snapshot-pairs.js';
import { inWords } from '../words.js';

/** Ms. The clocks of two machines may differ by seconds. */
const TOLERANCE = 10_000;

/** Ms. A service may cut its times to seconds. */
const COARSE = 1_000;

export const presentationTimeRules: readonly Rule[] = [
  {
    id: 'presentation/created-at-is-its-own',
    sections: ['2.1'],
    level: 'must',
    title: 'created_at is the time at which a presentation was created',
    reading:
      'The same created_at for two generated presentations is a violation in a run of `deckhand verify`, and else a warning, if the job of the second one started ' +
      'after the first one was shown, by a second or more if the time is a whole second. Otherwise it is observed. A presentation from a template may keep the time of the template.',
    judge: (trace) => {
      const all = trace.presentations.flatMap(generated);
      return {
        checked: all.length > 1 ? all.length : 0,
        findings: withFirst(all, createdAt).flatMap(({ item, first }) => judgeSameTime(item, first) ?? []),
        notReached: 'not seen: two generated presentations',
      };
    },
  },
  {
    id: 'presentation/updated-at-goes-on',
    sections: ['2.1'],
    level: 'should',
    title: 'updated_at does not go back',
    reading:
      `The interface does not say when updated_at changes: a value more than ${TOLERANCE / 1000} s before the one of the fetch before is a warning, ` +
      'unless a fetch before showed it, as a replica that lags does. A value before created_at is observed: a copy may keep the time of its original.',
    judge: checkEach(({ presentations }) => presentations.filter(isSeen), noPresentation, judgeOrder),
  },
];

/** A presentation with the start of its job. */
interface Generated {
  readonly start: Call;
  /** The first response that shows it. */
  readonly first: Snapshot;
}

function generated({ snapshots: [first] }: PresentationTrace): readonly Generated[] {
  const start = first?.job?.start;
  return first && start ? [{ start, first }] : [];
}

/** @param other the first presentation with the same created_at, or the same one */
function judgeSameTime(one: Generated, other: Generated): Finding | undefined {
  if (one === other) return undefined;
  const report = !isShownBefore(other, one) ? observed : isOfVerify(one.start) ? fail : warn;
  return report('two presentations have the same created_at', {
    expected: inWords('the time at which it was created'),
    actual: createdAt(one),
    path: pathIn(one.first, 'created_at'),
    call: one.first.call,
    comparedWith: other.first.call,
  });
}

/** Whether the job started after the other presentation was shown, by a second or more if the times are whole seconds. */
function isShownBefore({ first }: Generated, one: Generated): boolean {
  const gap = isWholeSecond(one) ? COARSE : 0;
  return first.call.exchange.endedAt + gap <= one.start.exchange.startedAt;
}

const createdAt = ({ first }: Generated): unknown => fieldOf(first.value, 'created_at');

const isWholeSecond = (one: Generated): boolean => Date.parse(String(createdAt(one))) % COARSE === 0;

const isSeen = ({ snapshots }: PresentationTrace): boolean => snapshots.length > 0;

const timeOf = ({ value }: Snapshot, field: 'created_at' | 'updated_at'): number =>
  Date.parse(String(fieldOf(value, field)));

function judgeOrder({ snapshots }: PresentationTrace, trace: Trace): Finding | undefined {
  const fetched = snapshots.filter(isFetched);
  const isAgain = ({ earlier, later }: Pair): boolean =>
    fetched.some(
      (one) => isBefore(one.call, earlier.call) && timeOf(one, 'updated_at') === timeOf(later, 'updated_at'),
    );
  const back = pairsOf(trace, fetched, withAny).find(
    (pair) =>
      timeOf(pair.later, 'updated_at') < timeOf(pair.earlier, 'updated_at') - TOLERANCE && !isAgain(pair),
  );
  if (back)
    return warn('updated_at goes back', {
      expected: inWords(`${String(fieldOf(back.earlier.value, 'updated_at'))} or later`),
      actual: fieldOf(back.later.value, 'updated_at'),
      path: 'updated_at',
      call: back.later.call,
      comparedWith: back.earlier.call,
    });
  const early = snapshots.find((one) => timeOf(one, 'updated_at') < timeOf(one, 'created_at') - TOLERANCE);
  return early && observed('updated_at is before created_at', { call: early.call });
}
