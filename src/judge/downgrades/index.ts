/** The reasons to ignore a failed valid request or poll, in order. */
import type { Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import type { Downgrade, DowngradeCheck } from './downgrade.js';
import { jobMayBeUnknownYet, presentationMayBeUnknownYet } from './consistency.js';
import { jobMayBeExpired, presentationMayBeExpired, finishedJobMayBeExpired } from './retention.js';
import { mayBeDeletedAfterRead } from './external-changes.js';
import { mayBeProxyPage, mayBeHiddenByProxyPage } from './proxy-pages.js';
import {
  hasUndocumentedQuery,
  mayHaveOtherContentType,
  mayNotAcceptJson,
  isAllowedRedirect,
  hasUnusualTitle,
  hasUnlistedTemplate,
  mayBeWrongBaseUrl,
} from './client-requests.js';
import { mayBeLostByRename } from './lost-renames.js';
import { keyHeaderIsRejected } from './rejected-key-header.js';

/** The first reason that applies. */
function findFirst(call: Call, trace: Trace, checks: readonly DowngradeCheck[]): Downgrade {
  for (const check of checks) {
    const reason = check(call, trace);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Why the failure of a valid request is not about its operation. */
export const findUnrelatedCause = (call: Call, trace: Trace): Downgrade =>
  findFirst(call, trace, [
    mayBeWrongBaseUrl,
    mayHaveOtherContentType,
    mayNotAcceptJson,
    hasUndocumentedQuery,
    isAllowedRedirect,
    mayBeProxyPage,
    mayBeHiddenByProxyPage,
    presentationMayBeUnknownYet,
    jobMayBeUnknownYet,
    finishedJobMayBeExpired,
    keyHeaderIsRejected,
    presentationMayBeExpired,
    mayBeDeletedAfterRead,
    jobMayBeExpired,
    hasUnusualTitle,
    hasUnlistedTemplate,
    mayBeLostByRename,
  ]);

/** Why the rejection of a poll is not about its job. */
export const findUnrelatedPollCause = (call: Call, trace: Trace): Downgrade =>
  findFirst(call, trace, [
    finishedJobMayBeExpired,
    hasUndocumentedQuery,
    mayBeProxyPage,
    mayBeHiddenByProxyPage,
    keyHeaderIsRejected,
  ]);
