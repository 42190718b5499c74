/** The requests of each operation by their results, how long the service took, and the responses of gateways. */
import { groupBy } from '../../base/group-by.js';
import type { Call } from '../model/call.js';
import { operations } from '../rows/operations.js';
import type { GatewayReport, LatencyReport, OperationReport } from './model.js';

/** The operations with at least one request, in the order of the interface. */
export function operationReports(calls: readonly Call[]): readonly OperationReport[] {
  const byOperation = groupBy(calls, ({ operation }) => operation);
  return operations.flatMap(({ id, endpoint }) => {
    const own = byOperation.get(id);
    if (!own) return [];
    const counts = { ...NONE };
    for (const call of own) counts[kindOf(call)]++;
    const latency = latencyOf(own);
    return [{ operation: id, endpoint, requests: own.length, ...counts, ...(latency && { latency }) }];
  });
}

export function gatewayReports(calls: readonly Call[]): readonly GatewayReport[] {
  const statuses = calls.flatMap(({ gateway }) => gateway ?? []);
  return [...groupBy(statuses, (status) => status)]
    .map(([status, all]) => ({ status, requests: all.length }))
    .sort((one, two) => one.status - two.status);
}

const NONE = { succeeded: 0, redirected: 0, refused: 0, limited: 0, serverErrors: 0, gateway: 0, lost: 0 };

function kindOf({ status, gateway }: Call): keyof typeof NONE {
  if (gateway !== undefined) return 'gateway';
  if (status === 0) return 'lost';
  if (status === 429) return 'limited';
  if (status >= 500) return 'serverErrors';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'redirected' : 'succeeded';
}

/** Of complete responses of the service; `undefined` without any. */
function latencyOf(calls: readonly Call[]): LatencyReport | undefined {
  const all = calls
    .filter(({ status, gateway }) => status !== 0 && gateway === undefined)
    .map(({ exchange }) => Math.max(0, exchange.endedAt - exchange.startedAt))
    .sort((one, two) => one - two);
  if (all.length === 0) return undefined;
  const at = (share: number): number => rounded(all[Math.max(1, Math.ceil(share * all.length)) - 1] ?? 0);
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Three digits say more than a percentile of some requests does. */
const rounded = (ms: number): number => (ms === 0 ? 0 : Number(ms.toPrecision(3)));
