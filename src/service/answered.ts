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
export type Circumstances = Partial<Pick<Answer, 'key' | 'startedAt' | 'era'>>;

export function finish(
  request: ApiRequest,
  { result, notes, delivery, malformed }: Answered,
  { key, startedAt, era }: Circumstances = {},
): Answer {
  const headers: Record<string, string> = { 'X-Request-Id': request.requestId, ...result.headers };
  if (result.body !== undefined) {
    headers['Content-Type'] = result.mediaType ?? 'application/json';
    headers['Cache-Control'] = 'no-store';
  }
  const body = result.body === undefined ? '' : JSON.stringify(result.body);
  return {
    status: result.status,
    headers,
    body: malformed ? malform(body) : body,
    delivery,
    startedAt: startedAt ?? request.at,
    key,
    notes,
    era,
  };
}
