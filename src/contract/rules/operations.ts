/** Rules about the seven operations: each exists and accepts a valid request. Sections 1 and 4. */
import type { OperationId } from '../../generated/routes.js';
import type { Judgement, Rule } from '../rule.js';
import { hasUnknownOutcome, isBefore, isRename, type Call } from '../../trace/call.js';
import { repliesOf, type JobTrace, type Reply } from '../../trace/job.js';
import type { PresentationTrace } from '../../trace/presentation.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { isLostByRename } from './rename-identity.js';
import { isLasting } from './settling.js';
import { statusText } from '../../trace/status-text.js';
import { isDeletedElsewhere, isExcused, mayBeDeleted } from './excused-calls.js';
import { fail, warn } from './findings.js';
import { operations, type NamedOperation } from './named-operations.js';
import { noQuestion, noStart } from './reasons.js';
import { inWords } from '../words.js';

/**
 * The statuses that a valid request must not get. Where the interface does not document the body, a service may refuse any
 * request. There, only statuses count that say that the operation does not exist or does not read JSON.
 */
const STRICT = new Set([301, 302, 303, 307, 308, 400, 404, 405, 406, 410, 415, 422, 501]);
const MISSING = new Set([405, 415, 501]);
const MISSING_OR_404 = new Set([404, ...MISSING]);

interface Expectation {
  /** The calls of the operation that the interface allows. */
  readonly valid: (trace: Trace) => readonly Call[];
  readonly refusals: ReadonlySet<number>;
  /** The refusals that do not count if another request succeeds. */
  readonly tolerated?: ReadonlySet<number>;
  readonly notReached: string;
}

const expectations: Readonly<Record<OperationId, Expectation>> = {
  listTemplates: {
    valid: (trace) => trace.keyed('listTemplates'),
    refusals: STRICT,
    notReached: 'not seen: a request listed the templates',
  },
  getPresentation: {
    valid: perTrace((trace) => trace.presentations.flatMap(knownFetches)),
    refusals: STRICT,
    notReached: 'not seen: a presentation id is known (a job must complete, or creating must return an id)',
  },
  createPresentation: {
    valid: (trace) => trace.keyed('createPresentation'),
    refusals: MISSING,
    notReached: 'not seen: a request created a presentation',
  },
  startGeneration: {
    valid: (trace) => trace.keyed('startGeneration'),
    refusals: MISSING_OR_404,
    notReached: noStart,
  },
  getGenerationStatus: {
    valid: perTrace((trace) => trace.jobs.flatMap(knownPolls)),
    refusals: STRICT,
    notReached: 'not seen: a job was started',
  },
  sendGenerationMessage: {
    valid: (trace) =>
      trace.jobs
        .flatMap(repliesOf)
        .filter(isReplyToOpenQuestion)
        .map(({ call }) => call),
    refusals: MISSING_OR_404,
    notReached: noQuestion,
  },
  updatePresentation: {
    valid: perTrace((trace) => trace.presentations.flatMap(ownRenames)),
    refusals: STRICT,
    // A service may limit the length or the characters of a title.
    tolerated: new Set([400, 422]),
    notReached: 'not seen: a request renamed a known presentation',
  },
};

function knownFetches({ snapshots, fetches }: PresentationTrace): readonly Call[] {
  const [first] = snapshots;
  // Creating may take time: until a response has shown the presentation, it may not be there yet.
  return first ? fetches.filter((call) => call === first.call || isBefore(first.call, call)) : [];
}

function knownPolls({ start, polls }: JobTrace): readonly Call[] {
  return start ? polls : [];
}

function ownRenames({ patches, owner, snapshots }: PresentationTrace): readonly Call[] {
  const [first] = snapshots;
  const isKnown = (call: Call): boolean => call.ok || (first !== undefined && isBefore(first.call, call));
  return patches.filter((call) => call.by.key === owner && isRename(call) && isKnown(call));
}

/** A question, and its job, may expire before a late reply is not found. */
const isReplyToOpenQuestion = ({ call, after }: Reply): boolean =>
  call.status !== 404 || after?.status === 'awaiting_input';

/** The calls of an operation that the interface allows, with any result. Empty if it does not document the body. */
export function validCalls(trace: Trace, operation: OperationId): readonly Call[] {
  const isShown = operation !== 'createPresentation' && operation !== 'sendGenerationMessage';
  return isShown ? expectations[operation].valid(trace) : [];
}

export const operationRules: readonly Rule[] = operations.map((operation) => ({
  id: `operation/${operation.name}`,
  sections: ['1', '4', operation.section],
  level: 'must',
  title: `${operation.endpoint} accepts a valid request`,
  reading:
    'Any 2xx is a success. A service may refuse valid requests with 402, 403, 409, 423 and 429. 401 counts if other operations ' +
    'accept the key, and 403, 409 and 423 if the owner can never fetch a presentation, while the key still works. 403, 409, 423 and 5xx count, too, ' +
    'if one presentation gets nothing else three times and to the end, in a recording for at least a minute, while the operation works for others, or 403, 409 or 423 if nothing that the owner fetches gets anything else. Where the interface does not document the body, only 405, 415 and 501 to every attempt count. ' +
    'The list of templates must not get 5xx each time, at least three times with one key, in a recording for at least a minute, while other ' +
    'operations succeed in between. Titles that are blank or longer than 100 characters may be refused, and so may a template that no list has, ' +
    'or any query. ' +
    'A presentation or a running job may be gone if no response contained it for ten minutes, and in a recording people may delete a ' +
    'presentation at any time: it is not found to the end, and a replica may not know a presentation or a job yet ' +
    'for two seconds after the first response with it (an option changes this time). A redirect counts only to another operation, and a 403 page of a gateway only if the same request gets nothing else.',
  judge: (trace) => judgeOperation(trace, operation),
}));

function judgeOperation(trace: Trace, operation: NamedOperation): Judgement {
  const { valid, refusals, tolerated, notReached } = expectations[operation.id];
  const all = valid(trace);
  const failed = all.filter(hasFailed);
  const counted = failed.filter((call) => !isExcused(call, trace));
  const succeeded = all.length - failed.length;
  const hasSucceeded = succeeded > 0;
  // The title that the service accepts may be the one whose response was lost.
  const isLimited = hasSucceeded || all.some(hasUnknownOutcome);
  // Where the body is open, one attempt may name an unknown template or another field.
  const isMissing = refusals === STRICT || counted.every((call) => refusals.has(call.status));
  const wrong = counted.filter(
    (call) =>
      (refusals.has(call.status) &&
        !(isLimited && tolerated?.has(call.status)) &&
        (hasSucceeded ? refusals === STRICT : isMissing)) ||
      failsForGood(call, trace) ||
      alwaysFails(call, all, trace) ||
      (!hasSucceeded && (refusesValidKey(call, trace) || refusesOwner(call, trace))),
  );
  const deleted = failed.filter(
    (call) => !mayBeDeleted(call, trace.presentation(call.id)) && isDeletedElsewhere(call, trace),
  );
  const warnings = deleted
    .filter((call) => !isLostByRename(call.id, call, trace))
    .map((call) => warn('a presentation is not found any more', { actual: call.status, call }));
  const failures = wrong.map((call) => ({
    ...fail(`${operation.endpoint} refuses a valid request`, {
      expected: inWords('any 2xx'),
      actual: call.status,
      call,
    }),
    ...(!hasSucceeded && { unlessSucceeded: true }),
  }));
  const findings = [...failures, ...warnings];
  if (hasSucceeded) return { checked: succeeded + counted.length, findings, hasSucceeded };
  return { checked: 0, findings, notReached: notReached, failedResponses: counted.map(statusText) };
}

const hasFailed = ({ ok }: Call): boolean => !ok;

/** Whether the operation refuses a key that works later. An earlier success proves nothing: the key may be revoked. */
function refusesValidKey(call: Call, trace: Trace): boolean {
  return (
    call.status === 401 &&
    !call.by.isAmbiguous &&
    trace.calls.some((other) => other.ok && other.by.key === call.by.key && isBefore(call, other))
  );
}

/** Whether the owner of a presentation is refused to fetch it for good, while the key still works. Other rules judge polls. */
function refusesOwner(call: Call, trace: Trace): boolean {
  if (call.operation !== 'getPresentation' || ![403, 409, 423].includes(call.status) || call.by.isAmbiguous)
    return false;
  return trace.succeeded.some((other) => other.by.key === call.by.key && isBefore(call, other));
}

/** Whether the list of templates fails each time, while the service carries out other requests. */
function alwaysFails({ operation, status, by }: Call, all: readonly Call[], { succeeded }: Trace): boolean {
  if (operation !== 'listTemplates' || status < 500) return false;
  const own = all.filter((call) => call.by.key === by.key);
  const [first, last] = [own[0], own.at(-1)];
  const isFailing =
    own.length >= MANY_FAILURES && own.every((call) => call.status >= 500 || call.status === 429);
  if (!isFailing || !first || !last || !isLasting(first, last)) return false;
  return succeeded.some((other) => isBefore(first, other) && isBefore(other, last));
}

/** Failures in a row of one read that a passing fault does not explain. */
const MANY_FAILURES = 3;

/** Whether the owner can never again fetch this presentation, while the operation works for others. Other rules judge polls. */
function failsForGood(call: Call, trace: Trace): boolean {
  const { operation, id } = call;
  const isFault = [403, 409, 423].includes(call.status) || call.status >= 500;
  if (operation !== 'getPresentation' || !isFault || call.by.isAmbiguous) return false;
  const own = trace.about(operation, id).filter((other) => other.by.key === call.by.key);
  const failures = own.slice(own.findLastIndex(({ ok }) => ok) + 1);
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last || failures.length < MANY_FAILURES) return false;
  if (!isLasting(first, last)) return false;
  const isWorking = trace.keyed(operation).some((other) => other.ok && isBefore(first, other));
  return (
    (isWorking || isRefusedEverywhere(first, trace)) && failures.every(({ status }) => status === call.status)
  );
}

/** Whether a key can fetch none of its presentations any more, and can do other things. A lock is on one of them. */
function isRefusedEverywhere(first: Call, { presentations, succeeded }: Trace): boolean {
  const { status, by } = first;
  const later = presentations
    .filter(({ owner }) => owner === by.key)
    .flatMap(({ fetches }) => fetches.filter((fetch) => !isBefore(fetch, first)));
  return (
    status < 500 &&
    new Set(later.map(({ id }) => id)).size > 1 &&
    later.every((fetch) => fetch.status === status) &&
    succeeded.some((other) => other.by.key === by.key && isBefore(first, other))
  );
}
