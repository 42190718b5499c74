/** The traffic of a report in words: results and latency of each operation, responses of gateways, and what the run left behind. */
import { counted } from '../../base/counted.js';
import type { LeftBehind, OperationReport, Report } from './model.js';

export const OPERATION_HEADS = [
  'Operation',
  'Requests',
  '5xx',
  'Gateway',
  'Lost',
  'p50',
  'p95',
  'p99',
  'Max',
];

/** One row for each operation, with the columns of `OPERATION_HEADS`. Latencies are in milliseconds. */
export function operationRows(operations: readonly OperationReport[]): readonly (readonly string[])[] {
  return operations.map(({ endpoint, requests, serverErrors, gateway, lost, latency }) => [
    endpoint,
    ...[requests, serverErrors, gateway, lost].map(String),
    ...[latency?.p50, latency?.p95, latency?.p99, latency?.max].map(milliseconds),
  ]);
}

const milliseconds = (ms: number | undefined): string =>
  ms === undefined ? '–' : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** `A gateway answered 3 requests in place of the service: 2 × 502, 407.`; empty without such a response. */
export function gatewayLines({ gateways }: Pick<Report, 'gateways'>): readonly string[] {
  if (gateways.length === 0) return [];
  const all = gateways.reduce((sum, { requests }) => sum + requests, 0);
  const statuses = gateways.map(({ status, requests }) =>
    requests === 1 ? `${status}` : `${requests} × ${status}`,
  );
  return [
    `A gateway answered ${counted(all, 'request')} in place of the service: ${statuses.join(', ')}. No rule judges these responses.`,
  ];
}

/** What to remove after a run: ids, with the prompt that marks the jobs. */
export function leftBehindLines(left: LeftBehind | undefined): readonly string[] {
  if (!left) return [];
  const { jobs, presentations } = left;
  const workspace = ({ isOther }: { readonly isOther?: boolean }): string =>
    isOther ? ' (workspace of the other key)' : '';
  return [
    ...jobs.map(
      (job) =>
        `job ${job.id}${workspace(job)}${job.prompt === undefined ? '' : `: ${JSON.stringify(job.prompt)}`}`,
    ),
    ...presentations.map((presentation) => `presentation ${presentation.id}${workspace(presentation)}`),
  ];
}
