/** Finds calls whose key belongs to another workspace than the presentation or job that they access. Section 5. */
import type { OperationId } from '../../generated/routes.js';
import { fieldOf } from '../../base/json.js';
import type { Call } from '../../trace/call.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { differencesOf } from './compared-fields.js';

export interface CrossWorkspaceAccess {
  readonly call: Call;
  /** The key that owns the presentation or job. */
  readonly owner: string;
}

export function crossWorkspaceAccesses(
  trace: Trace,
  operation: OperationId,
): readonly CrossWorkspaceAccess[] {
  if (keysOf(trace).size < 2) return [];
  const found: CrossWorkspaceAccess[] = [];
  for (const call of trace.keyed(operation)) {
    const owner = (isAboutJob(operation) ? trace.job(call.id) : trace.presentation(call.id))?.owner;
    const key = call.by.key;
    if (owner === undefined || key === undefined || owner === key) continue;
    if (trace.workspaces.areDifferent(owner, key) && !hasOwnPresentation(trace, key, owner, call.id))
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

/**
 * Whether the key has an own presentation with the same id: ids may be unique only within a workspace. Its workspace_id alone
 * proves nothing, because a service may write the workspace of the caller into a leaked presentation.
 */
function hasOwnPresentation(trace: Trace, key: string, owner: string, id: string): boolean {
  const owners = trace.workspaces.of(owner);
  const own = trace.presentation(id)?.snapshots ?? [];
  return trace.snapshots.some((foreign) => {
    if (foreign.source !== 'fetched' || foreign.call.id !== id || foreign.call.by.key !== key) return false;
    const workspace = fieldOf(foreign.value, 'workspace_id');
    if (typeof workspace !== 'string' || owners?.has(workspace) !== false) return false;
    return own.every((earlier) => differencesOf({ earlier, later: foreign }, identity).length > 0);
  });
}

/** Fields that show whether two responses hold the same presentation. */
const identity = ['title', 'created_at', 'sections'] as const;
