/** The sections about traffic: results and latency of each operation, and what the run left behind. */
import { markup, type Markup } from '../markup.js';
import type { Report } from '../model.js';
import { leftBehindLines, OPERATION_HEADS, operationRows } from '../traffic-lines.js';
import { section, table } from './section.js';

export function operationsSection({ operations }: Report): Markup | undefined {
  const rows = operationRows(operations);
  return section(
    'operations',
    'Operations',
    'Results of all requests, and how long the service took, from the start of the request to the last byte of the response.',
    rows.length === 0 ? [] : [table(OPERATION_HEADS, rows)],
  );
}

export function leftBehindSection({ leftBehind }: Report): Markup | undefined {
  const lines = leftBehindLines(leftBehind).map((line) => markup`<li>${line}</li>\n`);
  return section(
    'left',
    'Left behind',
    'The interface documents no DELETE, so the run could not remove these.',
    lines.length === 0 ? [] : [markup`<ul>\n${lines}</ul>`],
  );
}
