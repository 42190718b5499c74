/** Coverage of a recording: missing bodies, headers and responses. */
import { groupBy } from '../base/group-by.js';
import { pluralize } from '../base/text/pluralize.js';
import type { Exchange } from '../journal/exchange.js';
import { formatFailure } from './model/format-result.js';
import {
  operations,
  validCalls,
  OPERATIONS_WITH_RESPONSE_BODY,
  type OperationMeta,
} from './rules/operations.js';
import type { Call } from './model/call.js';
import { areHeadersRecorded } from './model/credential.js';
import type { ParsedBody } from './model/body.js';
import type { Trace } from './model/trace.js';
import type { CoverageGap, CoverageReport } from './coverage.js';

/** What a recording leaves unjudged. */
export function findRecordingGaps(services: readonly Trace[]): readonly CoverageGap[] {
  const gap = (why: string): CoverageGap => ({ topic: 'recording', reason: why });
  if (services.every(({ calls }) => calls.length === 0))
    return [gap('the recording contains no request of a documented operation')];
  if (services.every(({ succeeded }) => succeeded.length === 0))
    return [gap('the recording contains no successful request')];
  const failed = operations.flatMap((operation) => failedOnly(operation, services));
  return [...bodyGaps(services), ...failed].map(gap);
}

/** How many bodies and lists of headers are missing, one clause for each kind. */
export function findMissingData(services: readonly Trace[]): readonly string[] {
  const calls = services.flatMap((service) => service.calls);
  return [...missingBodies(calls), ...missingHeaders(calls)];
}

function missingBodies(calls: readonly Call[]): readonly string[] {
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

function missingHeaders(calls: readonly Call[]): readonly string[] {
  const headerless = calls.filter(({ exchange: { request } }) => {
    // Readers of recordings mark such requests. A journal of function calls can have requests without headers.
    return request.headers.length > 0 && !areHeadersRecorded(request.headers);
  });
  if (headerless.length === 0) return [];
  return [`the headers of ${headerless.length} of ${pluralize(calls.length, 'request')} are missing`];
}

/** The operations and jobs of which no success can be judged, because its body is missing. */
function bodyGaps(services: readonly Trace[]): readonly string[] {
  const calls = services.flatMap((service) => service.calls);
  const unread = operations.filter(({ id }) => {
    const successes = calls.filter(({ operation, isSuccess }) => isSuccess && operation === id);
    return successes.length > 0 && successes.every(isUnread);
  });
  const jobs = services.reduce((sum, service) => sum + unseenJobs(service), 0);
  const without = [...unread.map(({ endpoint }) => endpoint), ...(jobs > 0 ? [pluralize(jobs, 'job')] : [])];
  return without.length === 0
    ? []
    : [`${missingBodies(calls).join(', ')}, so ${without.join(', ')} could not be judged`];
}

/** The other successes are judged without a body. */
const isUnread = ({ operation, requestBody, responseBody }: Call): boolean =>
  operation === 'updatePresentation'
    ? isMissing(requestBody)
    : OPERATIONS_WITH_RESPONSE_BODY.has(operation) && isMissing(responseBody);

/** The number of jobs with successful polls, but without a readable view. */
function unseenJobs(service: Trace): number {
  const unread = service
    .callsWithValidKey('getGenerationStatus')
    .filter(
      ({ id, isSuccess, responseBody }) =>
        isSuccess && isMissing(responseBody) && !service.getJob(id)?.views.length,
    );
  return new Set(unread.map(({ id }) => id)).size;
}

function failedOnly({ id, endpoint }: OperationMeta, services: readonly Trace[]): readonly string[] {
  const statuses = new Set(
    services.flatMap((service) => validCalls(service, id).map(({ status }) => status)),
  );
  if (statuses.size === 0 || [...statuses].some((status) => status < 500)) return [];
  return [`${endpoint} returned only ${[...statuses].join(', ')}`];
}

/** Whether the message had a body that the recording does not contain, or contains only in part. */
const isMissing = ({ kind }: ParsedBody): boolean => kind === 'not-recorded' || kind === 'too-large';

/** The evidence of a recording: its minimum is that it is whole and contains a judged exchange. */
export function createRecordingCoverage(
  missing: readonly CoverageGap[],
  missingParts: readonly string[] = [],
): CoverageReport {
  return {
    profile: { name: 'recording', required: [], added: [], waived: [] },
    gaps: missing,
    uncovered: [],
    ...(missingParts.length > 0 && { missingData: missingParts }),
  };
}

/** The number of exchanges that a note names. */
const MAX_NAMED = 5;

/** One note for each kind of failure, and whether the head of the response had arrived. */
export function noteFailedExchanges(exchanges: readonly Exchange[]): readonly string[] {
  const byFailure = groupBy(exchanges, ({ failure, response }) =>
    failure === undefined ? undefined : formatFailure(failure, response?.status),
  );
  return [...byFailure].flatMap(([what, broken]) =>
    what === undefined
      ? []
      : [`${pluralize(broken.length, 'request')} without a complete response: ${what} (${named(broken)})`],
  );
}

function named(exchanges: readonly Exchange[]): string {
  const first = exchanges.slice(0, MAX_NAMED).map(({ sequence }) => `#${sequence}`);
  return `${first.join(', ')}${exchanges.length > MAX_NAMED ? ', …' : ''}`;
}
