/** Rows about workspaces: a key accesses everything in its own workspace and nothing in others. Section 5. */
import { fieldOf, isObject } from '../../base/json.js';
import type { OperationId } from '../../generated/routes.js';
import { isBefore, isDecided, type Call } from '../model/call.js';
import { jsonOf } from '../model/payload.js';
import { perTrace, type Snapshot, type Trace } from '../model/trace.js';
import {
  deletedJustNow,
  isWithinSettling,
  jobUnseenForLong,
  lostByRename,
  passingPage,
  polledAfterEnd,
  publishedElsewhere,
} from '../excuses.js';
import type { Finding, Rule } from '../rule.js';
import { noOther } from './reasons.js';
import { inWords } from '../words.js';
import { differencesOf } from './differences.js';
import { forbiddenEffect } from './effects.js';
import { broken, observed, row } from './row.js';

const reading =
  'The rule is judged only for keys of different workspaces, by workspace_id of their own presentations, or as the two keys of a run. The ' +
  'workspace_id in a leaked presentation proves nothing. A refused request must have no effect.';

const accesses = [
  ['getPresentation', 'reads-no-presentation', 'reads a presentation', '4.2'],
  ['updatePresentation', 'renames-no-presentation', 'renames a presentation', '4.7'],
  ['getGenerationStatus', 'polls-no-job', 'polls a job', '4.5'],
  ['sendGenerationMessage', 'replies-to-no-job', 'replies to a job', '4.6'],
] as const;

export const workspaceRows: readonly Rule[] = [
  ...accesses.map(([operation, name, what, section]) =>
    row({
      id: `workspace/foreign-key-${name}`,
      sections: ['1', '5', section],
      title: `A key never ${what} of another workspace`,
      reading:
        operation === 'getPresentation'
          ? `${reading} A fetch of a presentation that its owner always sees as public is observed.`
          : reading,
      items: (trace) => foreignCalls(trace, operation).filter(({ call }) => isDecided(call)),
      unseen: noOther,
      check: ({ call }, trace) =>
        publicRead(call, trace) ??
        forbiddenEffect(call, trace, {
          accepted: `a key ${what} of another workspace`,
          refused: 'a key is refused',
          done: `${what} of another workspace`,
        }),
    }),
  ),
  row({
    id: 'workspace/owner-still-reaches-it',
    sections: ['1', '4.2', '4.5', '5'],
    title: 'A refused key of another workspace does not affect the owner',
    items: nextReadsOfOwners,
    unseen: noOther,
    check: (call, trace) => {
      if (![403, 404].includes(call.status)) return undefined;
      const isGone = isAboutJob(call.operation) ? jobUnseenForLong : deletedJustNow;
      const excuses = [polledAfterEnd, lostByRename, isGone, passingPage];
      if (excuses.some((excuse) => excuse(call, trace) !== undefined)) return undefined;
      return broken('the owner loses access after a request with a key of another workspace', {
        ...{ expected: inWords('any 2xx'), actual: call.status, call },
      });
    },
  }),
  row({
    id: 'workspace/key-reaches-its-own',
    sections: ['2.1', '5'],
    title: 'A key can fetch every presentation of its workspace',
    reading:
      'workspace_id of its own presentations determines the workspace of a key. A refusal counts only after the settling time of the first ' +
      'response with the presentation, and only if its owner fetches it later.',
    items: fetchesOfOthers,
    unseen: noOther,
    check: ({ call, shared }, trace) =>
      shared !== undefined &&
      [403, 404].includes(call.status) &&
      passingPage(call, trace) === undefined &&
      isThere(call, trace)
        ? broken('a key cannot fetch a presentation of its own workspace', {
            expected: inWords(`any 2xx, because both belong to workspace ${JSON.stringify(shared)}`),
            actual: call.status,
            call,
          })
        : undefined,
  }),
];

const snapshotsOf = ({ id }: Call, trace: Trace): readonly Snapshot[] =>
  trace.presentation(id)?.snapshots ?? [];

/** The interface does not say who can read a public presentation. */
function publicRead(call: Call, trace: Trace): Finding | undefined {
  if (!call.ok || call.operation !== 'getPresentation') return undefined;
  if (snapshotsOf(call, trace).every(({ value }) => fieldOf(value, 'is_public') === true))
    return observed('a key reads a public presentation of another workspace', { call });
  const doubt = publishedElsewhere(call, trace);
  return doubt === undefined
    ? undefined
    : broken('a key reads a presentation of another workspace that is public now', { call, doubt });
}

const isAboutJob = (operation: OperationId): boolean =>
  operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';

// Requests with a key of another workspace than that of the owner.

interface ForeignCall {
  readonly call: Call;
  /** The key that owns the presentation or job. */
  readonly owner: string;
}

function foreignCalls(trace: Trace, operation: OperationId): readonly ForeignCall[] {
  if (keysOf(trace).size < 2) return [];
  return trace.keyed(operation).flatMap((call) => {
    const { id, by } = call;
    const owner = (isAboutJob(operation) ? trace.job(id) : trace.presentation(id))?.owner;
    if (owner === undefined || by.key === undefined || owner === by.key) return [];
    const isForeign = trace.workspaces.areDifferent(owner, by.key) && !hasOwn(call, by.key, owner, trace);
    return isForeign ? [{ call, owner }] : [];
  });
}

const keysOf = perTrace(({ calls }) => new Set(calls.map(({ by }) => by.key)));

/**
 * Whether the key has an own presentation or job with the same id: ids may be unique only within a workspace. Its workspace_id alone
 * proves nothing, because a service may write the workspace of the caller into a leaked presentation. Of a job, its presentation shows
 * whose it is, if one of the two starts is not in the journal.
 */
function hasOwn({ operation, id }: Call, key: string, owner: string, trace: Trace): boolean {
  const owners = trace.workspaces.of(owner);
  if (!isAboutJob(operation)) {
    const known = trace.presentation(id)?.snapshots ?? [];
    return trace.snapshots.some(
      (shown) =>
        shown.source === 'fetched' &&
        shown.call.id === id &&
        shown.call.by.key === key &&
        isAnother(shown, known, owners),
    );
  }
  const job = trace.job(id);
  const known = trace.snapshots.filter((snapshot) => snapshot.job === job);
  return trace.about('getGenerationStatus', id).some((call) => {
    const value = call.ok && call.by.key === key ? fieldOf(jsonOf(call.received), 'presentation') : undefined;
    // Nothing else may be known of the owner.
    return isObject(value) && isAnother({ call, source: 'completed job', value }, known, owners ?? new Set());
  });
}

/** Whether it names a workspace that the owner does not have, and that differs from each of the owner's. */
function isAnother(
  shown: Snapshot,
  known: readonly Snapshot[],
  owners: ReadonlySet<string> | undefined,
): boolean {
  const workspace = fieldOf(shown.value, 'workspace_id');
  if (typeof workspace !== 'string' || owners?.has(workspace) !== false) return false;
  const identity = ['title', 'created_at', 'sections'] as const;
  return known.every((earlier) => differencesOf({ earlier, later: shown }, identity).length > 0);
}

/** After each refused access, the owner's next read of the resource, if the owner's last read before it succeeded. */
function nextReadsOfOwners(trace: Trace): readonly Call[] {
  const next = new Set<Call>();
  for (const [operation] of accesses) {
    for (const { call, owner } of foreignCalls(trace, operation)) {
      if (call.ok) continue;
      const reads = trace
        .about(isAboutJob(operation) ? 'getGenerationStatus' : 'getPresentation', call.id)
        .filter((read) => read.by.key === owner);
      const later = reads.find((read) => isBefore(call, read));
      if (later && reads.findLast((read) => isBefore(read, call))?.ok === true) next.add(later);
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
function fetchesOfOthers(trace: Trace): readonly FetchOfOther[] {
  return trace.keyed('getPresentation').flatMap((call) => {
    const { owner, snapshots = [] } = trace.presentation(call.id) ?? {};
    const own = trace.workspaces.of(call.by.key ?? '');
    if (owner === call.by.key || !own || snapshots.length === 0) return [];
    const named = snapshots.map(({ value }) => fieldOf(value, 'workspace_id'));
    return [{ call, shared: named.find((id) => typeof id === 'string' && own.has(id)) }];
  });
}

/** Whether the presentation of a fetch must be there: its replica knows it, and it was not deleted. */
function isThere(call: Call, trace: Trace): boolean {
  const snapshots = snapshotsOf(call, trace);
  return (
    snapshots.some((snapshot) => !isWithinSettling(snapshot.call, call, trace)) &&
    snapshots.some((snapshot) => isBefore(call, snapshot.call))
  );
}
