/**
 * Recognises a page with 403 that a firewall before the service may have sent: it says nothing about the operation, unless the same
 * request gets it again and again, and nothing else.
 */
import { isNotFound, type Call } from '../../trace/call.js';
import { isPage } from '../../trace/gateway.js';
import type { Trace } from '../../trace/trace.js';

/** Fewer pages can be a coincidence. */
const MIN_PAGES = 3;

export function isPassingPage(call: Call, trace: Trace): boolean {
  if (!isForbiddenPage(call)) return false;
  const same = trace
    .about(call.operation, call.id)
    .filter(({ by }) => by.key === call.by.key && by.via === call.by.via);
  return same.length < MIN_PAGES || !same.every(isForbiddenPage);
}

const isForbiddenPage = ({ status, exchange }: Call): boolean =>
  status === 403 && isPage(exchange.response?.body);

/** Whether a resource may be gone because a page hid its last response: a service may delete what a client has seen. */
export function isGoneBehindPage(call: Call, trace: Trace): boolean {
  if (!isNotFound(call)) return false;
  return trace.about(call.operation, call.id).some((other) => isPassingPage(other, trace));
}
