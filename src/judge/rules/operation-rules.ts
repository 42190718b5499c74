/** Rules about the operations: each accepts valid requests, has the version prefix, and rarely returns 5xx. Sections 1, 4, 7 and 9. */
import { info, createRule, violation } from './create-rule.js';
import { pluralize } from '../../base/text/pluralize.js';
import { getPath } from '../../base/url-path.js';
import { basePath, type OperationId } from '../../generated/routes.js';
import { hasUnknownOutcome, endedBefore, isSuccess, type Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import { formatStatus } from '../model/format-result.js';
import { mayBeDeletedAfterRead } from '../downgrades/external-changes.js';
import { findUnrelatedCause } from '../downgrades/index.js';
import { mayBeLostByRename } from '../downgrades/lost-renames.js';
import { mayBeOutage } from '../downgrades/outages.js';
import { presentationMayBeExpired } from '../downgrades/retention.js';
import type { Finding, RuleResult, Rule, VerdictReason } from '../rule.js';
import { NO_QUESTION, NO_START } from './not-covered.js';
import { description } from '../description.js';
import { createOperationRule } from './create-operation-rule.js';
import { type OperationMeta, getValidCalls } from './operations.js';

/** Statuses that reject a valid request. Without a documented body, only "not implemented" statuses. */
const REJECTS_VALID_REQUEST = new Set([301, 302, 303, 307, 308, 400, 404, 405, 406, 410, 415, 422, 501]);

const NOT_IMPLEMENTED = new Set([405, 415, 501]);

const NOT_IMPLEMENTED_OR_404 = new Set([404, ...NOT_IMPLEMENTED]);

const NO_SUCCESS = 'no successful request in the traffic';

/** A larger share of 5xx is a warning. */
const MAX_5XX_SHARE = 0.01;

const OWNER_REJECTIONS: readonly number[] = [403, 409, 423];

/** Consecutive failures of one read that a transient error does not explain. */
const MIN_FAILURES = 3;

interface Expectation {
  /** Statuses that reject a valid request. */
  readonly rejections: ReadonlySet<number>;
  /** Rejections that are allowed if another request succeeds. */
  readonly allowedOnce?: ReadonlySet<number>;
  readonly notCovered: string | VerdictReason;
}

const expectations: Readonly<Record<OperationId, Expectation>> = {
  listTemplates: {
    rejections: REJECTS_VALID_REQUEST,
    notCovered: 'no GET /templates in the traffic',
  },
  getPresentation: {
    rejections: REJECTS_VALID_REQUEST,
    notCovered: 'no known presentation id (a job must complete, or POST /presentations must return an id)',
  },
  createPresentation: {
    rejections: NOT_IMPLEMENTED,
    notCovered: 'no POST /presentations in the traffic',
  },
  startGeneration: {
    rejections: NOT_IMPLEMENTED_OR_404,
    notCovered: NO_START,
  },
  getGenerationStatus: {
    rejections: REJECTS_VALID_REQUEST,
    notCovered: NO_START,
  },
  sendGenerationMessage: {
    rejections: NOT_IMPLEMENTED_OR_404,
    notCovered: NO_QUESTION,
  },
  updatePresentation: {
    rejections: REJECTS_VALID_REQUEST,
    // A service may limit the length or the characters of a title.
    allowedOnce: new Set([400, 422]),
    notCovered: 'no rename of a known presentation in the traffic',
  },
};

export const operationRules: readonly Rule[] = [
  createOperationRule({
    id: 'operation/accepts-valid-request',
    sections: ['1', '4'],
    title: 'Each operation accepts a valid request',
    interpretation:
      'Any 2xx is a success. 402, 403, 409, 423 and 429 are allowed. 401 fails if the key works elsewhere. 403, 409, 423 and 5xx ' +
      'fail only if GET stays unavailable to the owner. Without a documented body, only 405, 415 and 501 fail.',
    checkOperation,
  }),
  createRule({
    id: 'operation/has-version-prefix',
    sections: ['9'],
    title: `All operations have the prefix ${basePath}`,
    select: ({ succeeded }) => succeeded,
    notCovered: NO_SUCCESS,
    check: (call) => {
      const actual = getPath(call.exchange.request.url);
      return actual.includes(`${basePath}/`)
        ? undefined
        : violation('an operation works below another prefix', {
            ...{ expected: `${basePath}/…`, actual, call },
            downgrade: 'the base URL was set explicitly',
          });
    },
  }),
  {
    id: 'operation/low-5xx-rate',
    sections: ['7'],
    level: 'should',
    title: 'At most 1 % of responses are 5xx',
    interpretation: `Warns above ${formatPercent(MAX_5XX_SHARE)}. Gateway and rate limit responses are not counted.`,
    judge: ({ calls }) => {
      const responses = calls.filter(({ status }) => status > 0);
      const failed = responses.filter(({ status }) => status >= 500);
      const [call] = failed;
      if (!call) return { checked: responses.length, findings: [], notCovered: 'no response in the traffic' };
      const share = failed.length / responses.length;
      const message = `the service responds with 5xx: ${pluralize(failed.length, 'response')} of ${responses.length} (${formatPercent(share)})`;
      const details = { expected: description(`at most ${formatPercent(MAX_5XX_SHARE)}`), call };
      const finding =
        share > MAX_5XX_SHARE
          ? violation(message, { ...details, downgrade: 'the spec defines no limit' })
          : info(message, details);
      return { checked: responses.length, findings: [finding] };
    },
  },
];

function formatPercent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function checkOperation(trace: Trace, { id, endpoint }: OperationMeta): RuleResult {
  const { rejections, allowedOnce, notCovered } = expectations[id];
  const all = getValidCalls(trace, id);
  const failed = all.filter(({ isSuccess }) => !isSuccess);
  const counted = failed.filter((call) => findUnrelatedCause(call, trace) === undefined);
  const succeeded = all.length - failed.length;
  const hasSucceeded = succeeded > 0;
  // A rename without a response may have succeeded.
  const isLimited = hasSucceeded || all.some(hasUnknownOutcome);
  // Where the body is unspecified, one attempt may name an unknown template or another field.
  const isUnsupported =
    rejections === REJECTS_VALID_REQUEST || counted.every(({ status }) => rejections.has(status));
  const isRejection = ({ status }: Call): boolean =>
    rejections.has(status) &&
    !(isLimited && allowedOnce?.has(status)) &&
    (hasSucceeded ? rejections === REJECTS_VALID_REQUEST : isUnsupported);
  const wrong = counted.filter(
    (call) =>
      isRejection(call) ||
      isUnfetchableUntilEnd(call, trace) ||
      isTemplateListUnavailable(call, all, trace) ||
      (!hasSucceeded && (isValidKeyRejected(call, trace) || isOwnerRejected(call, trace))),
  );
  const findings = [
    ...wrong.map((call) =>
      violation(`${endpoint} rejects a valid request`, {
        expected: description('any 2xx'),
        actual: call.status,
        call,
      }),
    ),
    ...failed.flatMap((call) => checkDeletion(call, trace) ?? []),
  ];
  if (hasSucceeded) return { checked: succeeded + counted.length, findings };
  const results = [...new Set(counted.map(formatStatus))].sort().join(', ');
  const reason = results === '' ? notCovered : `the operation never succeeded (${results})`;
  return { checked: 0, findings, notCovered: reason };
}

function checkDeletion(call: Call, trace: Trace): Finding | undefined {
  if (presentationMayBeExpired(call, trace) ?? mayBeLostByRename(call, trace)) return undefined;
  const downgrade = mayBeDeletedAfterRead(call, trace);
  return downgrade === undefined
    ? undefined
    : violation('a presentation can no longer be found', { actual: call.status, call, downgrade });
}

/** Whether the operation rejects a key that works later. An earlier success does not count: the key may be revoked. */
const isValidKeyRejected = (call: Call, { calls }: Trace): boolean =>
  call.status === 401 &&
  !call.credential.isAmbiguous &&
  calls.some(
    (other) => other.isSuccess && other.credential.key === call.credential.key && endedBefore(call, other),
  );

/** Whether the owner can never fetch a presentation, while the key still works. Other rules check polls. */
function isOwnerRejected(call: Call, { succeeded }: Trace): boolean {
  const { operation, status, credential } = call;
  if (operation !== 'getPresentation' || !OWNER_REJECTIONS.includes(status) || credential.isAmbiguous)
    return false;
  return succeeded.some((other) => other.credential.key === credential.key && endedBefore(call, other));
}

/** Whether GET /templates always fails, while other requests succeed. */
function isTemplateListUnavailable(
  { operation, status, credential }: Call,
  all: readonly Call[],
  { succeeded }: Trace,
): boolean {
  if (operation !== 'listTemplates' || status < 500) return false;
  const own = all.filter((call) => call.credential.key === credential.key);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last || own.length < MIN_FAILURES || mayBeOutage(first, last) !== undefined) return false;
  return (
    own.every((call) => call.status >= 500 || call.status === 429) &&
    succeeded.some((other) => endedBefore(first, other) && endedBefore(other, last))
  );
}

/** Whether the owner can never again fetch this presentation, while the operation works for others. Other rules check polls. */
function isUnfetchableUntilEnd(call: Call, trace: Trace): boolean {
  const { operation, id, status, credential } = call;
  const isFailure = OWNER_REJECTIONS.includes(status) || status >= 500;
  if (operation !== 'getPresentation' || !isFailure || credential.isAmbiguous) return false;
  const own = trace.callsFor(operation, id).filter((other) => other.credential.key === credential.key);
  const failures = own.slice(own.findLastIndex(isSuccess) + 1);
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last || failures.length < MIN_FAILURES || mayBeOutage(first, last) !== undefined)
    return false;
  const isWorking = trace
    .callsWithValidKey(operation)
    .some((other) => other.isSuccess && endedBefore(first, other));
  return (
    (isWorking || isRejectedEverywhere(first, trace)) && failures.every((other) => other.status === status)
  );
}

/** Whether a key can no longer fetch any of its presentations, while other requests succeed. A lock affects only one of them. */
function isRejectedEverywhere(first: Call, { presentations, succeeded }: Trace): boolean {
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
