/** The sections about traffic: results and latency of each operation, and what the run left behind. */
import { markup } from '../markup.js';
import type { Report } from '../model.js';
import { leftBehindLines, OPERATION_HEADS, operationRows } from '../traffic-lines.js';
import { itemMarks } from './filter.js';
import { section, table, type Section } from './section.js';

export function operationsSection({ operations }: Report): Section | undefined {
  const rows = operationRows(operations);
  return section(
    'operations',
    'Operations',
    'Results of all requests, and how long the service took, from the start of the request to the last byte of the response.',
    rows.length === 0
      ? []
      : [
          table(
            OPERATION_HEADS,
            rows.map((cells) => ({ marks: itemMarks(), cells })),
          ),
        ],
  );
}

export function leftBehindSection({ leftBehind }: Report): Section | undefined {
  const lines = leftBehindLines(leftBehind).map((line) => markup`<li${itemMarks()}>${line}</li>\n`);
  return section(
    'left',
    'Left behind',
    'The interface documents no DELETE, so the run could not remove these.',
    lines.length === 0 ? [] : [markup`<ul>\n${lines}</ul>`],
  );
}
