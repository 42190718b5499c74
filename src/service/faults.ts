/** Finds the fault that applies to a request, of its scenario or of a user, and its effect on the response. */
import { problems } from '../generated/problems.js';
import type { OperationId } from '../generated/routes.js';
import { draw } from '../scenario/draw.js';
import type { Fault, FaultResponse, Timeline } from '../scenario/timeline.js';
import { fill } from '../base/placeholders.js';
import { presentationIdOf } from './presentations.js';
import { lengthOf } from './project.js';
import { codeForStatus, refuse } from './refusal.js';
import { respond, type ApiResponse, type Delivery } from './response.js';
import type { ArmedFault } from './workspace-state.js';

export interface FaultOccasion {
  readonly operation: OperationId;
  /** The number of requests of this kind so far, including this one. */
  readonly ordinal: number;
  /** Milliseconds since the start of the job; undefined for a request that is not about a job. */
  readonly elapsed: number | undefined;
  readonly seed: number;
}

/** Whether the requests of an operation must be counted. */
export function countsRequests(timeline: Timeline, operation: OperationId): boolean {
  return timeline.faults.some(
    (fault) =>
      fault.operations.includes(operation) &&
      (fault.requests !== undefined || fault.chance < 1 || isDrawn(fault)),
  );
}

/** The first fault with all conditions met. */
export function findFault(timeline: Timeline, occasion: FaultOccasion): Fault | undefined {
  const { operation, ordinal, elapsed, seed } = occasion;
  return timeline.faults.find(
    (fault, index) =>
      fault.operations.includes(operation) &&
      (!fault.requests || (ordinal >= fault.requests.from && ordinal <= fault.requests.to)) &&
      (!fault.during ||
        (elapsed !== undefined && elapsed >= fault.during.from && elapsed < fault.during.to)) &&
      (fault.chance >= 1 || draw(seed, 'chance', index, operation, ordinal) < fault.chance),
  );
}

/** A response that a fault can change. */
export interface FaultTarget {
  readonly operation: OperationId;
  /** The id in the path of the request, or empty. */
  readonly id: string;
  readonly now: number;
  readonly seed: number;
}

/**
 * The first active fault for a response. It counts the response.
 * @returns the fault, and the active faults after it
 */
export function takeFault(
  armed: readonly ArmedFault[],
  { operation, id, now, seed }: FaultTarget,
): { readonly met: ArmedFault | undefined; readonly armed: readonly ArmedFault[] } {
  let met: ArmedFault | undefined;
  const rest = armed.flatMap((one) => {
    const { fault, job, tried = 0, left, happened = 0, until } = one;
    if (until <= now) return [];
    if (met || !fault.operations.includes(operation) || (job !== undefined && job !== id)) return [one];
    if (fault.chance >= 1 || draw(seed, 'armed', one.id, tried) < fault.chance) met = one;
    const counted = { ...one, ...(fault.chance < 1 && { tried: tried + 1 }) };
    if (!met) return [counted];
    return left > 1 ? [{ ...counted, left: left - 1, happened: happened + 1 }] : [];
  });
  return { met, armed: rest };
}

/** The delivery that a fault causes; `undefined` when it does not change the delivery. */
export function deliveryOf(
  fault: Fault,
  { ordinal, seed }: Pick<FaultOccasion, 'ordinal' | 'seed'>,
  now: number,
): Delivery | undefined {
  const { latency, connection, corrupt, drip } = fault;
  if (!latency && !connection && corrupt !== 'truncated' && drip === undefined) return undefined;
  return {
    ...(latency && { holdUntil: now + lengthOf(latency, seed, ordinal) }),
    ...(connection && { connection }),
    ...(corrupt === 'truncated' && { truncate: true }),
    ...(drip !== undefined && { drip }),
  };
}

/**
 * The response of a fault, instead of the operation's. A string body with its own content type is sent unchanged.
 * @param source the fields that placeholders stand for
 */
export function faultResponse(answer: FaultResponse, requestId: string, source?: object): ApiResponse {
  const { status, retryAfter } = answer;
  const fields = { ...source, request_id: requestId };
  const body = fill(answer.body, fields);
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.ceil(retryAfter / 1000));
  for (const [name, value] of Object.entries(answer.headers)) {
    headers[name.toLowerCase() === 'content-type' ? 'Content-Type' : name] = fill(value, fields) as string;
  }
  if (body === undefined && status >= 400) {
    const code = codeForStatus(status);
    return refuse(code, `${problems[code].title}.`, requestId, { headers, status });
  }
  // An empty string means that there is no body.
  if (body === '') return respond(status, undefined, headers);
  const response = respond(status, body, headers);
  const type = headers['Content-Type'];
  response.isText = typeof body === 'string' && type !== undefined && !/\bjson\b/i.test(type);
  return response;
}

export interface FaultCircumstances extends Pick<FaultOccasion, 'ordinal' | 'seed'> {
  /** On the workspace's clock. */
  readonly now: number;
  readonly requestId: string;
  /** The id of the job, for placeholders in the fault's response. */
  readonly generationId: string | undefined;
  /** A description of the fault for the journal. */
  readonly words: string;
}

/**
 * Plays a fault: it responds instead of the service, or changes the service's response.
 * @param plainly returns the service's response without the fault
 */
export function playFault(
  fault: Fault,
  circumstances: FaultCircumstances,
  plainly: () => ApiResponse,
): ApiResponse {
  const { requestId, generationId } = circumstances;
  const instead = (source: object): ApiResponse =>
    fault.answer && !fault.connection ? faultResponse(fault.answer, requestId, source) : respond(0);
  if (fault.takesEffect) {
    const response = plainly();
    // A refused request has no effect, and the client must see why.
    if (response.status < 200 || response.status >= 300) return response;
    const { job, content } = response;
    const changed = instead({ ...jobFields(job?.id ?? generationId), ...(content as object | undefined) });
    changed.job = job;
    return withFault(changed, fault, circumstances);
  }
  if (fault.connection || fault.answer)
    return withFault(instead(jobFields(generationId)), fault, circumstances);
  return withFault(plainly(), fault, circumstances);
}

/** The fields for placeholders in a response about a job. */
function jobFields(generationId: string | undefined): object {
  if (generationId === undefined) return {};
  return { generation_id: generationId, presentation_id: presentationIdOf(generationId) };
}

function withFault(response: ApiResponse, fault: Fault, circumstances: FaultCircumstances): ApiResponse {
  const { now, words } = circumstances;
  const delivery = deliveryOf(fault, circumstances, now);
  response.fault = response.fault === undefined ? words : `${words}; ${response.fault}`;
  if (delivery) response.delivery = { ...response.delivery, ...delivery };
  response.isMalformed ||= fault.corrupt === 'malformed';
  return response;
}

/** A fault in a few words, for the log and the journal. */
export function describeFault({ answer, connection, corrupt, latency, drip, takesEffect }: Fault): string {
  const effects = [
    takesEffect && 'takes effect',
    answer && `responds ${answer.status}`,
    connection === 'reset' ? 'resets the connection' : connection && 'stalls',
    corrupt && `${corrupt} body`,
    latency && 'delayed',
    drip !== undefined && 'slow body',
  ];
  return effects.filter(Boolean).join(', ');
}

function isDrawn({ latency }: Fault): boolean {
  return latency !== undefined && latency.max > latency.min;
}
