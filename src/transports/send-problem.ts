/** Sends problems of the transport, when the service was not called or did not respond. */
import type { ServerResponse } from 'node:http';
import { corsHeaders } from './cors.js';
import { getOrCreateRequestId } from './request-id.js';

interface ProblemOptions {
  /** Default: a new one. */
  readonly requestId?: string;
  readonly detail?: string;
  /** The origin of the requesting page, if it can read the response. */
  readonly origin?: string | undefined;
}

export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  title: string,
  { requestId = getOrCreateRequestId(undefined), detail = title, origin }: ProblemOptions = {},
): void {
  const body = formatProblem(status, code, title, requestId, detail);
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...(origin !== undefined && corsHeaders(origin)),
  });
  response.end(body);
}

export function formatProblem(
  status: number,
  code: string,
  title: string,
  requestId: string,
  detail: string,
): string {
  return JSON.stringify({ type: 'about:blank', title, status, detail, code, request_id: requestId });
}
