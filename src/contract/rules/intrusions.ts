/** Calls with one key for something that another workspace's key owns. Section 5. */
import type { OperationId } from '../../generated/routes.js';
import { fieldOf } from '../trace/answer.js';
import type { Call } from '../trace/call.js';
import { perTrace } from '../trace/per-trace.js';
import type { Trace } from '../trace/trace.js';

export interface Intrusion {
  readonly call: Call;
  /** The key it belongs to. */
  readonly owner: string;
}

export function intrusions(trace: Trace, operation: OperationId): readonly Intrusion[] {
  // With one key there is nobody to intrude on.
  if (keysOf(trace).size < 2) return [];
  return trace.keyed(operation).flatMap((call): Intrusion[] => {
    const owner = (isAboutJob(operation) ? trace.job(call.id) : trace.presentation(call.id))?.owner;
    const key = call.by.key;
    if (owner === undefined || key === undefined || owner === key) return [];
    if (!trace.workspaces.areForeign(owner, key) || hasItsOwn(trace, key, owner, call.id)) return [];
    return [{ call, owner }];
  });
}

const keysOf = perTrace((trace) => new Set(trace.calls.map(({ by }) => by.key)));

export function isAboutJob(operation: OperationId): boolean {
  return operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';
}

/** Whether the key has a presentation of the same id in another workspace: ids may be counted in each. */
function hasItsOwn(trace: Trace, key: string, owner: string, id: string): boolean {
  const owners = trace.workspaces.of(owner);
  return trace.about('getPresentation', id).some(({ by, ok, answer }) => {
    const workspace =
      ok && by.key === key && answer.kind === 'json' ? fieldOf(answer.value, 'workspace_id') : undefined;
    return typeof workspace === 'string' && owners?.has(workspace) === false;
  });
}
