/** Finds calls whose key belongs to another workspace than the presentation or job that they access. Section 5. */
import type { OperationId } from '../../generated/routes.js';
import { fieldOf, isObject, type JsonObject } from '../../base/json.js';
import { jsonOf } from '../../trace/payload.js';
import type { Snapshot } from '../../trace/presentation.js';
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
    const hasOwn = isAboutJob(operation) ? hasOwnJob : hasOwnPresentation;
    if (trace.workspaces.areDifferent(owner, key) && !hasOwn(trace, key, owner, call.id))
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
  const own = trace.presentation(id)?.snapshots ?? [];
  return trace.snapshots.some(
    (foreign) =>
      foreign.source === 'fetched' &&
      foreign.call.id === id &&
      foreign.call.by.key === key &&
      isAnother(foreign, own, trace.workspaces.of(owner)),
  );
}

/** The same for a job: its presentation shows whose it is, if one of the two starts is not in the journal. */
function hasOwnJob(trace: Trace, key: string, owner: string, id: string): boolean {
  const job = trace.job(id);
  const own = trace.snapshots.filter((snapshot) => snapshot.job === job);
  return trace.keyed('getGenerationStatus').some((call) => {
    const value = call.id === id && call.by.key === key ? presentationOf(call) : undefined;
    const foreign = value && ({ call, source: 'completed job', value } as const);
    // Nothing else may be known of the owner.
    return foreign !== undefined && isAnother(foreign, own, trace.workspaces.of(owner) ?? new Set());
  });
}

function presentationOf(call: Call): JsonObject | undefined {
  const value = call.ok ? fieldOf(jsonOf(call.received), 'presentation') : undefined;
  return isObject(value) ? value : undefined;
}

/** Whether it names a workspace that is none of the owner's, and differs from each of the owner's. */
function isAnother(
  foreign: Snapshot,
  own: readonly Snapshot[],
  owners: ReadonlySet<string> | undefined,
): boolean {
  const workspace = fieldOf(foreign.value, 'workspace_id');
  if (typeof workspace !== 'string' || owners?.has(workspace) !== false) return false;
  return own.every((earlier) => differencesOf({ earlier, later: foreign }, identity).length > 0);
}

/** Fields that show whether two responses hold the same presentation. */
const identity = ['title', 'created_at', 'sections'] as const;
