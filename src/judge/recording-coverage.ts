/** Coverage of a recording: missing bodies, headers and responses. */
import { groupBy } from '../base/group-by.js';
import { pluralize } from '../base/text/pluralize.js';
import { BORROWED_BODY_FAULT, type Exchange } from '../journal/exchange.js';
import { formatFailure } from './model/format-result.js';
import {
  operations,
  getValidCalls,
  OPERATIONS_WITH_RESPONSE_BODY,
  type OperationMeta,
} from './rules/operations.js';
import type { Call } from './model/call.js';
import { areHeadersRecorded } from './model/credential.js';
import type { ParsedBody } from './model/body.js';
import type { Trace } from './model/trace.js';
import type { CoverageGap, CoverageReport } from './coverage.js';

/** The number of exchanges in one note. */
const MAX_LISTED_EXCHANGES = 5;

/** The gaps of a recording: operations and jobs that cannot be judged. */
export function findRecordingGaps(services: readonly Trace[]): readonly CoverageGap[] {
  const toGap = (reason: string): CoverageGap => ({ topic: 'recording', reason, flags: [] });
  if (services.every(({ calls }) => calls.length === 0))
    return [toGap('the recording contains no request of a documented operation')];
  if (services.every(({ succeeded }) => succeeded.length === 0))
    return [toGap('the recording contains no successful request')];
  const failed = operations.flatMap((operation) => formatOnlyServerErrors(operation, services));
  return [...findUnreadOperations(services), ...failed].map(toGap);
}

/** One clause for each kind of missing data: bodies and headers. */
export function findMissingData(services: readonly Trace[]): readonly string[] {
  const calls = services.flatMap((service) => service.calls);
  return [...formatMissingBodies(calls), ...formatMissingHeaders(calls)];
}

function formatMissingBodies(calls: readonly Call[]): readonly string[] {
  const directions = [
    ['response', calls.map(({ responseBody }) => responseBody)],
    ['request', calls.map(({ requestBody }) => requestBody)],
  ] as const;
  return directions.flatMap(([direction, payloads]) => {
    const bodies = payloads.filter(({ kind }) => kind !== 'empty');
    const missing = bodies.filter(isMissing).length;
    return missing === 0 ? [] : [`${missing} of ${bodies.length} ${direction} bodies are missing`];
  });
}

function formatMissingHeaders(calls: readonly Call[]): readonly string[] {
  const headerless = calls.filter(({ exchange: { request } }) => {
    // Only readers of recordings mark missing headers: a journal of function calls can have requests without headers.
    return request.headers.length > 0 && !areHeadersRecorded(request.headers);
  });
  if (headerless.length === 0) return [];
  return [`the headers of ${headerless.length} of ${pluralize(calls.length, 'request')} are missing`];
}

/** The operations and jobs without a readable success, because its body is missing. */
function findUnreadOperations(services: readonly Trace[]): readonly string[] {
  const calls = services.flatMap((service) => service.calls);
  const unread = operations.filter(({ id }) => {
    const successes = calls.filter(({ operation, isSuccess }) => isSuccess && operation === id);
    return successes.length > 0 && successes.every(isUnread);
  });
  const jobs = services.reduce((sum, service) => sum + countUnreadJobs(service), 0);
  const names = [...unread.map(({ endpoint }) => endpoint), ...(jobs > 0 ? [pluralize(jobs, 'job')] : [])];
  return names.length === 0
    ? []
    : [`${formatMissingBodies(calls).join(', ')}, so ${names.join(', ')} could not be judged`];
}

/** The success of another operation is judged without a body. */
const isUnread = ({ operation, requestBody, responseBody }: Call): boolean =>
  operation === 'updatePresentation'
    ? isMissing(requestBody)
    : OPERATIONS_WITH_RESPONSE_BODY.has(operation) && isMissing(responseBody);

/** The number of jobs with successful polls, but without a readable one. */
function countUnreadJobs(service: Trace): number {
  const unread = service
    .callsWithValidKey('getGenerationStatus')
    .filter(
      ({ id, isSuccess, responseBody }) =>
        isSuccess && isMissing(responseBody) && !service.getJob(id)?.views.length,
    );
  return new Set(unread.map(({ id }) => id)).size;
}

function formatOnlyServerErrors(
  { id, endpoint }: OperationMeta,
  services: readonly Trace[],
): readonly string[] {
  // Without a documented body, no request is known to be valid.
  if (id === 'createPresentation' || id === 'sendGenerationMessage') return [];
  const statuses = new Set(
    services.flatMap((service) => getValidCalls(service, id).map(({ status }) => status)),
  );
  if (statuses.size === 0 || [...statuses].some((status) => status < 500)) return [];
  return [`${endpoint} returned only ${[...statuses].join(', ')}`];
}

/** Whether the recording lacks a body, or has only a part of it. */
const isMissing = ({ kind }: ParsedBody): boolean => kind === 'not-recorded' || kind === 'too-large';

/** The coverage of a recording, which must be complete and contain a judged exchange. */
export function createRecordingCoverage(
  gaps: readonly CoverageGap[],
  missingData: readonly string[] = [],
): CoverageReport {
  return {
    profile: { name: 'recording', required: [], added: [], waived: [] },
    gaps,
    uncovered: [],
    ...(missingData.length > 0 && { missingData }),
  };
}

/** One note for each kind of failure, before or after the response headers. */
export function noteFailedExchanges(exchanges: readonly Exchange[]): readonly string[] {
  const byFailure = groupBy(exchanges, ({ failure, response }) =>
    failure === undefined ? undefined : formatFailure(failure, response?.status),
  );
  return [...byFailure].flatMap(([failure, failed]) =>
    failure === undefined
      ? []
      : [
          `${pluralize(failed.length, 'request')} without a complete response: ${failure} (${formatSequences(failed)})`,
        ],
  );
}

/** A note about responses of a replay whose own bodies were not recorded. */
export function noteBorrowedBodies(exchanges: readonly Exchange[]): readonly string[] {
  const borrowed = exchanges.filter(({ metadata }) => metadata?.fault === BORROWED_BODY_FAULT);
  if (borrowed.length === 0) return [];
  return [
    `${pluralize(borrowed.length, 'response')} of the recording without a body, replayed with the body of another one (${formatSequences(borrowed)})`,
  ];
}

function formatSequences(exchanges: readonly Exchange[]): string {
  const first = exchanges.slice(0, MAX_LISTED_EXCHANGES).map(({ sequence }) => `#${sequence}`);
  return `${first.join(', ')}${exchanges.length > MAX_LISTED_EXCHANGES ? ', …' : ''}`;
}
