/** The operations of a report as a table for a terminal: requests, errors and latency. */
import type { Report } from './model.js';
import { neutral } from './neutral.js';
import type { TextStyle } from './text-style.js';

/** A table in at most 80 columns, for numbers of a usual size. Columns without any count are left out. */
export function operationsText({ operations }: Report, { dim }: TextStyle): string {
  if (operations.length === 0) return '';
  const rows = [
    ['Operation (times in ms)', 'Req', '5xx', 'Gate', 'Lost', 'p50', 'p95', 'p99'],
    ...operations.map(({ endpoint, requests, serverErrors, gateway, lost, latency }) => [
      neutral(endpoint).replace('{generationId}', '{id}'),
      ...[requests, serverErrors, gateway, lost].map(String),
      ...[latency?.p50, latency?.p95, latency?.p99].map((ms) => (ms === undefined ? '–' : String(ms))),
    ]),
  ];
  const columns = [0, 1, 2, 3, 4, 5, 6, 7].filter(
    (column) => (column !== 3 && column !== 4) || rows.slice(1).some((row) => row[column] !== '0'),
  );
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...lines] = rows.map((row) =>
    columns
      .map((column, index) => {
        const [text, width] = [row[column] ?? '', widths[index] ?? 0];
        return column === 0 ? text.padEnd(width) : text.padStart(width);
      })
      .join('  '),
  );
  return [dim(head), ...lines].join('\n');
}
