/** Requests while the API access of a key was off. Sections 1 and 5. */
import { groupBy } from '../../../base/group-by.js';
import type { Call } from '../../model/call.js';
import { memoizeByTrace } from '../../model/trace.js';

const ACCESS_REJECTIONS: ReadonlySet<number> = new Set([401, 402, 403]);

/** API access was off for a time if a key gets several such responses in a row for different requests. */
export const callsWithoutAccess = memoizeByTrace(({ calls }): ReadonlySet<Call> => {
  const byKey = groupBy(
    calls.filter(({ status }) => status > 0),
    ({ credential }) => credential.key,
  );
  const runs: Call[][] = [];
  for (const own of byKey.values())
    for (const [index, call] of own.entries()) {
      if (!ACCESS_REJECTIONS.has(call.status)) continue;
      if (own[index - 1]?.status === call.status) runs.at(-1)?.push(call);
      else runs.push([call]);
    }
  const isAboutSeveral = ([first, ...others]: readonly Call[]): boolean =>
    others.some(({ operation, id }) => operation !== first?.operation || id !== first.id);
  return new Set(runs.filter(isAboutSeveral).flat());
});
