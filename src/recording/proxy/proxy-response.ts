/**
 * The responses that the proxy itself sends, when there is no response of the upstream. A header marks each of them, so that
 * they are not mistaken for responses of the service. They are not in the journal.
 */
import type { ServerResponse } from 'node:http';

/** Its value is the reason. Responses of the upstream do not have this header. */
const REASON_HEADER = 'X-Deckhand-Proxy';

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

export function sendProxyResponse(response: ServerResponse, reason: ProxyReason, detail: string): void {
  const [status, title] = RESPONSES[reason];
  const code = `deckhand_proxy_${reason.replaceAll('-', '_')}`;
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code });
  response.sendDate = true;
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    [REASON_HEADER]: reason,
  });
  response.end(body);
}
