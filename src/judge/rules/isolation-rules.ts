/** Rules about workspaces: a key has access to everything in its own workspace and to nothing in others. Section 5. */
import { getField, isObject } from '../../base/json.js';
import type { OperationId } from '../../generated/routes.js';
import { endedBefore, isFromVerify, isProcessed, type Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import type { PresentationRead } from '../model/presentation-history.js';
import { mayBeDeletedAfterFetch, mayBePublishedExternally } from '../downgrades/external-changes.js';
import { isWithinConsistencyWindow } from '../downgrades/consistency.js';
import { jobMayBeExpired, finishedJobMayBeExpired } from '../downgrades/retention.js';
import { mayBeLostByRename } from '../downgrades/lost-renames.js';
import { mayBeProxyPage } from '../downgrades/proxy-pages.js';
import type { Finding, Rule } from '../rule.js';
import { NO_OTHER_WORKSPACE_KEY } from './not-covered.js';
import { description } from '../description.js';
import { compareReads } from './checks/compare-presentations.js';
import { getGoneCause } from './checks/cause-names.js';
import { findForbiddenEffect } from './checks/rejected-request-effects.js';
import { violation, info, createRule } from './create-rule.js';

const INTERPRETATION =
  'Needs keys of two workspaces: by workspace_id, or the two keys of a run. A rejected request must have no effect.';

interface IsolatedOperation {
  readonly operation: OperationId;
  readonly id: string;
  /** As in `A key cannot ACTION of another workspace`. */
  readonly action: string;
  /** As in `a key is rejected, but EFFECT of another workspace`. */
  readonly effect: string;
  readonly section: string;
}

interface CrossWorkspaceCall {
  readonly call: Call;
  /** The key that owns the presentation or job. */
  readonly owner: string;
}

/** A read of the owner after a rejected request with another key, and the one before it. */
interface ReadAfterRejection {
  readonly call: Call;
  readonly before: Call;
  readonly rejected: Call;
}

interface FetchOfOther {
  readonly call: Call;
  /** The workspace id in both the presentation and the key's own presentations. */
  readonly shared: unknown;
}

const isolatedOperations: readonly IsolatedOperation[] = [
  {
    operation: 'getPresentation',
    id: 'isolation/other-key-cannot-read-presentation',
    action: 'read a presentation',
    effect: 'reads a presentation',
    section: '4.2',
  },
  {
    operation: 'updatePresentation',
    id: 'isolation/other-key-cannot-rename-presentation',
    action: 'rename a presentation',
    effect: 'renames a presentation',
    section: '4.7',
  },
  {
    operation: 'getGenerationStatus',
    id: 'isolation/other-key-cannot-poll-job',
    action: 'poll a job',
    effect: 'polls a job',
    section: '4.5',
  },
  {
    operation: 'sendGenerationMessage',
    id: 'isolation/other-key-cannot-reply-to-job',
    action: 'reply to a job',
    effect: 'replies to a job',
    section: '4.6',
  },
];

export const isolationRules: readonly Rule[] = [
  ...isolatedOperations.map(({ operation, id, action, effect, section }) =>
    createRule({
      id,
      sections: ['1', '5', section],
      title: `A key cannot ${action} of another workspace`,
      interpretation:
        operation === 'getPresentation'
          ? `${INTERPRETATION} A public presentation may be readable: info.`
          : INTERPRETATION,
      select: (trace) => getCrossWorkspaceCalls(trace, operation).filter(({ call }) => isProcessed(call)),
      notCovered: NO_OTHER_WORKSPACE_KEY,
      check: ({ call }, trace) =>
        checkPublicRead(call, trace) ??
        findForbiddenEffect(call, trace, {
          accepted: `a key can ${action} of another workspace`,
          rejected: 'a key is rejected',
          effect: `${effect} of another workspace`,
        }),
    }),
  ),
  createRule({
    id: 'isolation/owner-keeps-access',
    sections: ['1', '4.2', '4.5', '5'],
    title: 'A rejected request with another key does not affect the owner',
    select: findOwnerReadsAfterRejection,
    notCovered: NO_OTHER_WORKSPACE_KEY,
    check: ({ call, before, rejected }, trace) => {
      if (![403, 404].includes(call.status)) return undefined;
      const mayBeDeleted = isAboutJob(call.operation) ? jobMayBeExpired : mayBeDeletedAfterFetch;
      const downgrades = [finishedJobMayBeExpired, mayBeLostByRename, mayBeDeleted, mayBeProxyPage];
      if (downgrades.some((downgrade) => downgrade(call, trace) !== undefined)) return undefined;
      return violation('the owner loses access after a request with a key of another workspace', {
        ...{ expected: description('any 2xx'), actual: call.status, call },
        comparedWith: before,
        about: rejected,
        ...(isAboutJob(call.operation) ? {} : { cause: getGoneCause(call) }),
      });
    },
  }),
  createRule({
    id: 'isolation/same-workspace-has-access',
    sections: ['2.1', '5'],
    title: 'A key can fetch every presentation of its workspace',
    interpretation:
      'Keys with the same workspace_id share access. Fails for 403 and 404 after the consistency window, or for each of several ' +
      'presentations, if the owner can still GET it.',
    select: (trace) => getFetchesByOtherKeys(trace),
    notCovered: NO_OTHER_WORKSPACE_KEY,
    check: ({ call, shared }, trace) =>
      shared !== undefined &&
      [403, 404].includes(call.status) &&
      mayBeProxyPage(call, trace) === undefined &&
      (mustExist(call, trace) || isAlwaysRefused(call, trace))
        ? violation('a key cannot fetch a presentation of its own workspace', {
            expected: description(`any 2xx: both belong to workspace ${JSON.stringify(shared)}`),
            actual: call.status,
            call,
          })
        : undefined,
  }),
];

const getReads = ({ id }: Call, trace: Trace): readonly PresentationRead[] =>
  trace.getPresentation(id)?.snapshots ?? [];

/** The spec does not say who can read a public presentation. */
function checkPublicRead(call: Call, trace: Trace): Finding | undefined {
  if (!call.isSuccess || call.operation !== 'getPresentation') return undefined;
  if (getReads(call, trace).every(({ value }) => getField(value, 'is_public') === true))
    return info('a key reads a public presentation of another workspace', { call });
  const downgrade = mayBePublishedExternally(call, trace);
  return downgrade === undefined
    ? undefined
    : violation('a key can read a presentation of another workspace that is now public', { call, downgrade });
}

const isAboutJob = (operation: OperationId): boolean =>
  operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';

function getCrossWorkspaceCalls(trace: Trace, operation: OperationId): readonly CrossWorkspaceCall[] {
  if (getKeys(trace).size < 2) return [];
  return trace.callsWithValidKey(operation).flatMap((call) => {
    const { id, credential } = call;
    const owner = (isAboutJob(operation) ? trace.getJob(id) : trace.getPresentation(id))?.owner;
    if (owner === undefined || credential.key === undefined || owner === credential.key) return [];
    const isOtherWorkspace =
      trace.workspaces.areDifferent(owner, credential.key) &&
      !hasOwnResource(call, credential.key, owner, trace);
    return isOtherWorkspace ? [{ call, owner }] : [];
  });
}

const getKeys = memoizeByTrace(({ calls }) => new Set(calls.map(({ credential }) => credential.key)));

/**
 * Whether the key has its own presentation or job with the same id, because ids may be unique only within a workspace. The
 * workspace_id alone is not enough: a service may return the workspace of the caller in a leaked presentation.
 */
function hasOwnResource({ operation, id }: Call, key: string, owner: string, trace: Trace): boolean {
  const owners = trace.workspaces.of(owner);
  if (!isAboutJob(operation)) {
    const known = trace.getPresentation(id)?.snapshots ?? [];
    return trace.presentationReads.some(
      (read) =>
        read.source === 'get' &&
        read.call.id === id &&
        read.call.credential.key === key &&
        isOtherResource(read, known, owners),
    );
  }
  const job = trace.getJob(id);
  if (mayHaveStartedJob(id, key, trace)) return true;
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

/**
 * Whether the key may have started a job with this id before the recording: it polled the id before the owner started its job, or it
 * polls another job whose start the recording lacks.
 */
function mayHaveStartedJob(id: string, key: string, trace: Trace): boolean {
  const start = trace.getJob(id)?.start;
  if (!start) return false;
  const isPolledBefore = trace
    .callsFor('getGenerationStatus', id)
    .some(
      (poll) =>
        poll.isSuccess && poll.credential.key === key && poll.exchange.startedAt < start.exchange.startedAt,
    );
  return isPolledBefore || trace.jobs.some((job) => job.owner === key && !job.start);
}

/** Whether the presentation has a workspace_id that the owner does not have, and differs from each of the owner's. */
function isOtherResource(
  read: PresentationRead,
  known: readonly PresentationRead[],
  owners: ReadonlySet<string> | undefined,
): boolean {
  const workspace = getField(read.value, 'workspace_id');
  if (typeof workspace !== 'string' || owners?.has(workspace) !== false) return false;
  const identity = ['title', 'created_at', 'sections'] as const;
  return known.every((earlier) => compareReads({ earlier, later: read }, identity).length > 0);
}

/** After each rejected request, the owner's next read of the resource, if the owner's last read before it succeeded. */
function findOwnerReadsAfterRejection(trace: Trace): readonly ReadAfterRejection[] {
  const next = new Map<Call, ReadAfterRejection>();
  for (const { operation } of isolatedOperations) {
    for (const { call, owner } of getCrossWorkspaceCalls(trace, operation)) {
      if (call.isSuccess) continue;
      const reads = trace
        .callsFor(isAboutJob(operation) ? 'getGenerationStatus' : 'getPresentation', call.id)
        .filter((read) => read.credential.key === owner);
      const later = reads.find((read) => endedBefore(call, read));
      const before = reads.findLast((read) => endedBefore(read, call));
      if (later && before?.isSuccess === true) next.set(later, { call: later, before, rejected: call });
    }
  }
  return [...next.values()];
}

/** The fetches of presentations that another key owns, if the workspaces of both keys are known. */
const getFetchesByOtherKeys = memoizeByTrace((trace): readonly FetchOfOther[] =>
  trace.callsWithValidKey('getPresentation').flatMap((call) => {
    const { owner, snapshots = [] } = trace.getPresentation(call.id) ?? {};
    const own = trace.workspaces.of(call.credential.key ?? '');
    if (owner === call.credential.key || !own || snapshots.length === 0) return [];
    const named = snapshots.map(({ value }) => getField(value, 'workspace_id'));
    return [{ call, shared: named.find((id) => typeof id === 'string' && own.has(id)) }];
  }),
);

/** Fewer refusals may be those of a replica that lags. */
const MIN_REFUSALS = 3;

/** Whether the key is refused at each presentation of its workspace that another key owns, while the owner reads it before and after. */
function isAlwaysRefused({ credential }: Call, trace: Trace): boolean {
  const fetches = getFetchesByOtherKeys(trace).filter(
    ({ call, shared }) =>
      shared !== undefined &&
      call.credential.key === credential.key &&
      isProcessed(call) &&
      isFromVerify(call),
  );
  const isReadAround = (call: Call): boolean => {
    const reads = getReads(call, trace).map((read) => read.call);
    return reads.some((read) => endedBefore(read, call)) && reads.some((read) => endedBefore(call, read));
  };
  return (
    fetches.length >= MIN_REFUSALS &&
    new Set(fetches.map(({ call }) => call.id)).size > 1 &&
    fetches.every(({ call }) => [403, 404].includes(call.status)) &&
    fetches.filter(({ call }) => isReadAround(call)).length >= MIN_REFUSALS
  );
}

/** Whether the presentation must exist for each replica: it was returned before the consistency window, and again later. */
function mustExist(call: Call, trace: Trace): boolean {
  const snapshots = getReads(call, trace);
  return (
    snapshots.some((snapshot) => !isWithinConsistencyWindow(snapshot.call, call, trace)) &&
    snapshots.some((snapshot) => endedBefore(call, snapshot.call))
  );
}
