/** The table of operations: requests, failures and latencies in ms. */
import type { OperationReport } from '../report/report.js';
import type { ReportBlock } from './report-document.js';

interface Column {
  readonly header: string;
  readonly format: (operation: OperationReport) => string;
  /** Whether the column is omitted if all its values are 0. */
  readonly isOptional?: boolean;
}

const columns: readonly Column[] = [
  { header: 'Operation', format: ({ endpoint }) => endpoint },
  { header: 'Requests', format: ({ requests }) => String(requests) },
  { header: '5xx', format: ({ serverErrors }) => String(serverErrors) },
  { header: 'Gateway', format: ({ gatewayResponses }) => String(gatewayResponses), isOptional: true },
  { header: 'Network errors', format: ({ networkErrors }) => String(networkErrors), isOptional: true },
  { header: 'p50', format: ({ latencyMs }) => formatMs(latencyMs?.p50) },
  { header: 'p95', format: ({ latencyMs }) => formatMs(latencyMs?.p95) },
  { header: 'p99', format: ({ latencyMs }) => formatMs(latencyMs?.p99) },
  { header: 'Max', format: ({ latencyMs }) => formatMs(latencyMs?.max) },
];

/** One row for each operation. */
export function buildOperationTable(operations: readonly OperationReport[]): ReportBlock {
  const visible = columns.filter(
    ({ format, isOptional = false }) => !isOptional || operations.some((one) => format(one) !== '0'),
  );
  return {
    kind: 'table',
    headers: visible.map(({ header }) => header),
    rows: operations.map((operation) => visible.map(({ format }) => format(operation))),
    alignRight: visible.map((_, index) => index).slice(1),
  };
}

const formatMs = (ms: number | undefined): string =>
  ms === undefined ? '–' : ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
