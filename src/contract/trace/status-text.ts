/** The result of a call in a few words: its status code, or the failure that replaced the response. */
import type { Call } from './call.js';

export function statusText({ gateway, exchange: { response, failure } }: Call): string {
  if (gateway !== undefined) return `a gateway answered ${gateway}`;
  if (failure) return failureTexts[failure];
  return response === undefined ? 'no response' : String(response.status);
}

const failureTexts = {
  reset: 'a reset connection',
  timeout: 'a timeout',
  aborted: 'an aborted request',
  truncated: 'an incomplete response',
  unreachable: 'no connection',
  protocol: 'a response that is not HTTP',
  gateway: 'a refusal of a proxy',
} as const;
