/** Matches scenario faults and added faults, and applies them to responses. */
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
  /** The number of requests of this kind so far, including this one. */
  readonly ordinal: number;
  /** Milliseconds since the start of the job; undefined for a request that is not about a job. */
  readonly elapsed: number | undefined;
  readonly seed: number;
}

/** Whether the requests of an operation must be counted. */
export function needsRequestCount(timeline: Timeline, operation: OperationId): boolean {
  return timeline.faults.some(
    (fault) =>
      fault.operations.includes(operation) &&
      (fault.requests !== undefined || fault.probability < 1 || isRandom(fault)),
  );
}

/** The first fault with all conditions met. */
export function findFault(timeline: Timeline, occasion: FaultMatchInput): CompiledFault | undefined {
  const { operation, ordinal, elapsed, seed } = occasion;
  return timeline.faults.find(
    (fault, index) =>
      fault.operations.includes(operation) &&
      (!fault.requests || (ordinal >= fault.requests.from && ordinal <= fault.requests.to)) &&
      (!fault.during ||
        (elapsed !== undefined && elapsed >= fault.during.from && elapsed < fault.during.to)) &&
      (fault.probability >= 1 || seededRandom(seed, 'chance', index, operation, ordinal) < fault.probability),
  );
}

/** A response that a fault can change. */
export interface ActiveFaultMatchInput {
  readonly operation: OperationId;
  /** The id in the path of the request, or empty. */
  readonly id: string;
  readonly now: number;
  readonly seed: number;
}

/**
 * Returns the first matching fault and decrements its remaining count.
 * @returns the fault, and the active faults after it
 */
export function consumeFault(
  armed: readonly ActiveFault[],
  { operation, id, now, seed }: ActiveFaultMatchInput,
): { readonly matched: ActiveFault | undefined; readonly faults: readonly ActiveFault[] } {
  let met: ActiveFault | undefined;
  const rest = armed.flatMap((one) => {
    const { fault, job, tried = 0, remaining, happened = 0, expiresAt } = one;
    if (expiresAt <= now) return [];
    if (met || !fault.operations.includes(operation) || (job !== undefined && job !== id)) return [one];
    if (fault.probability >= 1 || seededRandom(seed, 'armed', one.id, tried) < fault.probability) met = one;
    const counted = { ...one, ...(fault.probability < 1 && { tried: tried + 1 }) };
    if (!met) return [counted];
    return remaining > 1 ? [{ ...counted, remaining: remaining - 1, happened: happened + 1 }] : [];
  });
  return { matched: met, faults: rest };
}

/** The delivery that a fault causes; `undefined` when it does not change the delivery. */
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
 * The response of a fault, instead of the operation's. A string body with its own content type is sent unchanged.
 * @param source the fields that placeholders stand for
 */
export function createFaultResponse(
  answer: CompiledFaultResponse,
  requestId: string,
  source?: object,
): ApiResponse {
  const { status, retryAfter } = answer;
  const fields = { ...source, request_id: requestId };
  const body = fillPlaceholders(answer.body, fields);
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.ceil(retryAfter / 1000));
  for (const [name, value] of Object.entries(answer.headers)) {
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

export interface FaultContext extends Pick<FaultMatchInput, 'ordinal' | 'seed'> {
  /** On the workspace's clock. */
  readonly now: number;
  readonly requestId: string;
  /** The id of the job, for placeholders in the fault's response. */
  readonly generationId: string | undefined;
  /** A description of the fault for the journal. */
  readonly description: string;
}

/**
 * Applies a fault: replaces the response, or changes its delivery.
 * @param next returns the service's response without the fault
 */
export function applyFault(
  fault: CompiledFault,
  circumstances: FaultContext,
  next: () => ApiResponse,
): ApiResponse {
  const { requestId, generationId } = circumstances;
  const faultResponse = (source: object): ApiResponse =>
    fault.response && !fault.connection
      ? createFaultResponse(fault.response, requestId, source)
      : createResponse(0);
  if (fault.takesEffect) {
    const response = next();
    // A refused request has no effect, and the client must see why.
    if (response.status < 200 || response.status >= 300) return response;
    const { job, content } = response;
    const changed = faultResponse({
      ...jobPlaceholders(job?.id ?? generationId),
      ...(content as object | undefined),
    });
    changed.job = job;
    return markFault(changed, fault, circumstances);
  }
  if (fault.connection || fault.response)
    return markFault(faultResponse(jobPlaceholders(generationId)), fault, circumstances);
  return markFault(next(), fault, circumstances);
}

/** The fields for placeholders in a response about a job. */
function jobPlaceholders(generationId: string | undefined): object {
  if (generationId === undefined) return {};
  return { generation_id: generationId, presentation_id: toPresentationId(generationId) };
}

function markFault(response: ApiResponse, fault: CompiledFault, circumstances: FaultContext): ApiResponse {
  const { now, description } = circumstances;
  const delivery = faultDelivery(fault, circumstances, now);
  response.fault = response.fault === undefined ? description : `${description}; ${response.fault}`;
  if (delivery) response.delivery = { ...response.delivery, ...delivery };
  response.isMalformed ||= fault.corrupt === 'malformed';
  return response;
}

/** A fault in a few words, for the log and the journal. */
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
    connection === 'reset' ? 'resets the connection' : connection && 'stalls',
    corrupt && `${corrupt} body`,
    latency && 'delayed',
    drip !== undefined && 'slow body',
  ];
  return effects.filter(Boolean).join(', ');
}

function isRandom({ latency }: CompiledFault): boolean {
  return latency !== undefined && latency.max > latency.min;
}
