/** The rule about the id of a renamed presentation: PATCH changes the title, and not the id. Sections 1, 2.1 and 4.7. */
import { fieldOf } from '../../base/json.js';
import type { Rule } from '../rule.js';
import { isBefore, isNotFound, type Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import type { PresentationTrace } from '../../trace/presentation.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { mayBeDeletedElsewhere } from './elsewhere.js';
import { checkEach, fail, warn } from './findings.js';
import { noRename } from './reasons.js';
import { inWords, shown } from '../words.js';

export const renameIdentityRules: readonly Rule[] = [
  {
    id: 'rename/keeps-the-id',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A renamed presentation keeps its id',
    reading:
      'The rule fails if the next read after a PATCH shows another id, or does not find the presentation, which is never found again. ' +
      'In a recording, people may delete a presentation elsewhere: one that is not found is a warning, unless two are lost and none is found ' +
      'after its rename.',
    judge: checkEach(
      (trace) => trace.presentations.filter(isReadAfterRename),
      noRename,
      ({ id }, trace) => {
        const loss = losses(trace).get(id);
        if (!loss) return undefined;
        const { patch, read } = loss;
        const { path, id: actual } = shownId(read);
        const details = { call: read, about: patch };
        if (read.ok)
          return fail('a rename changes the id', { expected: id, actual: shown(actual), path, ...details });
        const report = mayBeDeletedElsewhere(read, trace) && !isEachLost(trace) ? warn : fail;
        return report('a presentation is not found after its rename', {
          expected: inWords('any 2xx'),
          actual: read.status,
          ...details,
        });
      },
    ),
  },
];

function isReadAfterRename({ patches, fetches }: PresentationTrace): boolean {
  return patches.some((patch) => patch.ok && fetches.some((read) => isBefore(patch, read)));
}

/** Whether the service loses whatever is renamed: deletions elsewhere do not explain that. */
function isEachLost(trace: Trace): boolean {
  const read = trace.presentations.filter(isReadAfterRename);
  return read.length > 1 && read.every(({ id }) => losses(trace).get(id));
}

interface Loss {
  readonly patch: Call;
  /** The next read, which shows another id, or nothing. */
  readonly read: Call;
}

/** The presentations that a PATCH took away, by their ids of before. */
const losses = perTrace((trace) => new Map(trace.presentations.map((each) => [each.id, lossOf(each)])));

/** Whether the call is about the id of a presentation after a PATCH changed it. */
export function isLostByRename(id: string, call: Call, trace: Trace): boolean {
  const loss = losses(trace).get(id);
  return loss !== undefined && isBefore(loss.patch, call);
}

function lossOf({ id, patches, snapshots, fetches }: PresentationTrace): Loss | undefined {
  const polls = snapshots.flatMap(({ job }) => job?.views ?? []);
  const reads = [...new Set([...fetches, ...polls.map(({ call }) => call)])].sort(
    (one, two) => one.exchange.sequence - two.exchange.sequence,
  );
  for (const [index, read] of reads.entries()) {
    const before = reads[index - 1];
    if (!before || shownId(before).id !== id) continue;
    const patch = patches.findLast((call) => call.ok && isBefore(before, call) && isBefore(call, read));
    if (!patch) continue;
    const { id: actual } = shownId(read);
    if (read.ok ? typeof actual === 'string' && actual !== id : isGone(read, fetches)) return { patch, read };
  }
  return undefined;
}

const isGone = (read: Call, fetches: readonly Call[]): boolean =>
  isNotFound(read) && !fetches.some((call) => call.ok && isBefore(read, call));

function shownId({ operation, received }: Call): { readonly path: string; readonly id: unknown } {
  const body = jsonOf(received);
  return operation === 'getPresentation'
    ? { path: 'id', id: fieldOf(body, 'id') }
    : { path: 'presentation.id', id: fieldOf(fieldOf(body, 'presentation'), 'id') };
}
