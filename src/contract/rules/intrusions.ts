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
  const found: Intrusion[] = [];
  for (const call of trace.keyed(operation)) {
    const owner = (isAboutJob(operation) ? trace.job(call.id) : trace.presentation(call.id))?.owner;
    const key = call.by.key;
    if (owner === undefined || key === undefined || owner === key) continue;
    if (trace.workspaces.areForeign(owner, key) && !hasItsOwn(trace, key, owner, call.id))
      found.push({ call, owner });
  }
  return found;
}

const keysOf = perTrace((trace) => {
  const keys = new Set<string | undefined>();
  for (const { by } of trace.calls) keys.add(by.key);
  return keys;
});

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
