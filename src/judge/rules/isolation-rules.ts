/** Rows about workspaces: a key accesses everything in its own workspace and nothing in others. Section 5. */
import { getField, isObject } from '../../base/json.js';
import type { OperationId } from '../../generated/routes.js';
import { endedBefore, isProcessed, type Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import { memoizeByTrace, type PresentationRead, type Trace } from '../model/trace.js';
import {
  mayBeDeletedAfterFetch,
  isWithinConsistencyWindow,
  jobMayBeExpired,
  mayBeLostByRename,
  mayBeProxyPage,
  finishedJobMayBeExpired,
  mayBePublishedExternally,
} from '../downgrades/downgrades.js';
import type { Finding, Rule } from '../rule.js';
import { NO_OTHER_WORKSPACE_KEY } from './not-covered.js';
import { description } from '../description.js';
import { compareReads } from './checks/compare-presentations.js';
import { findForbiddenEffect } from './checks/rejected-request-effects.js';
import { violation, info, createRule } from './create-rule.js';

const reading =
  'The rule is judged only for keys of different workspaces, by workspace_id of their own presentations, or as the two keys of a run. The ' +
  'workspace_id in a leaked presentation proves nothing. A refused request must have no effect.';

const isolatedOperations = [
  ['getPresentation', 'reads-no-presentation', 'reads a presentation', '4.2'],
  ['updatePresentation', 'renames-no-presentation', 'renames a presentation', '4.7'],
  ['getGenerationStatus', 'polls-no-job', 'polls a job', '4.5'],
  ['sendGenerationMessage', 'replies-to-no-job', 'replies to a job', '4.6'],
] as const;

export const isolationRules: readonly Rule[] = [
  ...isolatedOperations.map(([operation, name, what, section]) =>
    createRule({
      id: `workspace/foreign-key-${name}`,
      sections: ['1', '5', section],
      title: `A key never ${what} of another workspace`,
      interpretation:
        operation === 'getPresentation' ? `${reading} A public presentation may be readable: info.` : reading,
      select: (trace) => getCrossWorkspaceCalls(trace, operation).filter(({ call }) => isProcessed(call)),
      notCovered: NO_OTHER_WORKSPACE_KEY,
      check: ({ call }, trace) =>
        publicRead(call, trace) ??
        findForbiddenEffect(call, trace, {
          accepted: `a key ${what} of another workspace`,
          refused: 'a key is refused',
          done: `${what} of another workspace`,
        }),
    }),
  ),
  createRule({
    id: 'isolation/owner-keeps-access',
    sections: ['1', '4.2', '4.5', '5'],
    title: 'A rejected request with another key does not affect the owner',
    select: findOwnerReadsAfterRejection,
    notCovered: NO_OTHER_WORKSPACE_KEY,
    check: (call, trace) => {
      if (![403, 404].includes(call.status)) return undefined;
      const isGone = isAboutJob(call.operation) ? jobMayBeExpired : mayBeDeletedAfterFetch;
      const excuses = [finishedJobMayBeExpired, mayBeLostByRename, isGone, mayBeProxyPage];
      if (excuses.some((excuse) => excuse(call, trace) !== undefined)) return undefined;
      return violation('the owner loses access after a request with a key of another workspace', {
        ...{ expected: description('any 2xx'), actual: call.status, call },
      });
    },
  }),
  createRule({
    id: 'isolation/same-workspace-has-access',
    sections: ['2.1', '5'],
    title: 'A key can fetch every presentation of its workspace',
    interpretation:
      'workspace_id of its own presentations determines the workspace of a key. A refusal counts only after the settling time of the first ' +
      'response with the presentation, and only if its owner fetches it later.',
    select: getFetchesByOtherKeys,
    notCovered: NO_OTHER_WORKSPACE_KEY,
    check: ({ call, shared }, trace) =>
      shared !== undefined &&
      [403, 404].includes(call.status) &&
      mayBeProxyPage(call, trace) === undefined &&
      mustExist(call, trace)
        ? violation('a key cannot fetch a presentation of its own workspace', {
            expected: description(`any 2xx, because both belong to workspace ${JSON.stringify(shared)}`),
            actual: call.status,
            call,
          })
        : undefined,
  }),
];

const snapshotsOf = ({ id }: Call, trace: Trace): readonly PresentationRead[] =>
  trace.getPresentation(id)?.snapshots ?? [];

/** The interface does not say who can read a public presentation. */
function publicRead(call: Call, trace: Trace): Finding | undefined {
  if (!call.isSuccess || call.operation !== 'getPresentation') return undefined;
  if (snapshotsOf(call, trace).every(({ value }) => getField(value, 'is_public') === true))
    return info('a key reads a public presentation of another workspace', { call });
  const doubt = mayBePublishedExternally(call, trace);
  return doubt === undefined
    ? undefined
    : violation('a key can read a presentation of another workspace that is public now', { call, doubt });
}

const isAboutJob = (operation: OperationId): boolean =>
  operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';

// Requests with a key of another workspace than that of the owner.

interface CrossWorkspaceCall {
  readonly call: Call;
  /** The key that owns the presentation or job. */
  readonly owner: string;
}

function getCrossWorkspaceCalls(trace: Trace, operation: OperationId): readonly CrossWorkspaceCall[] {
  if (keysOf(trace).size < 2) return [];
  return trace.callsWithValidKey(operation).flatMap((call) => {
    const { id, credential } = call;
    const owner = (isAboutJob(operation) ? trace.getJob(id) : trace.getPresentation(id))?.owner;
    if (owner === undefined || credential.key === undefined || owner === credential.key) return [];
    const isForeign =
      trace.workspaces.areDifferent(owner, credential.key) &&
      !hasOwnResource(call, credential.key, owner, trace);
    return isForeign ? [{ call, owner }] : [];
  });
}

const keysOf = memoizeByTrace(({ calls }) => new Set(calls.map(({ credential }) => credential.key)));

/**
 * Whether the key has an own presentation or job with the same id: ids may be unique only within a workspace. Its workspace_id alone
 * proves nothing, because a service may write the workspace of the caller into a leaked presentation. Of a job, its presentation shows
 * whose it is, if one of the two starts is not in the journal.
 */
function hasOwnResource({ operation, id }: Call, key: string, owner: string, trace: Trace): boolean {
  const owners = trace.workspaces.of(owner);
  if (!isAboutJob(operation)) {
    const known = trace.getPresentation(id)?.snapshots ?? [];
    return trace.presentationReads.some(
      (shown) =>
        shown.source === 'get' &&
        shown.call.id === id &&
        shown.call.credential.key === key &&
        isOtherResource(shown, known, owners),
    );
  }
  const job = trace.getJob(id);
  const known = trace.presentationReads.filter((snapshot) => snapshot.job === job);
  return trace.callsFor('getGenerationStatus', id).some((call) => {
    const value =
      call.isSuccess && call.credential.key === key
        ? getField(getJson(call.responseBody), 'presentation')
        : undefined;
    // Nothing else may be known of the owner.
    return isObject(value) && isOtherResource({ call, source: 'job', value }, known, owners ?? new Set());
  });
}

/** Whether it names a workspace that the owner does not have, and that differs from each of the owner's. */
function isOtherResource(
  shown: PresentationRead,
  known: readonly PresentationRead[],
  owners: ReadonlySet<string> | undefined,
): boolean {
  const workspace = getField(shown.value, 'workspace_id');
  if (typeof workspace !== 'string' || owners?.has(workspace) !== false) return false;
  const identity = ['title', 'created_at', 'sections'] as const;
  return known.every((earlier) => compareReads({ earlier, later: shown }, identity).length > 0);
}

/** After each refused access, the owner's next read of the resource, if the owner's last read before it succeeded. */
function findOwnerReadsAfterRejection(trace: Trace): readonly Call[] {
  const next = new Set<Call>();
  for (const [operation] of isolatedOperations) {
    for (const { call, owner } of getCrossWorkspaceCalls(trace, operation)) {
      if (call.isSuccess) continue;
      const reads = trace
        .callsFor(isAboutJob(operation) ? 'getGenerationStatus' : 'getPresentation', call.id)
        .filter((read) => read.credential.key === owner);
      const later = reads.find((read) => endedBefore(call, read));
      if (later && reads.findLast((read) => endedBefore(read, call))?.isSuccess === true) next.add(later);
    }
  }
  return [...next];
}

// Presentations of the same workspace.

interface FetchOfOther {
  readonly call: Call;
  /** The workspace id in both the presentation and the key's own presentations. */
  readonly shared: unknown;
}

/** The fetches of presentations that another key owns, if the workspaces of both keys are known. */
function getFetchesByOtherKeys(trace: Trace): readonly FetchOfOther[] {
  return trace.callsWithValidKey('getPresentation').flatMap((call) => {
    const { owner, snapshots = [] } = trace.getPresentation(call.id) ?? {};
    const own = trace.workspaces.of(call.credential.key ?? '');
    if (owner === call.credential.key || !own || snapshots.length === 0) return [];
    const named = snapshots.map(({ value }) => getField(value, 'workspace_id'));
    return [{ call, shared: named.find((id) => typeof id === 'string' && own.has(id)) }];
  });
}

/** Whether the presentation of a fetch must be there: its replica knows it, and it was not deleted. */
function mustExist(call: Call, trace: Trace): boolean {
  const snapshots = snapshotsOf(call, trace);
  return (
    snapshots.some((snapshot) => !isWithinConsistencyWindow(snapshot.call, call, trace)) &&
    snapshots.some((snapshot) => endedBefore(call, snapshot.call))
  );
}
