/**
 * Rules about operations and presentations that worked before: errors at the end of a run, presentations that are gone, and pages or
 * redirects in place of responses. Sections 1, 4, 5 and 7.
 */
import { groupBy } from '../../base/group-by.js';
import { pluralize } from '../../base/text/pluralize.js';
import type { OperationId } from '../../generated/routes.js';
import { endedBefore, isFromVerify, isHtmlPage, isNotFound, isSuccess, type Call } from '../model/call.js';
import type { PresentationHistory } from '../model/presentation-history.js';
import { getQueryRedirect, isRedirect, isTrailingSlashRedirect } from '../model/redirect.js';
import type { Trace } from '../model/trace.js';
import { findUnrelatedCause } from '../downgrades/index.js';
import { mayBeLostByRename } from '../downgrades/lost-renames.js';
import { mayBeDeletedExternally } from '../downgrades/external-changes.js';
import { mayBeOutage } from '../downgrades/outages.js';
import { presentationMayBeExpired } from '../downgrades/retention.js';
import { mayBeHiddenByProxyPage } from '../downgrades/proxy-pages.js';
import type { Finding, Rule, RuleResult } from '../rule.js';
import { description } from '../description.js';
import { getErrorsCause, getGoneCause, getPagesCause } from './checks/cause-names.js';
import { equalJson } from './checks/equal-json.js';
import { findSuspectBetween } from './checks/find-cause.js';
import { getJson } from '../model/body.js';
import { createOperationRule } from './create-operation-rule.js';
import { getValidCalls, type OperationMeta } from './operations.js';
import { createRule, violation } from './create-rule.js';

/** The last requests of an operation, if all of them failed. One failure at the end may be a coincidence. */
const MIN_LAST_ERRORS = 2;

/** So many are no coincidence. */
const MIN_PERSISTENT_ERRORS = 3;

/** Responses in place of documented ones, of at least half of all. */
const MIN_REDIRECTS = 3;

/** So many are no coincidence. */
const MIN_PERSISTENT_REDIRECTS = 6;

/** A plan or a quota can reject these operations at any time. */
const WITH_QUOTA: readonly OperationId[] = ['startGeneration', 'createPresentation'];

const QUOTA_STATUSES: readonly number[] = [403, 409];

/** Another change may be under way. */
const LOCK_STATUSES: readonly number[] = [409, 423];

/** A service may reject a title. */
const REJECTS_BODY: readonly number[] = [400, 422];

/** Other rules check jobs, which may expire, and presentations, each of which may be locked. */
const OF_ONE_RESOURCE: readonly OperationId[] = ['getGenerationStatus', 'getPresentation'];

export const availabilityRules: readonly Rule[] = [
  createRule({
    id: 'presentation/stays-fetchable',
    sections: ['1', '2.1', '4.2', '5'],
    title: 'A presentation that was fetched does not disappear',
    interpretation:
      'Fails for 404 and 410 after a successful fetch of the owner. Users may delete a presentation: a warning.',
    select: ({ presentations }) =>
      presentations.filter(({ owner, fetches }) => owner !== undefined && fetches.some(isSuccess)),
    notCovered: 'no presentation that was fetched in the traffic',
    check: checkDisappearance,
  }),
  createOperationRule({
    id: 'operation/stays-available',
    sections: ['1', '4'],
    title: 'An operation that works does not fail until the end',
    interpretation:
      `Warns if the last ${MIN_LAST_ERRORS} valid requests of an operation fail after a success. Fails after ${MIN_PERSISTENT_ERRORS} if no ` +
      'quota explains it: renames of two presentations that can be fetched, and starts with 5xx for a body that was accepted before.',
    checkOperation: checkLastErrors,
  }),
  createOperationRule({
    id: 'operation/no-redirect-instead-of-response',
    sections: ['4'],
    title: 'An operation is not answered by redirects or pages',
    interpretation:
      `Fails if at least ${MIN_PERSISTENT_REDIRECTS} requests with a valid key, and half of them, get a redirect to another path, or an HTML page with 2xx. ` +
      'Redirects to the same path are allowed. Fewer are a warning.',
    checkOperation: checkRedirects,
  }),
];

function checkDisappearance({ fetches }: PresentationHistory, trace: Trace): Finding | undefined {
  const call = fetches.find(
    (fetch) => isNotFound(fetch) && fetches.some((other) => other.isSuccess && endedBefore(other, fetch)),
  );
  const before = call && fetches.findLast((other) => other.isSuccess && endedBefore(other, call));
  if (!call || !before || mayBeHiddenByProxyPage(call, trace) !== undefined) return undefined;
  // Another rule reports a rename that loses its presentation.
  if (mayBeLostByRename(call, trace) !== undefined) return undefined;
  const returns = fetches.some((other) => other.isSuccess && endedBefore(call, other));
  return violation(
    returns
      ? 'a presentation that was fetched before is not found for a time'
      : 'a presentation that was fetched before is gone',
    {
      ...{ expected: description('any 2xx'), actual: call.status, call, comparedWith: before },
      suspect: findSuspectBetween(before, call, trace),
      downgrade: presentationMayBeExpired(call, trace) ?? mayBeDeletedExternally(call, trace),
      cause: getGoneCause(call),
    },
  );
}

function checkLastErrors(trace: Trace, { id, endpoint }: OperationMeta): RuleResult {
  const calls = getValidCalls(trace, id)
    .filter((call) => call.status > 0 && call.status !== 429 && findUnrelatedCause(call, trace) === undefined)
    .toSorted((one, two) => one.exchange.sequence - two.exchange.sequence);
  const byKey = groupBy(calls, ({ credential }) => credential.key);
  return {
    checked: calls.filter(isSuccess).length,
    findings: OF_ONE_RESOURCE.includes(id)
      ? []
      : [...byKey.values()].flatMap((own) => checkEnd(own, endpoint, trace) ?? []),
    notCovered: 'no successful request in the traffic',
  };
}

/** @param own the calls of one operation with one key */
function checkEnd(own: readonly Call[], endpoint: string, trace: Trace): Finding | undefined {
  const at = own.findLastIndex(isSuccess);
  const errors = own.slice(at + 1);
  const [before, first, last] = [own[at], errors[0], errors.at(-1)];
  if (!before || !first || !last || errors.length < MIN_LAST_ERRORS) return undefined;
  // A key without access is another finding.
  const isKeyWorking = trace.succeeded.some(
    (other) => other.credential.key === first.credential.key && endedBefore(first, other),
  );
  if (!isKeyWorking) return undefined;
  const statuses = [...new Set(errors.map(({ status }) => status))].join(', ');
  return violation(
    `the last ${pluralize(errors.length, 'request')} of ${endpoint} failed, and earlier ones did not`,
    {
      expected: description('any 2xx'),
      actual: description(statuses),
      call: first,
      comparedWith: before,
      cause: getErrorsCause(endpoint),
      isCountInMessage: true,
      downgrade: getReasonForErrors(errors, own) ?? mayBeOutage(first, last),
    },
  );
}

/** @returns why the errors prove nothing; `undefined` if they do */
function getReasonForErrors(errors: readonly Call[], own: readonly Call[]): string | undefined {
  const [first] = errors;
  const { operation } = first ?? {};
  const hasQuota = operation !== undefined && WITH_QUOTA.includes(operation);
  if (errors.some(({ status }) => status === 402 || (hasQuota && QUOTA_STATUSES.includes(status))))
    return 'a quota may be used up';
  if (errors.length < MIN_PERSISTENT_ERRORS || !errors.every(isFromVerify))
    return 'the errors may be transient';
  if (operation === 'listTemplates')
    return errors.some(({ status }) => status >= 500) ? 'the errors may be transient' : undefined;
  if (operation === 'updatePresentation') {
    if (errors.some(({ status }) => REJECTS_BODY.includes(status))) return 'the title may be the reason';
    const isLock = new Set(errors.map(({ id }) => id)).size < 2;
    return isLock || errors.some(({ status }) => status >= 500 || LOCK_STATUSES.includes(status))
      ? 'the presentation may be locked'
      : undefined;
  }
  const wasAccepted = ({ requestBody }: Call): boolean =>
    own.some((other) => other.isSuccess && equalJson(getJson(other.requestBody), getJson(requestBody)));
  return operation === 'startGeneration' && errors.every((call) => call.status >= 500 && wasAccepted(call))
    ? undefined
    : 'the body may be the reason';
}

function checkRedirects(trace: Trace, { id, endpoint }: OperationMeta): RuleResult {
  const calls = trace.callsWithValidKey(id).filter(({ status }) => status > 0 && status !== 429);
  const replaced = calls.filter((call) => isHtmlPage(call.exchange) || isForeignRedirect(call));
  const [call] = replaced;
  const isKeyWorking = trace.succeeded.some(({ credential }) => credential.key === call?.credential.key);
  if (!call || replaced.length < MIN_REDIRECTS || !isKeyWorking)
    return { checked: calls.length, findings: [], notCovered: 'no request with a valid key in the traffic' };
  const isMany = replaced.length >= MIN_PERSISTENT_REDIRECTS && 2 * replaced.length >= calls.length;
  return {
    checked: calls.length,
    findings: [
      violation(`${endpoint} responds with ${describe(replaced)}`, {
        expected: description('the documented response'),
        actual: description(`${replaced.length} of ${pluralize(calls.length, 'response')}`),
        call,
        ...(isHtmlPage(call.exchange) && { cause: getPagesCause(call) }),
        // The actual value says it.
        isCountInMessage: true,
        downgrade: isMany ? undefined : 'a gateway in front may send them now and then',
      }),
    ],
  };
}

/** Whether a client that follows it leaves the operation. */
const isForeignRedirect = ({ exchange }: Call): boolean =>
  isRedirect(exchange) && !getQueryRedirect(exchange) && !isTrailingSlashRedirect(exchange);

const describe = (calls: readonly Call[]): string =>
  calls.every(({ exchange }) => isHtmlPage(exchange))
    ? 'pages'
    : calls.some(({ exchange }) => isHtmlPage(exchange))
      ? 'redirects and pages'
      : 'redirects';
