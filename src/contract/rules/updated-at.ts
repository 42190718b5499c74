/** The rule about the order of updated_at: it does not go back, and is not before created_at. Section 2.1. */
import { fieldOf } from '../../base/json.js';
import type { Finding, Rule } from '../rule.js';
import { isBefore } from '../../trace/call.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import { checkEach, observed, warn } from './findings.js';
import { noPresentation } from './reasons.js';
import { isFetched } from './snapshot-pairs.js';
import { inWords } from '../words.js';

/** Ms. The clocks of two machines may differ by seconds. */
const TOLERANCE = 10_000;

export const updatedAtRules: readonly Rule[] = [
  {
    id: 'presentation/updated-at-goes-on',
    sections: ['2.1'],
    level: 'should',
    title: 'updated_at does not go back',
    reading:
      `The interface does not say when updated_at changes: a value more than ${TOLERANCE / 1000} s before the one of an earlier fetch is a warning, ` +
      'unless a fetch before showed it, as a replica that lags does. A value before created_at is observed: a copy may keep the time of its original.',
    judge: checkEach(({ presentations }) => presentations.filter(isSeen), noPresentation, judgeOrder),
  },
];

const isSeen = ({ snapshots }: PresentationTrace): boolean => snapshots.length > 0;

const timeOf = ({ value }: Snapshot, field: 'created_at' | 'updated_at'): number =>
  Date.parse(String(fieldOf(value, field)));

function judgeOrder({ snapshots }: PresentationTrace): Finding | undefined {
  const back = firstBack(snapshots.filter(isFetched));
  if (back)
    return warn('updated_at goes back', {
      expected: inWords(`${String(fieldOf(back.latest.value, 'updated_at'))} or later`),
      actual: fieldOf(back.snapshot.value, 'updated_at'),
      path: 'updated_at',
      call: back.snapshot.call,
      comparedWith: back.latest.call,
    });
  const early = snapshots.find((one) => timeOf(one, 'updated_at') < timeOf(one, 'created_at') - TOLERANCE);
  return early && observed('updated_at is before created_at', { call: early.call });
}

/** The first fetch with a value that no fetch showed before, and that is earlier than the latest one. */
function firstBack(
  fetched: readonly Snapshot[],
): { readonly snapshot: Snapshot; readonly latest: Snapshot } | undefined {
  const shown = new Set<number>();
  let latest: Snapshot | undefined;
  for (const snapshot of fetched) {
    const at = timeOf(snapshot, 'updated_at');
    if (Number.isNaN(at)) continue;
    if (
      latest &&
      !shown.has(at) &&
      at < timeOf(latest, 'updated_at') - TOLERANCE &&
      isBefore(latest.call, snapshot.call)
    )
      return { snapshot, latest };
    shown.add(at);
    if (!latest || at > timeOf(latest, 'updated_at')) latest = snapshot;
  }
  return undefined;
}
