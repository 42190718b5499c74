/** Decides whether requests certainly come from one client; findings about intervals are info otherwise. */
import { getHeader, type Exchange } from '../../journal/exchange.js';
import { getOrigin } from '../model/operation.js';
import type { ClientRequest } from './client-requests.js';
import type { RequestFinding } from './create-client-rule.js';
import type { RequestTime } from './request-timing.js';

/** HAR files have times in whole ms. */
const TIME_RESOLUTION_MS = 1;

/**
 * Makes the finding info, with the reason, unless one client certainly sent all requests.
 * @param times the requests that violate the rule together, the oldest first
 */
export function requireOneClient(
  request: ClientRequest,
  times: readonly RequestTime[],
  finding: RequestFinding,
): RequestFinding {
  if (request.isSinglePage || isOneConnection(request.exchange, times)) return finding;
  return {
    ...finding,
    severity: 'info',
    message: `${finding.message}; several clients may share this key, so it is not certain that one client did this`,
  };
}

/** Whether a program sent the requests over one connection, each after the previous response. */
function isOneConnection({ request, connection }: Exchange, times: readonly RequestTime[]): boolean {
  // The tabs of a browser share connections.
  if (/^Mozilla\//i.test(getHeader(request.headers, 'user-agent') ?? 'Mozilla/')) return false;
  // Some writers put the port of the server there, which all clients share.
  if (connection === undefined || connection === getPort(request.url)) return false;
  return times.every(
    (time, index) => time.connection === connection && !isOverlapping(times[index - 1], time),
  );
}

function isOverlapping(earlier: RequestTime | undefined, later: RequestTime): boolean {
  if (earlier?.clockChanges !== later.clockChanges) return false;
  return later.at < earlier.endedAt - TIME_RESOLUTION_MS;
}

function getPort(url: string): string {
  const origin = getOrigin(url);
  return /:(\d+)$/.exec(origin)?.[1] ?? (origin.startsWith('https:') ? '443' : '80');
}
