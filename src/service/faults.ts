/** Finds the fault of a scenario that meets a request, and what it does to the response. */
import { andThen, type Awaitable } from '../base/awaitable.js';
import { problems } from '../generated/problems.js';
import type { OperationId } from '../generated/routes.js';
import { draw } from '../scenario/draw.js';
import type { Fault, FaultAnswer, Timeline } from '../scenario/timeline.js';
import { lengthOf } from './project.js';
import { codeForStatus, refuse } from './refusal.js';
import { respond, type ApiResponse, type Delivery } from './response.js';

export interface FaultOccasion {
  readonly operation: OperationId;
  /** How many requests of this kind there were, this one included. */
  readonly ordinal: number;
  /** Milliseconds since the start of the job the request is about. */
  readonly elapsed: number | undefined;
  readonly seed: number;
}

/** Whether the ordinals of an operation's requests have to be counted. */
export function countsRequests(timeline: Timeline, operation: OperationId): boolean {
  return timeline.faults.some(
    (fault) =>
      fault.operations.includes(operation) &&
      (fault.requests !== undefined || fault.chance < 1 || isDrawn(fault)),
  );
}

/** The first fault whose conditions all hold. */
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

/** How a fault delivers the response; `undefined` when it changes nothing there. */
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
 * The response that a fault gives instead of the operation's. A string with a content type of its own is sent as it is.
 * @param generationId the job the request is about, for strings that name it
 */
export function faultResponse(answer: FaultAnswer, requestId: string, generationId?: string): ApiResponse {
  const { status, retryAfter } = answer;
  const body = generationId === undefined ? answer.body : naming(answer.body, generationId);
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.ceil(retryAfter / 1000));
  for (const [name, value] of Object.entries(answer.headers)) {
    headers[name.toLowerCase() === 'content-type' ? 'Content-Type' : name] = value;
  }
  if (body === undefined && status >= 400) {
    const code = codeForStatus(status);
    return refuse(code, `${problems[code].title}.`, requestId, { headers, status });
  }
  const response = respond(status, body, headers);
  const type = headers['Content-Type'];
  response.isText = typeof body === 'string' && type !== undefined && !/\bjson\b/i.test(type);
  return response;
}

export interface FaultCircumstances extends Pick<FaultOccasion, 'ordinal' | 'seed'> {
  /** On the workspace's clock. */
  readonly now: number;
  readonly requestId: string;
  /** The job that the fault's own response can name. */
  readonly generationId: string | undefined;
  /** The fault in words, for the journal. */
  readonly words: string;
}

/**
 * Plays a fault: it responds in place of the service, or changes what the service responds.
 * @param plainly what the service responds without the fault
 */
export function playFault(
  fault: Fault,
  circumstances: FaultCircumstances,
  plainly: () => Awaitable<ApiResponse>,
): Awaitable<ApiResponse> {
  const { requestId, generationId } = circumstances;
  if (fault.connection) return withFault(respond(0), fault, circumstances);
  if (fault.answer)
    return withFault(faultResponse(fault.answer, requestId, generationId), fault, circumstances);
  return andThen(plainly(), (response) => withFault(response, fault, circumstances));
}

function withFault(response: ApiResponse, fault: Fault, circumstances: FaultCircumstances): ApiResponse {
  const { now, words } = circumstances;
  const delivery = deliveryOf(fault, circumstances, now);
  response.fault = response.fault === undefined ? words : `${words}; ${response.fault}`;
  if (delivery) response.delivery = { ...response.delivery, ...delivery };
  response.isMalformed ||= fault.corrupt === 'malformed';
  return response;
}

/** A body with the job's id wherever a string asks for it. */
function naming(body: unknown, generationId: string): unknown {
  if (typeof body === 'string') return body.replaceAll('{generation_id}', generationId);
  if (Array.isArray(body)) return body.map((item) => naming(item, generationId));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, naming(value, generationId)]));
}

/** A fault in a few words, for the log and the journal. */
export function describeFault({ answer, connection, corrupt, latency, drip }: Fault): string {
  const effects = [
    answer && `answers ${answer.status}`,
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
