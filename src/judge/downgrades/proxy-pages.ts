/** 403 pages that a firewall may have sent instead of the service. */
import { endedBefore, isNotFound, type Call } from '../model/call.js';
import { isHtmlOrText } from '../model/gateway.js';
import type { Trace } from '../model/trace.js';
import type { Downgrade } from './downgrade.js';

/** Fewer pages can be a coincidence. */
const MIN_PROXY_PAGES = 3;

const isForbiddenPage = ({ status, exchange }: Call): boolean =>
  status === 403 && isHtmlOrText(exchange.response?.body);

/** Not if every attempt of the same request gets this page. */
export function mayBeProxyPage(call: Call, trace: Trace): Downgrade {
  if (!isForbiddenPage(call)) return undefined;
  const same = trace
    .callsFor(call.operation, call.id)
    .filter(
      ({ credential }) =>
        credential.key === call.credential.key && credential.header === call.credential.header,
    );
  return same.length < MIN_PROXY_PAGES || !same.every(isForbiddenPage)
    ? 'the page may come from a gateway'
    : undefined;
}

/** The 404 may follow a real response that a proxy page replaced. */
export function mayBeHiddenByProxyPage(call: Call, trace: Trace): Downgrade {
  if (!isNotFound(call)) return undefined;
  const same = trace.callsFor(call.operation, call.id);
  const before = same.findLast((other) => endedBefore(other, call) && !isNotFound(other));
  return before?.gatewayStatus !== undefined ||
    same.some((other) => mayBeProxyPage(other, trace) !== undefined)
    ? 'a gateway page may have replaced its last response'
    : undefined;
}
