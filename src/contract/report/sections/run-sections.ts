/** The sections about the run itself: its evidence, the operations, what it left behind, the baseline, and notes. */
import { entryProblem } from '../../baseline.js';
import { entryName, evidenceLines, leftBehindLines, OPERATION_HEADS, operationRows } from '../run-words.js';
import type { Entry, Section } from '../document.js';
import type { Report } from '../model.js';
import { wordsOf } from './outcomes.js';

export const runSections = (report: Report): readonly Section[] => [
  operationsSection(report),
  {
    id: 'left',
    title: 'Left behind (no DELETE is documented)',
    isFolded: true,
    blocks: [{ kind: 'list', items: leftBehindLines(report.leftBehind) }],
  },
  { id: 'notes', title: 'Notes about the run', blocks: [{ kind: 'list', items: report.notes }] },
  {
    id: 'evidence',
    title: 'Evidence',
    lead: 'Below its minimum, a run is incomplete, whatever its rules say.',
    isFolded: true,
    blocks: [{ kind: 'list', items: evidenceLines(report) }],
  },
];

function operationsSection({ operations }: Report): Section {
  const rows = operationRows(operations);
  // Columns of gateways and lost responses without any count are left out.
  const isShown = (column: number): boolean =>
    !(column === 3 || column === 4) || rows.some((row) => row[column] !== '0');
  const shown = <Cell>(cells: readonly Cell[]): readonly Cell[] =>
    cells.filter((_, column) => isShown(column));
  return {
    id: 'operations',
    title: 'Operations',
    lead: 'Times in ms, from the start of a request to the last byte of its response.',
    isFolded: true,
    blocks: [
      {
        kind: 'table',
        look: 'figures',
        heads: shown(OPERATION_HEADS),
        // A short path leaves room for the figures.
        rows: rows.map(([endpoint = '', ...figures]) => ({
          cells: shown([endpoint.replace(/\{\w+Id\}/, '{id}'), ...figures]),
        })),
      },
    ],
  };
}

export function baselineSection({ baseline = [] }: Report): Section {
  const entries = baseline.flatMap((entry): readonly Entry[] => {
    const problem = entryProblem(entry);
    if (problem === undefined) return [];
    const mark = entry.state === 'not-judged' ? 'not-reached' : 'fail';
    return [
      {
        text: [{ text: wordsOf(mark).word, mark }, '  ', { text: entryName(entry), isCode: true }],
        lines: [{ text: problem }, { text: `${entry.owner}: ${entry.reason}` }],
      },
    ];
  });
  return {
    id: 'baseline',
    title: 'Baseline entries with problems',
    detail: 'essential',
    blocks: [{ kind: 'entries', entries }],
  };
}
