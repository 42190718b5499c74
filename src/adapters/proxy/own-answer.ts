/**
 * What the proxy answers itself, where there is no answer of the upstream to pass on. Each says so in a header, so that
 * nobody takes it for the service's, and none of them is journalled as one.
 */
import type { ServerResponse } from 'node:http';

/** On every answer that is the proxy's own; its value is the reason. */
const OWN_HEADER = 'X-Deckhand-Proxy';

export type OwnReason =
  'unreachable' | 'timeout' | 'not-http' | 'read-only' | 'upgrade' | 'other-host' | 'bad-request';

const ANSWERS: Readonly<Record<OwnReason, readonly [status: number, title: string]>> = {
  unreachable: [502, 'The upstream cannot be reached'],
  timeout: [504, 'The upstream did not answer in time'],
  'not-http': [502, 'The upstream answered something that is not HTTP'],
  'read-only': [403, 'This proxy lets nothing through that starts or changes something'],
  upgrade: [501, 'This proxy passes on HTTP only'],
  'other-host': [421, 'This proxy does not stand for that host'],
  'bad-request': [400, 'The request cannot be passed on'],
};

export function answerOwn(response: ServerResponse, reason: OwnReason, detail: string): void {
  const [status, title] = ANSWERS[reason];
  const code = `deckhand_proxy_${reason.replaceAll('-', '_')}`;
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code });
  response.sendDate = true;
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    [OWN_HEADER]: reason,
  });
  response.end(body);
}
