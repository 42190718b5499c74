/**
 * The responses that the proxy itself sends, when there is no response of the upstream. A header marks each of them, so that
 * they are not mistaken for responses of the service. If the upstream failed, the journal has them beside the failure.
 */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { PROXY_HEADER } from '../../journal/proxy-mark.js';

export type ProxyReason =
  'unreachable' | 'timeout' | 'not-http' | 'read-only' | 'upgrade' | 'other-host' | 'bad-request';

const RESPONSES: Readonly<Record<ProxyReason, readonly [status: number, title: string]>> = {
  unreachable: [502, 'The upstream cannot be reached'],
  timeout: [504, 'The upstream did not respond in time'],
  'not-http': [502, 'The upstream sent a response that is not HTTP'],
  'read-only': [403, 'This proxy is read-only'],
  upgrade: [501, 'This proxy forwards HTTP only'],
  'other-host': [421, 'This proxy does not serve that host'],
  'bad-request': [400, 'The request cannot be forwarded'],
};

export interface ProxyResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

export function proxyResponse(reason: ProxyReason, detail: string): ProxyResponse {
  const [status, title] = RESPONSES[reason];
  const code = `deckhand_proxy_${reason.replaceAll('-', '_')}`;
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code });
  const headers = [
    ...['Content-Type', 'application/problem+json'],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store'],
    ...[PROXY_HEADER, reason],
  ];
  return { status, statusText: STATUS_CODES[status] ?? '', headers, body };
}

export function sendProxyResponse(
  response: ServerResponse,
  { status, statusText, headers, body }: ProxyResponse,
): void {
  if (response.headersSent) return void response.destroy();
  response.sendDate = true;
  // Without a reason, Node would take one that it has refused before.
  response.writeHead(status, statusText, [...headers]);
  response.end(body);
}
