/** What came of a request, and how it becomes the answer: serialised, with the headers every answer has. */
import type { Answer, ApiRequest, Delivery, Result } from './api.js';
import { malform } from './faults.js';

/** What came of a request, before it is an answer. */
export interface Answered {
  readonly result: Result;
  readonly notes: Answer['notes'];
  readonly delivery?: Delivery | undefined;
  readonly malformed?: boolean;
}

/** The result of a request whose connection is cut or left waiting. */
export const NOTHING: Result = { status: 0, headers: {}, body: undefined };

/** What is known of a request beside what came of it. */
export interface Circumstances extends Pick<Answer, 'sequence' | 'key' | 'era' | 'steered'> {
  /** When it was looked at, on the clock of its workspace; undefined for a request that opened none. */
  readonly startedAt?: number;
}

export function finish(
  request: ApiRequest,
  { result, notes, delivery, malformed }: Answered,
  { sequence, key, startedAt = request.at, era, steered }: Circumstances,
): Answer {
  const { status, body, mediaType = 'application/json' } = result;
  const headers: Record<string, string> =
    body === undefined
      ? { 'X-Request-Id': request.requestId }
      : { 'X-Request-Id': request.requestId, 'Content-Type': mediaType, 'Cache-Control': 'no-store' };
  for (const name in result.headers) headers[name] = result.headers[name] as string;
  const text =
    body === undefined ? '' : result.isText && typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers,
    body: malformed ? malform(text) : text,
    delivery,
    sequence,
    startedAt,
    key,
    era,
    steered,
    notes: result.problem === undefined ? notes : { ...notes, problem: result.problem },
  };
}
