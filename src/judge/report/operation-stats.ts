/** The requests of each operation by result, with latency percentiles, and the responses of gateways. */
import { groupBy } from '../../base/group-by.js';
import type { Call } from '../model/call.js';
import { operations } from '../rules/operations.js';
import type { GatewayResponses, LatencyReport, OperationReport } from './report.js';

const ZERO_COUNTS = {
  succeeded: 0,
  redirected: 0,
  clientErrors: 0,
  rateLimited: 0,
  serverErrors: 0,
  gatewayResponses: 0,
  networkErrors: 0,
};

/** The operations with at least one request, in the order of the spec. */
export function buildOperationReports(calls: readonly Call[]): readonly OperationReport[] {
  const byOperation = groupBy(calls, ({ operation }) => operation);
  return operations.flatMap(({ id, endpoint }) => {
    const own = byOperation.get(id);
    if (!own) return [];
    const counts = { ...ZERO_COUNTS };
    for (const call of own) counts[classifyCall(call)]++;
    const latencyMs = computeLatency(own);
    return [{ operation: id, endpoint, requests: own.length, ...counts, ...(latencyMs && { latencyMs }) }];
  });
}

export function countGatewayResponses(calls: readonly Call[]): readonly GatewayResponses[] {
  const statuses = calls.flatMap(({ gatewayStatus }) => gatewayStatus ?? []);
  return [...groupBy(statuses, (status) => status)]
    .map(([status, all]) => ({ status, requests: all.length }))
    .sort((one, two) => one.status - two.status);
}

function classifyCall({ status, gatewayStatus }: Call): keyof typeof ZERO_COUNTS {
  if (gatewayStatus !== undefined) return 'gatewayResponses';
  if (status === 0) return 'networkErrors';
  if (status === 429) return 'rateLimited';
  if (status >= 500) return 'serverErrors';
  if (status >= 400) return 'clientErrors';
  return status >= 300 ? 'redirected' : 'succeeded';
}

/** Of complete responses of the service; `undefined` without any. */
function computeLatency(calls: readonly Call[]): LatencyReport | undefined {
  const sorted = calls
    .filter(({ status, gatewayStatus }) => status !== 0 && gatewayStatus === undefined)
    .map(({ exchange }) => Math.max(0, exchange.endedAt - exchange.startedAt))
    .sort((one, two) => one - two);
  if (sorted.length === 0) return undefined;
  const percentile = (share: number): number =>
    round(sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? 0);
  return {
    p50: percentile(0.5),
    p90: percentile(0.9),
    p95: percentile(0.95),
    p99: percentile(0.99),
    max: percentile(1),
  };
}

/** To three significant digits: a percentile of a few requests is not more exact. */
const round = (ms: number): number => (ms === 0 ? 0 : Number(ms.toPrecision(3)));
