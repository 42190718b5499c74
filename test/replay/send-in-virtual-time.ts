/**
 * Sends a request to a service at a virtual time, and records the exchange. Hours of virtual time take only the time to compute the
 * responses.
 */
import type { Exchange, WireFailure } from '../../src/journal/exchange.js';
import { bodyFromText } from '../../src/journal/body.js';
import type { WireExchange } from '../../src/journal/raw-exchange.js';
import type { ApiResponse } from '../../src/service/response.js';
import type { Service } from '../../src/service/service.js';

export interface PlayedRequest {
  /** In milliseconds since 1970, not before the previous request. */
  readonly at: number;
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  /** With lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** When the client aborts a request without a response, in milliseconds. */
  readonly timeoutMs: number;
}

export function playRequest(service: Service, request: PlayedRequest): Exchange {
  const { at, method, path, headers, body } = request;
  const response = service.respond({
    method,
    path,
    header: (name) => headers[name],
    body,
    requestId: `replay-${at}`,
    receivedAt: at,
  });
  return service.record(wireExchange(service, request, response), response).toExchange();
}

function wireExchange(service: Service, request: PlayedRequest, response: ApiResponse): WireExchange {
  const { at, method, path, headers, body, timeoutMs } = request;
  const { delivery, startedAt } = response;
  const failure: WireFailure | undefined =
    delivery?.connection === 'timeout' ? 'aborted' : delivery?.connection === 'reset' ? 'reset' : undefined;
  const delay = Math.max(0, (delivery?.notBefore ?? startedAt) - startedAt);
  return {
    endedAt: at + (delivery?.connection === 'timeout' ? timeoutMs : delay + (delivery?.drip ?? 0)),
    method,
    url: service.shared.basePath + path,
    requestHeaders: Object.entries(headers).flat(),
    requestBody: body === undefined ? undefined : bodyFromText(body),
    responseHeaders: failure ? undefined : Object.entries(response.headers).flat(),
    responseBody: failure || response.body === '' ? undefined : bodyFromText(response.body),
    failure: failure ?? (delivery?.truncateBody ? 'truncated' : undefined),
  };
}
