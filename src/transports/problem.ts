/** Problems that a transport sends itself, when the service was not called or did not respond. */
import type { ServerResponse } from 'node:http';
import { corsHeaders } from './cors.js';

export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  title: string,
  requestId: string,
  origin?: string,
  detail = title,
): void {
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code, request_id: requestId });
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...(origin && corsHeaders(origin)),
  });
  response.end(body);
}
