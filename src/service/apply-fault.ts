/** Matches the faults of scenarios and active faults, and applies them to responses. */
import { problems } from '../generated/problems.js';
import type { OperationId } from '../generated/routes.js';
import { seededRandom } from '../scenario/seeded-random.js';
import type { CompiledFault, CompiledFaultResponse, Timeline } from '../scenario/timeline.js';
import { fillPlaceholders } from '../base/placeholders.js';
import { toPresentationId } from './presentations.js';
import { sampleDuration } from './project-job.js';
import { problemCodeForStatus, problemResponse } from './problem-responses.js';
import { createResponse, type ApiResponse, type Delivery } from './response.js';
import type { ActiveFault } from './workspace-state.js';

export interface FaultMatchInput {
  readonly operation: OperationId;
  /** The number of this request among those that are counted together, from 1. */
  readonly ordinal: number;
  /** Milliseconds since the start of the job; undefined if the request has no job. */
  readonly elapsed: number | undefined;
  readonly seed: number;
}

/** A request whose response an active fault can change. */
export interface ActiveFaultMatchInput {
  readonly operation: OperationId;
  /** The id in the path of the request, or empty. */
  readonly id: string;
  readonly now: number;
  readonly seed: number;
}

export interface FaultContext extends Pick<FaultMatchInput, 'ordinal' | 'seed'> {
  /** On the workspace's clock. */
  readonly now: number;
  readonly requestId: string;
  /** The id of the job, for placeholders in the fault's response. */
  readonly generationId: string | undefined;
  /** A description of the fault for the journal. */
  readonly description: string;
}

/** Whether the requests of an operation must be counted. */
export function needsRequestCount(timeline: Timeline, operation: OperationId): boolean {
  return timeline.faults.some(
    (fault) =>
      fault.operations.includes(operation) &&
      (fault.requests !== undefined || fault.probability < 1 || isRandom(fault)),
  );
}

/** The first fault whose conditions all match. */
export function findFault(
  timeline: Timeline,
  { operation, ordinal, elapsed, seed }: FaultMatchInput,
): CompiledFault | undefined {
  return timeline.faults.find(
    (fault, index) =>
      fault.operations.includes(operation) &&
      (!fault.requests || (ordinal >= fault.requests.from && ordinal <= fault.requests.to)) &&
      (!fault.during ||
        (elapsed !== undefined && elapsed >= fault.during.from && elapsed < fault.during.to)) &&
      (fault.probability >= 1 || seededRandom(seed, 'chance', index, operation, ordinal) < fault.probability),
  );
}

/**
 * Finds the first matching active fault, and counts its use.
 * @param activeFaults in the order in which they apply
 * @returns the fault, the faults that stay active, and those that expired before a request met them
 */
export function consumeFault(
  activeFaults: readonly ActiveFault[],
  { operation, id, now, seed }: ActiveFaultMatchInput,
): {
  readonly matched: ActiveFault | undefined;
  readonly faults: readonly ActiveFault[];
  readonly expired: readonly ActiveFault[];
} {
  let matched: ActiveFault | undefined;
  const expired = findUnmetFaults(activeFaults, now);
  const faults = activeFaults.flatMap((one) => {
    const { fault, job, attempts = 0, remaining, applied = 0, expiresAt } = one;
    if (expiresAt <= now) return [];
    if (matched || !fault.operations.includes(operation) || (job !== undefined && job !== id)) return [one];
    if (fault.probability >= 1 || seededRandom(seed, 'fault', one.id, attempts) < fault.probability)
      matched = one;
    const counted = { ...one, ...(fault.probability < 1 && { attempts: attempts + 1 }) };
    if (!matched) return [counted];
    return remaining > 1 ? [{ ...counted, remaining: remaining - 1, applied: applied + 1 }] : [];
  });
  return { matched, faults, expired };
}

/**
 * The faults that expired before a request met their conditions, the oldest first. The probability of a met fault can still have passed
 * over the request.
 * @param activeFaults the newest first
 */
export const findUnmetFaults = (activeFaults: readonly ActiveFault[], now: number): readonly ActiveFault[] =>
  activeFaults
    .filter(({ expiresAt, applied = 0, attempts = 0 }) => expiresAt <= now && applied === 0 && attempts === 0)
    .toReversed();

/** How a fault changes the delivery of a response; `undefined` if it does not. */
export function faultDelivery(
  fault: CompiledFault,
  { ordinal, seed }: Pick<FaultMatchInput, 'ordinal' | 'seed'>,
  now: number,
): Delivery | undefined {
  const { latency, connection, corrupt, drip } = fault;
  if (!latency && !connection && corrupt !== 'truncated' && drip === undefined) return undefined;
  return {
    ...(latency && { notBefore: now + sampleDuration(latency, seed, ordinal) }),
    ...(connection && { connection }),
    ...(corrupt === 'truncated' && { truncateBody: true }),
    ...(drip !== undefined && { drip }),
  };
}

/**
 * Creates the response of a fault. A string body with its own content type is sent unchanged.
 * @param source the values of placeholders
 */
export function createFaultResponse(
  faultResponse: CompiledFaultResponse,
  requestId: string,
  source?: object,
): ApiResponse {
  const { status, retryAfter } = faultResponse;
  const fields = { ...source, request_id: requestId };
  const body = fillPlaceholders(faultResponse.body, fields);
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.ceil(retryAfter / 1000));
  for (const [name, value] of Object.entries(faultResponse.headers)) {
    headers[name.toLowerCase() === 'content-type' ? 'Content-Type' : name] = fillPlaceholders(
      value,
      fields,
    ) as string;
  }
  if (body === undefined && status >= 400) {
    const code = problemCodeForStatus(status);
    return problemResponse(code, `${problems[code].title}.`, requestId, { headers, status });
  }
  // An empty string means that there is no body.
  if (body === '') return createResponse(status, undefined, headers);
  const response = createResponse(status, body, headers);
  const type = headers['Content-Type'];
  response.isText = typeof body === 'string' && type !== undefined && !/\bjson\b/i.test(type);
  return response;
}

/**
 * Applies a fault: replaces the response, or changes its delivery.
 * @param next returns the response of the service without the fault
 */
export function applyFault(
  fault: CompiledFault,
  context: FaultContext,
  next: () => ApiResponse,
): ApiResponse {
  const { requestId, generationId } = context;
  const createReplacement = (source: object): ApiResponse =>
    fault.response && !fault.connection
      ? createFaultResponse(fault.response, requestId, source)
      : createResponse(0);
  if (fault.takesEffect) {
    const response = next();
    // A rejected request has no effect, and the client must get the reason.
    if (response.status < 200 || response.status >= 300) return response;
    const { job, content } = response;
    const replaced = createReplacement({
      ...jobPlaceholders(job?.id ?? generationId),
      ...(content as object | undefined),
    });
    replaced.job = job;
    return recordFault(replaced, fault, context);
  }
  if (fault.connection || fault.response)
    return recordFault(createReplacement(jobPlaceholders(generationId)), fault, context);
  return recordFault(next(), fault, context);
}

/** The values of placeholders in a response about a job. */
function jobPlaceholders(generationId: string | undefined): object {
  if (generationId === undefined) return {};
  return { generation_id: generationId, presentation_id: toPresentationId(generationId) };
}

/** Adds the fault to a response: its description, its delivery, and whether the body is malformed. */
function recordFault(response: ApiResponse, fault: CompiledFault, context: FaultContext): ApiResponse {
  const { now, description } = context;
  const delivery = faultDelivery(fault, context, now);
  response.fault = response.fault === undefined ? description : `${description}; ${response.fault}`;
  if (delivery) response.delivery = { ...response.delivery, ...delivery };
  response.isMalformed ||= fault.corrupt === 'malformed';
  return response;
}

/** A short description of a fault, for the log and the journal. */
export function describeFault({
  response,
  connection,
  corrupt,
  latency,
  drip,
  takesEffect,
}: CompiledFault): string {
  const effects = [
    takesEffect && 'takes effect',
    response && `responds ${response.status}`,
    connection === 'reset' ? 'resets the connection' : connection && 'times out',
    corrupt && `${corrupt} body`,
    latency && 'delayed',
    drip !== undefined && 'slow body',
  ];
  return effects.filter(Boolean).join(', ');
}

function isRandom({ latency }: CompiledFault): boolean {
  return latency !== undefined && latency.max > latency.min;
}
