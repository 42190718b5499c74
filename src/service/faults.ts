/** Finds the fault of a scenario that meets a request, and what it does to the answer. */
import { problems } from '../generated/problems.js';
import type { OperationId } from '../generated/routes.js';
import { draw } from '../scenario/draw.js';
import type { Fault, FaultAnswer, Timeline } from '../scenario/timeline.js';
import type { Delivery, Result } from './api.js';
import { lengthOf } from './project.js';
import { codeForStatus, refuse } from './refusal.js';

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

/** How the answer travels under a fault; `undefined` when plainly. */
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
 * The answer a scenario gives instead of the operation's. A text with a content type of its own is sent as it is.
 * @param generationId the job the request is about, for texts that name it
 */
export function faultResult(answer: FaultAnswer, requestId: string, generationId?: string): Result {
  const { status, retryAfter } = answer;
  const body = generationId === undefined ? answer.body : naming(answer.body, generationId);
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.ceil(retryAfter / 1000));
  for (const [name, value] of Object.entries(answer.headers)) {
    headers[name.toLowerCase() === 'content-type' ? 'Content-Type' : name] = value;
  }
  const isText =
    typeof body === 'string' &&
    headers['Content-Type'] !== undefined &&
    !/\bjson\b/i.test(headers['Content-Type']);
  if (body !== undefined) return { status, headers, body, ...(isText && { isText }) };
  if (status < 400) return { status, headers, body: undefined };
  const code = codeForStatus(status);
  return refuse(code, `${problems[code].title}.`, requestId, { headers, status });
}

/** A body with the job's id wherever a text asks for it. */
function naming(body: unknown, generationId: string): unknown {
  if (typeof body === 'string') return body.replaceAll('{generation_id}', generationId);
  if (Array.isArray(body)) return body.map((item) => naming(item, generationId));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, naming(value, generationId)]));
}

/** JSON that breaks off before its end: close to right, and not JSON. */
export function malform(body: string): string {
  return `${body.slice(0, -1)},`;
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
