/** Rules about workspaces: a key accesses everything in its own workspace and nothing in others. Section 5. */
import type { Rule } from '../rule.js';
import type { OperationId } from '../../generated/routes.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, isDecided, type Call } from '../../trace/call.js';
import { isPollAfterEnd } from '../../trace/job.js';
import { jsonOf } from '../../trace/payload.js';
import type { Trace } from '../../trace/trace.js';
import { isIdMadeByVerify } from './creators.js';
import { isWithinMoment, mayBeDeletedElsewhere } from './elsewhere.js';
import { messageEffect } from './message-effects.js';
import { patchEffect } from './patch-effects.js';
import { crossWorkspaceAccesses, isAboutJob, type CrossWorkspaceAccess } from './cross-workspace.js';
import { checkEach, fail, observed, warn } from './findings.js';
import { isRefusalInBody, leaksResource } from './leaked-resource.js';
import { isLostByRename } from './rename-identity.js';
import { isPassingPage } from './passing-page.js';
import { isLostLate, isWithinSettling } from './settling.js';
import { noOther } from './reasons.js';
import { inWords } from '../words.js';

const publicReading =
  'A fetch of a presentation that its owner always sees as public is observed. In a recording, one that is public in the response, and that its ' +
  'owner does not see afterwards, is a warning: people may publish it elsewhere.';

const reading =
  'The rule is judged only for keys of different workspaces, by workspace_id of their own presentations, or as the two keys of a run. The ' +
  'workspace_id in a leaked presentation proves nothing. A refused request must have no effect.';

const probes = [
  ['getPresentation', 'reads-no-presentation', 'reads a presentation', '4.2'],
  ['updatePresentation', 'renames-no-presentation', 'renames a presentation', '4.7'],
  ['getGenerationStatus', 'polls-no-job', 'polls a job', '4.5'],
  ['sendGenerationMessage', 'replies-to-no-job', 'replies to a job', '4.6'],
] as const;

export const workspaceRules: readonly Rule[] = [
  ...probes.map(([operation, name, what, section]): Rule => ({
    id: `workspace/foreign-key-${name}`,
    sections: ['1', '5', section],
    level: 'must',
    title: `A key never ${what} of another workspace`,
    reading: operation === 'getPresentation' ? `${reading} ${publicReading}` : reading,
    judge: checkAccesses(operation, what),
  })),
  {
    id: 'workspace/owner-still-reaches-it',
    sections: ['1', '4.2', '4.5', '5'],
    level: 'must',
    title: 'A refused key of another workspace does not affect the owner',
    judge: checkEach(nextReadsOfOwners, noOther, (call, trace) =>
      [403, 404].includes(call.status) &&
      !isPollAfterEnd(call, trace.job(call.id)) &&
      !isLostByRename(call.id, call, trace) &&
      !mayBeGone(call, trace) &&
      !isPassingPage(call, trace)
        ? fail('the owner loses access after a request with a key of another workspace', {
            expected: inWords('any 2xx'),
            actual: call.status,
            call,
          })
        : undefined,
    ),
  },
  {
    id: 'workspace/key-reaches-its-own',
    sections: ['2.1', '5'],
    level: 'must',
    title: 'A key can fetch every presentation of its workspace',
    reading:
      'workspace_id of its own presentations determines the workspace of a key. A refusal counts only after the settling time of the first ' +
      'response with the presentation, and only if its owner fetches it later.',
    judge: checkEach(fetchesOfOthers, noOther, ({ call, shared }, trace) => {
      if (shared === undefined || ![403, 404].includes(call.status) || isPassingPage(call, trace))
        return undefined;
      if (!isThere(call, trace)) return undefined;
      const details = {
        expected: inWords(`any 2xx, because both belong to workspace ${JSON.stringify(shared)}`),
        actual: call.status,
        call,
      };
      return fail('a key cannot fetch a presentation of its own workspace', details);
    }),
  },
];

/** Whether somebody may have deleted the presentation, or the job may be gone, apart from the foreign request. */
function mayBeGone(call: Call, trace: Trace): boolean {
  return isAboutJob(call.operation)
    ? isLostLate(call, trace)
    : mayBeDeletedElsewhere(call, trace) &&
        !trace.about('getPresentation', call.id).some((read) => read.ok && isWithinMoment(read, call));
}

/** Whether the presentation of a fetch must be there: its replica knows it, and it was not deleted. */
function isThere(call: Call, trace: Trace): boolean {
  const snapshots = trace.presentation(call.id)?.snapshots ?? [];
  return (
    snapshots.some((snapshot) => !isWithinSettling(snapshot.call, call, trace)) &&
    snapshots.some((snapshot) => isBefore(call, snapshot.call))
  );
}

/** Whether the owner sees the presentation as public. The interface does not say who can read a public one. */
function isPublic({ id }: Call, trace: Trace): boolean {
  const snapshots = trace.presentation(id)?.snapshots ?? [];
  return snapshots.every(({ value }) => fieldOf(value, 'is_public') === true);
}

/** Whether somebody may have published it elsewhere after its owner saw it last. */
function mayBePublished(call: Call, trace: Trace): boolean {
  const snapshots = trace.presentation(call.id)?.snapshots ?? [];
  return (
    fieldOf(jsonOf(call.received), 'is_public') === true &&
    !isIdMadeByVerify(call.id, trace) &&
    snapshots.every((snapshot) => isBefore(snapshot.call, call))
  );
}

const isJudged = ({ call }: CrossWorkspaceAccess): boolean => isDecided(call);

function checkAccesses(operation: OperationId, what: string): Rule['judge'] {
  return checkEach(
    (trace) => crossWorkspaceAccesses(trace, operation).filter(isJudged),
    noOther,
    ({ call }, trace) => {
      const isRead = call.ok && operation === 'getPresentation';
      if (isRead && isPublic(call, trace))
        return observed('a key reads a public presentation of another workspace', { call });
      if (isRead && mayBePublished(call, trace))
        return warn('a key reads a presentation of another workspace that is public now', { call });
      if (call.ok && !isRefusalInBody(call))
        return fail(`a key ${what} of another workspace`, {
          expected: inWords('a refusal'),
          actual: call.status,
          call,
        });
      if (leaksResource(call))
        return fail(`a key is refused, but still ${what} of another workspace`, {
          actual: call.status,
          call,
        });
      const message = `a key is refused, and still ${what} of another workspace`;
      const effect = messageEffect(call, trace, message) ?? patchEffect(call, trace, message);
      if (effect || !call.ok) return effect;
      return warn('a request with a key of another workspace gets a success with an error in the body', {
        call,
      });
    },
  );
}

/** After each refused access, the owner's next read of the resource, if the owner's last read before it succeeded. */
function nextReadsOfOwners(trace: Trace): readonly Call[] {
  const next = new Set<Call>();
  for (const [operation] of probes) {
    for (const { call, owner } of crossWorkspaceAccesses(trace, operation)) {
      if (call.ok) continue;
      const reads = trace
        .about(isAboutJob(call.operation) ? 'getGenerationStatus' : 'getPresentation', call.id)
        .filter((read) => read.by.key === owner);
      const later = reads.find((read) => isBefore(call, read));
      if (later && reads.findLast((read) => isBefore(read, call))?.ok === true) next.add(later);
    }
  }
  return [...next];
}

interface FetchOfOther {
  readonly call: Call;
  /** The workspace id in both the presentation and the key's own presentations. */
  readonly shared: unknown;
}

/** The fetches of presentations that another key owns, if the workspaces of both keys are known. */
function fetchesOfOthers(trace: Trace): readonly FetchOfOther[] {
  const found: FetchOfOther[] = [];
  for (const call of trace.keyed('getPresentation')) {
    const presentation = trace.presentation(call.id);
    if (!presentation || presentation.owner === call.by.key) continue;
    const own = trace.workspaces.of(call.by.key ?? '');
    if (!own || presentation.snapshots.length === 0) continue;
    const named = presentation.snapshots.map(({ value }) => fieldOf(value, 'workspace_id'));
    found.push({ call, shared: named.find((id) => typeof id === 'string' && own.has(id)) });
  }
  return found;
}
