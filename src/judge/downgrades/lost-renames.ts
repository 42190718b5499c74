/** Presentations that a rename has lost. One rule reports them; the other rules ignore them. */
import { getField } from '../../base/json.js';
import { endedBefore, isNotFound, isSuccess, type Call } from '../model/call.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import type { PresentationHistory } from '../model/presentation-history.js';
import { getJson } from '../model/body.js';
import type { Downgrade } from './downgrade.js';

/** A PATCH that lost its presentation, and the first read after it or beside it. */
interface LostPresentation {
  readonly patch: Call;
  readonly read: Call;
}

/** The losses by the previous id. */
export const findLostPresentations = memoizeByTrace(
  (trace) =>
    new Map(trace.presentations.flatMap((one) => findLoss(one, trace).map((loss) => [one.id, loss]))),
);

function findLoss(
  { id, patches, snapshots, fetches }: PresentationHistory,
  trace: Trace,
): readonly LostPresentation[] {
  if (!patches.some(isSuccess)) return [];
  const polls = snapshots.flatMap(({ job }) => job?.views ?? []);
  const reads = [...new Set([...fetches, ...polls.map(({ call }) => call)])].sort(
    (one, two) => one.exchange.sequence - two.exchange.sequence,
  );
  for (const [index, read] of reads.entries()) {
    const before = reads[index - 1];
    if (!before || getPresentationId(before).id !== id) continue;
    const patch = patches.findLast(
      (call) => call.isSuccess && endedBefore(before, call) && !endedBefore(read, call),
    );
    if (!patch) continue;
    const { id: actual } = getPresentationId(read);
    const isRefused = isNotFound(read) || (read.status === 403 && isKeyWorkingAfter(read, trace));
    const isLost = isRefused && !fetches.some((call) => call.isSuccess && endedBefore(read, call));
    if (read.isSuccess ? typeof actual === 'string' && actual !== id : isLost) return [{ patch, read }];
  }
  return [];
}

/** A key that works no more explains a 403. */
const isKeyWorkingAfter = ({ credential, exchange }: Call, { succeeded }: Trace): boolean =>
  succeeded.some(
    (other) => other.credential.key === credential.key && exchange.endedAt < other.exchange.startedAt,
  );

/** The id of the presentation in a response, and its path. */
export function getPresentationId({ operation, responseBody }: Call): {
  readonly path: string;
  readonly id: unknown;
} {
  const body = getJson(responseBody);
  return operation === 'getPresentation'
    ? { path: 'id', id: getField(body, 'id') }
    : { path: 'presentation.id', id: getField(getField(body, 'presentation'), 'id') };
}

export function mayBeLostByRename(call: Call, trace: Trace): Downgrade {
  const loss = findLostPresentations(trace).get(call.id);
  return loss && !endedBefore(call, loss.patch) ? 'a rename has lost the presentation' : undefined;
}
