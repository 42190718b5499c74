/** Detects responses of a proxy, load balancer or CDN. They are not judged. */
import { getHeader, type Exchange, type WireBody } from '../../journal/exchange.js';

/** Statuses that only a gateway sends: 407 and 511 by their definition, and those that Cloudflare adds. */
const isGatewayOnlyStatus = (status: number): boolean =>
  status === 407 || status === 511 || (status >= 520 && status <= 527) || status === 530;

/** @returns the status of a gateway response; `undefined` for a response of the service, or without a response */
export function getGatewayStatus({
  response,
  failure,
}: Pick<Exchange, 'response' | 'failure'>): number | undefined {
  if (response === undefined) return undefined;
  const { status, body, headers } = response;
  if (failure === 'gateway' || getHeader(headers, 'x-amzn-waf-action') !== undefined) return status;
  if (status < 407 || failure !== undefined) return undefined;
  if (isGatewayOnlyStatus(status)) return status;
  // A service can send these as JSON or without a body. A page comes from a gateway.
  return isHtmlOrText(body) && (status === 502 || status === 503 || status === 504) ? status : undefined;
}

/** Whether a body is a page or another text, not JSON. */
export const isHtmlOrText = (body: WireBody | undefined): boolean => hasText(body) && !isJson(body);

const hasText = (body: WireBody | undefined): boolean => body !== undefined && /\S/.test(body.text);

const isJson = (body: WireBody | undefined): boolean => body !== undefined && /^\s*[[{]/.test(body.text);
