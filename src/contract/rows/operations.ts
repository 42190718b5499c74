/** Rows about the seven operations: each exists and accepts a valid request. Sections 1 and 4. */
import { routes, type OperationId } from '../../generated/routes.js';
import { hasUnknownOutcome, isBefore, isOk, isRename, type Call } from '../model/call.js';
import { perTrace, repliesOf, type Job, type Presentation, type Reply, type Trace } from '../model/trace.js';
import { statusText } from '../model/status-text.js';
import { deletedAfterShown, excuseOf, lostByRename, outage, presentationUnseenForLong } from '../excuses.js';
import type { Finding, Judgement, Rule } from '../rule.js';
import { noQuestion, noStart } from './reasons.js';
import { inWords } from '../words.js';
import { broken } from './row.js';

export interface NamedOperation {
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

export const operations: readonly NamedOperation[] = routes.map(({ operationId, method, path }) => ({
  id: operationId,
  name: operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  endpoint: `${method} ${path}`,
  section: sectionOf[operationId],
}));

/** The operations whose response body the interface documents. */
export const WITH_BODY: ReadonlySet<OperationId> = new Set([
  'listTemplates',
  'getPresentation',
  'startGeneration',
  'getGenerationStatus',
]);

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
  readonly unseen: string;
}

const expectations: Readonly<Record<OperationId, Expectation>> = {
  listTemplates: {
    valid: (trace) => trace.keyed('listTemplates'),
    refusals: STRICT,
    unseen: 'not seen: a request listed the templates',
  },
  getPresentation: {
    valid: perTrace((trace) => trace.presentations.flatMap(knownFetches)),
    refusals: STRICT,
    unseen: 'not seen: a presentation id is known (a job must complete, or creating must return an id)',
  },
  createPresentation: {
    valid: (trace) => trace.keyed('createPresentation'),
    refusals: MISSING,
    unseen: 'not seen: a request created a presentation',
  },
  startGeneration: {
    valid: (trace) => trace.keyed('startGeneration'),
    refusals: MISSING_OR_404,
    unseen: noStart,
  },
  getGenerationStatus: {
    valid: perTrace((trace) => trace.jobs.flatMap(knownPolls)),
    refusals: STRICT,
    unseen: 'not seen: a job was started',
  },
  sendGenerationMessage: {
    valid: (trace) =>
      trace.jobs
        .flatMap(repliesOf)
        .filter(isReplyToOpenQuestion)
        .map(({ call }) => call),
    refusals: MISSING_OR_404,
    unseen: noQuestion,
  },
  updatePresentation: {
    valid: perTrace((trace) => trace.presentations.flatMap(ownRenames)),
    refusals: STRICT,
    // A service may limit the length or the characters of a title.
    tolerated: new Set([400, 422]),
    unseen: 'not seen: a request renamed a known presentation',
  },
};

function knownFetches({ snapshots, fetches }: Presentation): readonly Call[] {
  const [first] = snapshots;
  // Creating may take time: until a response has shown the presentation, it may not be there yet.
  return first ? fetches.filter((call) => call === first.call || isBefore(first.call, call)) : [];
}

const knownPolls = ({ start, polls }: Job): readonly Call[] => (start ? polls : []);

function ownRenames({ patches, owner }: Presentation): readonly Call[] {
  return patches.filter((call) => call.by.key === owner && isRename(call));
}

/** A question, and its job, may expire before a late reply is not found. */
const isReplyToOpenQuestion = ({ call, after }: Reply): boolean =>
  call.status !== 404 || after?.status === 'awaiting_input';

/** The calls of an operation that the interface allows, with any result. Empty if it does not document the body. */
export function validCalls(trace: Trace, operation: OperationId): readonly Call[] {
  const isShown = operation !== 'createPresentation' && operation !== 'sendGenerationMessage';
  return isShown ? expectations[operation].valid(trace) : [];
}

export const operationRows: readonly Rule[] = operations.map((operation) => ({
  id: `operation/${operation.name}`,
  sections: ['1', '4', operation.section],
  level: 'must',
  title: `${operation.endpoint} accepts a valid request`,
  reading:
    'Any 2xx is a success. A service may refuse valid requests with 402, 403, 409, 423 and 429. 401 counts if other operations accept the ' +
    'key. 403, 409, 423 and 5xx count if the owner never again can fetch a presentation, or never can list the templates, while other requests ' +
    'succeed. Where the interface does not document the body, only 405, 415 and 501 to every attempt count.',
  judge: (trace) => judgeOperation(trace, operation),
}));

function judgeOperation(trace: Trace, { id, endpoint }: NamedOperation): Judgement {
  const { valid, refusals, tolerated, unseen } = expectations[id];
  const all = valid(trace);
  const failed = all.filter(({ ok }) => !ok);
  const counted = failed.filter((call) => excuseOf(call, trace) === undefined);
  const succeeded = all.length - failed.length;
  const hasSucceeded = succeeded > 0;
  // The title that the service accepts may be the one whose response was lost.
  const isLimited = hasSucceeded || all.some(hasUnknownOutcome);
  // Where the body is open, one attempt may name an unknown template or another field.
  const isMissing = refusals === STRICT || counted.every(({ status }) => refusals.has(status));
  const isRefusal = ({ status }: Call): boolean =>
    refusals.has(status) &&
    !(isLimited && tolerated?.has(status)) &&
    (hasSucceeded ? refusals === STRICT : isMissing);
  const wrong = counted.filter(
    (call) =>
      isRefusal(call) ||
      isNeverFetchedAgain(call, trace) ||
      areTemplatesNeverListed(call, all, trace) ||
      (!hasSucceeded && (isValidKeyRefused(call, trace) || isOwnerRefused(call, trace))),
  );
  const findings = [
    ...wrong.map((call) =>
      broken(`${endpoint} refuses a valid request`, {
        expected: inWords('any 2xx'),
        actual: call.status,
        call,
      }),
    ),
    ...failed.flatMap((call) => deletion(call, trace) ?? []),
  ];
  if (hasSucceeded) return { checked: succeeded + counted.length, findings };
  const responses = [...new Set(counted.map(statusText))].sort().join(', ');
  const notReached =
    responses === ''
      ? unseen
      : `not seen: the operation succeeded; its responses (${responses}) prove nothing`;
  return { checked: 0, findings, notReached };
}

function deletion(call: Call, trace: Trace): Finding | undefined {
  if (presentationUnseenForLong(call, trace) ?? lostByRename(call, trace)) return undefined;
  const doubt = deletedAfterShown(call, trace);
  return doubt === undefined
    ? undefined
    : broken('a presentation is not found any more', { actual: call.status, call, doubt });
}

/** Whether the operation refuses a key that works later. An earlier success proves nothing: the key may be revoked. */
const isValidKeyRefused = (call: Call, { calls }: Trace): boolean =>
  call.status === 401 &&
  !call.by.isAmbiguous &&
  calls.some((other) => other.ok && other.by.key === call.by.key && isBefore(call, other));

const DENIES_OWNER: readonly number[] = [403, 409, 423];

/** Whether the owner of a presentation is refused to fetch it for good, while the key still works. Other rows judge polls. */
function isOwnerRefused(call: Call, { succeeded }: Trace): boolean {
  const { operation, status, by } = call;
  if (operation !== 'getPresentation' || !DENIES_OWNER.includes(status) || by.isAmbiguous) return false;
  return succeeded.some((other) => other.by.key === by.key && isBefore(call, other));
}

/** Failures in a row of one read that a passing fault does not explain. */
const MANY_FAILURES = 3;

/** Whether the list of templates fails each time, while the service carries out other requests. */
function areTemplatesNeverListed(
  { operation, status, by }: Call,
  all: readonly Call[],
  { succeeded }: Trace,
): boolean {
  if (operation !== 'listTemplates' || status < 500) return false;
  const own = all.filter((call) => call.by.key === by.key);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last || own.length < MANY_FAILURES || outage(first, last) !== undefined) return false;
  return (
    own.every((call) => call.status >= 500 || call.status === 429) &&
    succeeded.some((other) => isBefore(first, other) && isBefore(other, last))
  );
}

/** Whether the owner can never again fetch this presentation, while the operation works for others. Other rows judge polls. */
function isNeverFetchedAgain(call: Call, trace: Trace): boolean {
  const { operation, id, status, by } = call;
  const isFault = DENIES_OWNER.includes(status) || status >= 500;
  if (operation !== 'getPresentation' || !isFault || by.isAmbiguous) return false;
  const own = trace.about(operation, id).filter((other) => other.by.key === by.key);
  const failures = own.slice(own.findLastIndex(isOk) + 1);
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last || failures.length < MANY_FAILURES || outage(first, last) !== undefined) return false;
  const isWorking = trace.keyed(operation).some((other) => other.ok && isBefore(first, other));
  return (
    (isWorking || isRefusedEverywhere(first, trace)) && failures.every((other) => other.status === status)
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
