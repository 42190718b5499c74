/** Formats the result of a call: status code or network failure. */
import type { WireFailure } from '../../journal/exchange.js';
import type { Call } from './call.js';

/** Responses with these statuses never have a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

export function formatStatus({ gatewayStatus, exchange }: Pick<Call, 'gatewayStatus' | 'exchange'>): string {
  const { response, proxyResponse, failure } = exchange;
  if (gatewayStatus !== undefined) return `a gateway responded ${gatewayStatus}`;
  if (!failure) return response === undefined ? 'no response' : String(response.status);
  if (proxyResponse) return `${failureLabels[failure]} (${proxyResponse.status} of the recording proxy)`;
  return formatFailure(failure, response?.status);
}

/**
 * @param failure a `WireFailure`, or another text of a report
 * @param status the status code, if it arrived before the failure
 */
export function formatFailure(failure: string, status?: number): string {
  const text = Object.hasOwn(failureLabels, failure) ? failureLabels[failure as WireFailure] : failure;
  if (status === undefined) return text;
  return failure === 'truncated' ? `${text} (${status})` : `${text} after the headers (${status})`;
}

const failureLabels: Readonly<Record<WireFailure, string>> = {
  reset: 'a reset connection',
  timeout: 'a timeout',
  aborted: 'an aborted request',
  truncated: 'an incomplete response',
  unreachable: 'no connection',
  protocol: 'a response that is not HTTP',
  gateway: 'a rejection by a proxy',
};

/** The result, with what is wrong with the body of a success: `empty 200`. */
export function formatResult(
  call: Pick<Call, 'gatewayStatus' | 'exchange' | 'isSuccess' | 'status' | 'responseBody'>,
): string {
  const { isSuccess, status, responseBody } = call;
  if (!isSuccess || responseBody.kind === 'json') return formatStatus(call);
  switch (responseBody.kind) {
    case 'empty':
      return BODILESS.has(status) ? String(status) : `empty ${status}`;
    case 'too-large':
      return `${status} with a body that is too large (${responseBody.reason})`;
    case 'not-recorded':
      return `${status} with a body that was not recorded`;
    default:
      return `${status} with a body that is not JSON`;
  }
}
