/** Rows about the seven operations: each exists and accepts a valid request. Sections 1 and 4. */
import { routes, type OperationId } from '../../generated/routes.js';
import { hasUnknownOutcome, endedBefore, isSuccess, isRename, type Call } from '../model/call.js';
import {
  memoizeByTrace,
  getReplies,
  type JobHistory,
  type PresentationHistory,
  type QuestionReply,
  type Trace,
} from '../model/trace.js';
import { formatStatus } from '../model/format-result.js';
import {
  mayBeDeletedAfterRead,
  findUnrelatedCause,
  mayBeLostByRename,
  mayBeOutage,
  presentationMayBeExpired,
} from '../downgrades/downgrades.js';
import type { Finding, RuleResult, Rule } from '../rule.js';
import { NO_QUESTION, NO_START } from './not-covered.js';
import { description } from '../description.js';
import { violation } from './create-rule.js';

export interface OperationMeta {
  readonly id: OperationId;
  /** As in rule ids: `get-presentation`. */
  readonly name: string;
  /** As in messages: `GET /presentations/{id}`. */
  readonly endpoint: string;
  /** The section of the interface that documents the operation. */
  readonly section: string;
}

const sectionOf: Readonly<Record<OperationId, string>> = {
  listTemplates: '4.1',
  getPresentation: '4.2',
  createPresentation: '4.3',
  startGeneration: '4.4',
  getGenerationStatus: '4.5',
  sendGenerationMessage: '4.6',
  updatePresentation: '4.7',
};

export const operations: readonly OperationMeta[] = routes.map(({ operationId, method, path }) => ({
  id: operationId,
  name: operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  endpoint: `${method} ${path}`,
  section: sectionOf[operationId],
}));

/** The operations whose response body the interface documents. */
export const OPERATIONS_WITH_RESPONSE_BODY: ReadonlySet<OperationId> = new Set([
  'listTemplates',
  'getPresentation',
  'startGeneration',
  'getGenerationStatus',
]);

/**
 * The statuses that a valid request must not get. Where the interface does not document the body, a service may refuse any
 * request. There, only statuses count that say that the operation does not exist or does not read JSON.
 */
const REJECTS_VALID_REQUEST = new Set([301, 302, 303, 307, 308, 400, 404, 405, 406, 410, 415, 422, 501]);
const NOT_IMPLEMENTED = new Set([405, 415, 501]);
const NOT_IMPLEMENTED_OR_404 = new Set([404, ...NOT_IMPLEMENTED]);

interface Expectation {
  /** The calls of the operation that the interface allows. */
  readonly validCalls: (trace: Trace) => readonly Call[];
  readonly violations: ReadonlySet<number>;
  /** The refusals that do not count if another request succeeds. */
  readonly allowedOnce?: ReadonlySet<number>;
  readonly notCovered: string;
}

const expectations: Readonly<Record<OperationId, Expectation>> = {
  listTemplates: {
    validCalls: (trace) => trace.callsWithValidKey('listTemplates'),
    violations: REJECTS_VALID_REQUEST,
    notCovered: 'not seen: a request listed the templates',
  },
  getPresentation: {
    validCalls: memoizeByTrace((trace) => trace.presentations.flatMap(fetchesOfKnownPresentations)),
    violations: REJECTS_VALID_REQUEST,
    notCovered: 'not seen: a presentation id is known (a job must complete, or creating must return an id)',
  },
  createPresentation: {
    validCalls: (trace) => trace.callsWithValidKey('createPresentation'),
    violations: NOT_IMPLEMENTED,
    notCovered: 'not seen: a request created a presentation',
  },
  startGeneration: {
    validCalls: (trace) => trace.callsWithValidKey('startGeneration'),
    violations: NOT_IMPLEMENTED_OR_404,
    notCovered: NO_START,
  },
  getGenerationStatus: {
    validCalls: memoizeByTrace((trace) => trace.jobs.flatMap(pollsOfKnownJobs)),
    violations: REJECTS_VALID_REQUEST,
    notCovered: 'no job start in the traffic',
  },
  sendGenerationMessage: {
    validCalls: (trace) =>
      trace.jobs
        .flatMap(getReplies)
        .filter(isReplyToOpenQuestion)
        .map(({ call }) => call),
    violations: NOT_IMPLEMENTED_OR_404,
    notCovered: NO_QUESTION,
  },
  updatePresentation: {
    validCalls: memoizeByTrace((trace) => trace.presentations.flatMap(renamesByOwner)),
    violations: REJECTS_VALID_REQUEST,
    // A service may limit the length or the characters of a title.
    allowedOnce: new Set([400, 422]),
    notCovered: 'not seen: a request renamed a known presentation',
  },
};

function fetchesOfKnownPresentations({ snapshots, fetches }: PresentationHistory): readonly Call[] {
  const [first] = snapshots;
  // Creating may take time: until a response has shown the presentation, it may not be there yet.
  return first ? fetches.filter((call) => call === first.call || endedBefore(first.call, call)) : [];
}

const pollsOfKnownJobs = ({ start, polls }: JobHistory): readonly Call[] => (start ? polls : []);

function renamesByOwner({ patches, owner }: PresentationHistory): readonly Call[] {
  return patches.filter((call) => call.credential.key === owner && isRename(call));
}

/** A question, and its job, may expire before a late reply is not found. */
const isReplyToOpenQuestion = ({ call, after }: QuestionReply): boolean =>
  call.status !== 404 || after?.status === 'awaiting_input';

/** The calls of an operation that the interface allows, with any result. Empty if it does not document the body. */
export function validCalls(trace: Trace, operation: OperationId): readonly Call[] {
  const isShown = operation !== 'createPresentation' && operation !== 'sendGenerationMessage';
  return isShown ? expectations[operation].validCalls(trace) : [];
}

export const operationRules: readonly Rule[] = operations.map((operation) => ({
  id: `operation/${operation.name}`,
  sections: ['1', '4', operation.section],
  level: 'must',
  title: `${operation.endpoint} accepts a valid request`,
  reading:
    'Any 2xx is a success. A service may refuse valid requests with 402, 403, 409, 423 and 429. 401 counts if other operations accept the ' +
    'key. 403, 409, 423 and 5xx count if the owner never again can fetch a presentation, or never can list the templates, while other requests ' +
    'succeed. Where the interface does not document the body, only 405, 415 and 501 to every attempt count.',
  judge: (trace) => checkOperation(trace, operation),
}));

function checkOperation(trace: Trace, { id, endpoint }: OperationMeta): RuleResult {
  const { validCalls, violations, allowedOnce, notCovered } = expectations[id];
  const all = validCalls(trace);
  const failed = all.filter(({ isSuccess }) => !isSuccess);
  const counted = failed.filter((call) => findUnrelatedCause(call, trace) === undefined);
  const succeeded = all.length - failed.length;
  const hasSucceeded = succeeded > 0;
  // A rename without a response may have succeeded.
  const isLimited = hasSucceeded || all.some(hasUnknownOutcome);
  // Where the body is open, one attempt may name an unknown template or another field.
  const isMissing =
    violations === REJECTS_VALID_REQUEST || counted.every(({ status }) => violations.has(status));
  const isRefusal = ({ status }: Call): boolean =>
    violations.has(status) &&
    !(isLimited && allowedOnce?.has(status)) &&
    (hasSucceeded ? violations === REJECTS_VALID_REQUEST : isMissing);
  const wrong = counted.filter(
    (call) =>
      isRefusal(call) ||
      isUnfetchableFromThenOn(call, trace) ||
      isTemplateListUnavailable(call, all, trace) ||
      (!hasSucceeded && (isValidKeyRefused(call, trace) || isOwnerRefused(call, trace))),
  );
  const findings = [
    ...wrong.map((call) =>
      violation(`${endpoint} refuses a valid request`, {
        expected: description('any 2xx'),
        actual: call.status,
        call,
      }),
    ),
    ...failed.flatMap((call) => deletion(call, trace) ?? []),
  ];
  if (hasSucceeded) return { checked: succeeded + counted.length, findings };
  const responses = [...new Set(counted.map(formatStatus))].sort().join(', ');
  const notReached =
    responses === ''
      ? notCovered
      : `not seen: the operation succeeded; its responses (${responses}) prove nothing`;
  return { checked: 0, findings, notCovered: notReached };
}

function deletion(call: Call, trace: Trace): Finding | undefined {
  if (presentationMayBeExpired(call, trace) ?? mayBeLostByRename(call, trace)) return undefined;
  const doubt = mayBeDeletedAfterRead(call, trace);
  return doubt === undefined
    ? undefined
    : violation('a presentation can no longer be found', { actual: call.status, call, doubt });
}

/** Whether the operation refuses a key that works later. An earlier success proves nothing: the key may be revoked. */
const isValidKeyRefused = (call: Call, { calls }: Trace): boolean =>
  call.status === 401 &&
  !call.credential.isAmbiguous &&
  calls.some(
    (other) => other.isSuccess && other.credential.key === call.credential.key && endedBefore(call, other),
  );

const DENIES_OWNER: readonly number[] = [403, 409, 423];

/** Whether the owner of a presentation is refused to fetch it for good, while the key still works. Other rows judge polls. */
function isOwnerRefused(call: Call, { succeeded }: Trace): boolean {
  const { operation, status, credential } = call;
  if (operation !== 'getPresentation' || !DENIES_OWNER.includes(status) || credential.isAmbiguous)
    return false;
  return succeeded.some((other) => other.credential.key === credential.key && endedBefore(call, other));
}

/** Failures in a row of one read that a passing fault does not explain. */
const MANY_FAILURES = 3;

/** Whether the list of templates fails each time, while the service carries out other requests. */
function isTemplateListUnavailable(
  { operation, status, credential }: Call,
  all: readonly Call[],
  { succeeded }: Trace,
): boolean {
  if (operation !== 'listTemplates' || status < 500) return false;
  const own = all.filter((call) => call.credential.key === credential.key);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last || own.length < MANY_FAILURES || mayBeOutage(first, last) !== undefined) return false;
  return (
    own.every((call) => call.status >= 500 || call.status === 429) &&
    succeeded.some((other) => endedBefore(first, other) && endedBefore(other, last))
  );
}

/** Whether the owner can never again fetch this presentation, while the operation works for others. Other rows judge polls. */
function isUnfetchableFromThenOn(call: Call, trace: Trace): boolean {
  const { operation, id, status, credential } = call;
  const isFault = DENIES_OWNER.includes(status) || status >= 500;
  if (operation !== 'getPresentation' || !isFault || credential.isAmbiguous) return false;
  const own = trace.callsFor(operation, id).filter((other) => other.credential.key === credential.key);
  const failures = own.slice(own.findLastIndex(isSuccess) + 1);
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last || failures.length < MANY_FAILURES || mayBeOutage(first, last) !== undefined)
    return false;
  const isWorking = trace
    .callsWithValidKey(operation)
    .some((other) => other.isSuccess && endedBefore(first, other));
  return (
    (isWorking || isRefusedEverywhere(first, trace)) && failures.every((other) => other.status === status)
  );
}

/** Whether a key can fetch none of its presentations any more, and can do other things. A lock is on one of them. */
function isRefusedEverywhere(first: Call, { presentations, succeeded }: Trace): boolean {
  const { status, credential } = first;
  const later = presentations
    .filter(({ owner }) => owner === credential.key)
    .flatMap(({ fetches }) => fetches.filter((fetch) => !endedBefore(fetch, first)));
  return (
    status < 500 &&
    new Set(later.map(({ id }) => id)).size > 1 &&
    later.every((fetch) => fetch.status === status) &&
    succeeded.some((other) => other.credential.key === credential.key && endedBefore(first, other))
  );
}
