/** Rules about the operations: each accepts valid requests, has the version prefix, and rarely returns 5xx. Sections 1, 4, 7 and 9. */
import { info, createRule, violation } from './create-rule.js';
import { pluralize } from '../../base/text/pluralize.js';
import { getPath } from '../../base/url-path.js';
import { basePath, type OperationId } from '../../generated/routes.js';
import {
  hasUnknownOutcome,
  hasValidKey,
  isHtmlPage,
  endedBefore,
  isNotFound,
  isSuccess,
  type Call,
} from '../model/call.js';
import type { Trace } from '../model/trace.js';
import { formatStatus } from '../model/format-result.js';
import { mayBeDeletedAfterRead } from '../downgrades/external-changes.js';
import { findUnrelatedCause } from '../downgrades/index.js';
import { mayBeLostByRename } from '../downgrades/lost-renames.js';
import { isWithinConsistencyWindow } from '../downgrades/consistency.js';
import { mayBeOutage } from '../downgrades/outages.js';
import { presentationMayBeExpired } from '../downgrades/retention.js';
import type { Finding, RuleResult, Rule, VerdictReason } from '../rule.js';
import { NO_QUESTION, NO_START } from './not-covered.js';
import { description } from '../description.js';
import { getErrorsCause, getPagesCause } from './checks/cause-names.js';
import { createOperationRule } from './create-operation-rule.js';
import { type OperationMeta, getValidCalls, operations } from './operations.js';

/** Statuses that reject a valid request. Without a documented body, only "not implemented" statuses. */
const REJECTS_VALID_REQUEST = new Set([301, 302, 303, 307, 308, 400, 404, 405, 406, 410, 415, 422, 501]);

const NOT_IMPLEMENTED = new Set([405, 415, 501]);

const NOT_IMPLEMENTED_OR_404 = new Set([404, ...NOT_IMPLEMENTED]);

const NO_SUCCESS = 'no successful request in the traffic';

/** Fewer may be a passing fault. */
const MIN_GATEWAY_PAGES = 4;

/** A larger share of 5xx is a warning. */
const MAX_5XX_SHARE = 0.01;

/** Responses of one operation. */
const MIN_5XX_OF_OPERATION = 2;

const LOCKED: readonly number[] = [409, 423];

/** Several resources may be locked for a moment each. */
const MIN_LOCKED = 5;

const OWNER_REJECTIONS: readonly number[] = [403, 409, 423];

/** Their requests are documented, so each one about a known resource is valid. */
const OPERATIONS_WITH_DOCUMENTED_REQUEST: ReadonlySet<OperationId> = new Set([
  'getPresentation',
  'getGenerationStatus',
  'updatePresentation',
]);

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
      'fail only if GET stays unavailable to the owner. Without a documented body, only 405, 415 and 501 fail. ' +
      'Fails for any status if each valid fetch, poll or rename of several resources is refused.',
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
    id: 'operation/few-gateway-pages',
    sections: ['7', '8'],
    level: 'should',
    title: 'Few responses come from a gateway instead of the service',
    interpretation: `Warns for ${MIN_GATEWAY_PAGES} or more pages with 502, 503 or 504 in response to a valid key. A rate limit returns 429.`,
    judge: ({ calls }) => {
      const all = calls.filter(hasValidKey);
      return {
        checked: all.length,
        findings: checkGatewayPages(all),
        notCovered: 'no request with a valid key in the traffic',
      };
    },
  },
  {
    id: 'operation/low-5xx-rate',
    sections: ['7'],
    level: 'should',
    title: 'At most 1 % of responses are 5xx',
    interpretation:
      `Warns above ${formatPercent(MAX_5XX_SHARE)}, and for ${MIN_5XX_OF_OPERATION} or more of one operation. Gateway and rate limit ` +
      'responses are not counted.',
    judge: ({ calls }) => {
      const responses = calls.filter(({ status }) => status > 0);
      return {
        checked: responses.length,
        findings: [
          ...check5xxRate(responses, 'the service responds'),
          ...operations.flatMap(({ id, endpoint }) => check5xxOfOperation(responses, id, endpoint)),
        ],
        notCovered: 'no response in the traffic',
      };
    },
  },
];

/** @param cause the name of the root cause, of one operation */
function check5xxRate(responses: readonly Call[], who: string, cause?: string): readonly Finding[] {
  const failed = responses.filter(({ status }) => status >= 500);
  const [call] = failed;
  if (!call) return [];
  const share = failed.length / responses.length;
  const message = `${who} with 5xx: ${pluralize(failed.length, 'response')} of ${responses.length} (${formatPercent(share)})`;
  const details = {
    ...{ expected: description(`at most ${formatPercent(MAX_5XX_SHARE)}`), call },
    ...(cause !== undefined && { cause }),
    isCountInMessage: true,
  };
  return [
    share > MAX_5XX_SHARE
      ? violation(message, { ...details, downgrade: 'the spec defines no limit' })
      : info(message, details),
  ];
}

/** One response may be a coincidence. Requests without a valid key may fail in any way. */
function check5xxOfOperation(
  responses: readonly Call[],
  id: OperationId,
  endpoint: string,
): readonly Finding[] {
  const own = responses.filter((call) => call.operation === id && hasValidKey(call));
  const failed = own.filter(({ status }) => status >= 500);
  return failed.length < MIN_5XX_OF_OPERATION
    ? []
    : check5xxRate(own, `${endpoint} responds`, getErrorsCause(endpoint));
}

function checkGatewayPages(calls: readonly Call[]): readonly Finding[] {
  const pages = calls.filter(isGatewayPage);
  const [call] = pages;
  if (!call || pages.length < MIN_GATEWAY_PAGES) return [];
  const statuses = [...new Set(pages.map(({ gatewayStatus }) => gatewayStatus))].join(', ');
  return [
    violation(`pages in place of responses: ${pages.length} of ${calls.length} (${statuses})`, {
      ...{ expected: description('a response of the service'), actual: call.gatewayStatus, call },
      downgrade: 'a gateway in front may be overloaded, or may be the rate limit',
    }),
  ];
}

const isGatewayPage = ({ gatewayStatus = 0 }: Call): boolean => [502, 503, 504].includes(gatewayStatus);

function formatPercent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function checkOperation(trace: Trace, { id, endpoint }: OperationMeta): RuleResult {
  const { rejections, allowedOnce, notCovered } = expectations[id];
  const all = getValidCalls(trace, id);
  const failed = all.filter((call) => !call.isSuccess && !wasFetchedBefore(call, trace));
  const counted = failed.filter((call) => findUnrelatedCause(call, trace) === undefined);
  const succeeded = all.filter(isSuccess).length;
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
      (!hasSucceeded &&
        (isValidKeyRejected(call, trace) ||
          isOwnerRejected(call, trace) ||
          isAlwaysRefused(call, counted, trace))),
  );
  const findings = [
    ...wrong.map((call) =>
      violation(`${endpoint} rejects a valid request`, {
        expected: description('any 2xx'),
        actual: call.status,
        call,
        comparedWith: findProof(call, trace),
        ...(isHtmlPage(call.exchange) && { cause: getPagesCause(call) }),
      }),
    ),
    ...failed.flatMap((call) => checkDeletion(call, trace) ?? []),
  ];
  if (hasSucceeded) return { checked: succeeded + counted.length, findings };
  const results = [...new Set(counted.map(formatStatus))].sort().join(', ');
  const reason = results === '' ? notCovered : `the operation never succeeded (${results})`;
  return { checked: 0, findings, notCovered: reason };
}

/** Whether its owner fetched the presentation before. Another rule reports that it is gone. */
const wasFetchedBefore = (call: Call, trace: Trace): boolean =>
  isNotFound(call) &&
  call.operation === 'getPresentation' &&
  trace
    .callsFor(call.operation, call.id)
    .some(
      (other) => other.isSuccess && other.credential.key === call.credential.key && endedBefore(other, call),
    );

/** The last response before the call that shows that its job or presentation exists. */
function findProof({ operation, id, ...call }: Call, trace: Trace): Call | undefined {
  if (operation === 'getGenerationStatus') return trace.getJob(id)?.start;
  return trace
    .getPresentation(id)
    ?.snapshots.findLast((read) => read.call.exchange.endedAt < call.exchange.startedAt)?.call;
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

/**
 * Whether each valid request of an operation is refused, for several resources that other operations show, while the key works. A plan
 * may have no such operation (402), and a key may be read-only (403 for each change).
 */
function isAlwaysRefused({ operation }: Call, counted: readonly Call[], trace: Trace): boolean {
  const refused = counted.filter(({ status }) => status > 0 && status !== 429);
  const [first, last] = [refused[0], refused.at(-1)];
  if (!OPERATIONS_WITH_DOCUMENTED_REQUEST.has(operation) || !first || !last) return false;
  const mayBeLocked = refused.some(({ status }) => LOCKED.includes(status));
  if (refused.length < (mayBeLocked ? MIN_LOCKED : MIN_FAILURES)) return false;
  if (refused.some(({ status }) => status === 402)) return false;
  if (new Set(refused.map(({ id }) => id)).size < 2 || mayBeOutage(first, last) !== undefined) return false;
  const isOfKey = ({ credential }: Call): boolean => credential.key === first.credential.key;
  const isWorking = trace.succeeded.some(
    (other) => isOfKey(other) && endedBefore(first, other) && endedBefore(other, last),
  );
  const isReadOnly =
    first.exchange.request.method !== 'GET' &&
    refused.every(({ status }) => status === 403) &&
    !trace.succeeded.some((other) => isOfKey(other) && other.exchange.request.method !== 'GET');
  const isLock = refused.every(({ status }) => LOCKED.includes(status)) && countOrigins(refused, trace) < 2;
  return isWorking && !isReadOnly && !isLock && !first.credential.isAmbiguous;
}

/** How many operations created the presentations: users may edit all those of one kind. */
const countOrigins = (calls: readonly Call[], trace: Trace): number =>
  new Set(calls.map(({ id }) => trace.getPresentation(id)?.createdBy?.operation)).size;

/** Whether the owner can never fetch a presentation, while the key still works. Other rules check polls. */
function isOwnerRejected(call: Call, trace: Trace): boolean {
  const { operation, status, credential } = call;
  if (operation !== 'getPresentation' || !OWNER_REJECTIONS.includes(status) || credential.isAmbiguous)
    return false;
  // It may be locked for a moment.
  const last = trace
    .callsFor(operation, call.id)
    .findLast((other) => other.credential.key === credential.key);
  if (LOCKED.includes(status) && last && isWithinConsistencyWindow(call, last, trace)) return false;
  return trace.succeeded.some((other) => other.credential.key === credential.key && endedBefore(call, other));
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
