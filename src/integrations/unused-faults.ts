/** Reports faults that a test added and that no request met: such a test proves nothing. */
import type { ActiveFault, ActiveFaultList, AddFaultRequest } from '../generated/control-api.js';
import { runControlOperation } from '../service/control/control-operations.js';
import type { ControlContext } from '../service/control/workspace-context.js';

/** A fault of a test. */
export interface FixtureFault extends AddFaultRequest {
  /** Whether the test also passes if no request meets the fault. Default: false. */
  readonly optional?: boolean;
}

/**
 * @param optional the ids of faults that need not be met
 * @returns undefined if a request met every other fault. A fault that its probability passed over was met, and a fallback need not be
 */
export function formatUnusedFaults(
  { faults, expired }: ActiveFaultList,
  optional: ReadonlySet<string> = new Set(),
): string | undefined {
  const unused = [...expired, ...faults.toReversed()].filter(
    ({ id, applied = 0, attempts = 0, fallback = false }) =>
      applied === 0 && attempts === 0 && !fallback && !optional.has(id),
  );
  if (unused.length === 0) return undefined;
  return unused
    .map((fault) => `Deckhand: fault ${fault.id} was never applied: ${unusedReason(fault)}.`)
    .join('\n');
}

/** As `formatUnusedFaults`, of a workspace in this process. */
export function findUnusedFaults(
  control: ControlContext,
  workspace: string,
  optional?: ReadonlySet<string>,
): string | undefined {
  const list = runControlOperation(control, 'listFaults', { params: { workspace } });
  return formatUnusedFaults(list as ActiveFaultList, optional);
}

function unusedReason({ operation, job }: ActiveFault): string {
  const target = `${operation.join(', ')}${job === undefined ? '' : ` of job ${job}`}`;
  return `no request to ${target} while it was active`;
}
