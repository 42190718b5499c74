/** The sections about traffic: results and latency of each operation, and what the run left behind. */
import { markup } from '../markup.js';
import type { Report } from '../model.js';
import { leftBehindLines, OPERATION_HEADS, operationRows } from '../traffic-lines.js';
import { itemMarks } from './filter.js';
import { section, table, type Section } from './section.js';

export function operationsSection({ operations }: Report): Section | undefined {
  const rows = operationRows(operations);
  // As in a terminal, columns of gateways and lost responses without any count are left out.
  const isShown = (column: number): boolean =>
    !(column === 3 || column === 4) || rows.some((row) => row[column] !== '0');
  const shown = (cells: readonly string[]): readonly string[] => cells.filter((_, column) => isShown(column));
  return section(
    'operations',
    'Operations',
    'Results of all requests, and how long the service took, from the start of the request to the last byte of the response.',
    rows.length === 0
      ? []
      : [
          table(
            shown(OPERATION_HEADS),
            rows.map(([endpoint = '', ...figures]) => ({
              marks: itemMarks(),
              // A short path leaves room for the figures.
              cells: shown([endpoint.replace(/\{\w+Id\}/, '{id}'), ...figures]),
            })),
            'figures',
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
