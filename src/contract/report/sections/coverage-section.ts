/** The section about coverage: counts and what is missing, or a table of all items where there is room. */
import type { Coverage, CoverageItem } from '../model.js';
import type { FoldBlock, Section, Span } from '../document.js';
import { groupBy } from '../../../base/group-by.js';

export function coverageSection(coverage: Coverage): Section {
  return {
    id: 'coverage',
    title: 'Coverage of the interface',
    lead: 'Coverage shows what the run saw, not whether it was correct.',
    detail: 'extra',
    isFolded: true,
    blocks: [
      {
        kind: 'list',
        only: 'lines',
        items: coverageKinds.map(([kind, label]) => countText(coverage[kind], label)),
      },
      {
        kind: 'entries',
        only: 'lines',
        entries: [...missingByReason(coverage)].map(([reason, names]) => ({
          text: `not fully covered, ${reason}`,
          lines: [{ text: names.join('; ') }],
        })),
      },
      ...coverageKinds.map(([kind, label]) => itemsFold(coverage[kind], label)),
    ],
  };
}

const itemsFold = (items: readonly CoverageItem[], label: string): FoldBlock => ({
  kind: 'fold',
  only: 'page',
  title: countText(items, label),
  seen: countSeen(items),
  blocks: [
    {
      kind: 'table',
      look: 'texts',
      heads: [{ name: 'Covered' }, { name: 'Item' }, { name: 'Section' }, { name: 'Evidence or reason' }],
      rows: items.map(({ name, sections, seen, note = '' }) => ({
        cells: [[words[seen]], name, sections.join(', '), note],
      })),
    },
  ],
});

const words: Readonly<Record<CoverageItem['seen'], Span>> = {
  yes: { text: 'yes', mark: 'pass' },
  partly: { text: 'in part', mark: 'partly' },
  no: { text: 'no', mark: 'not-reached' },
  'out-of-reach': { text: 'not visible', mark: 'hidden' },
};

/** The kinds of coverage items with their labels, in the order of a report. */
export const coverageKinds = [
  ['operations', 'operations'],
  ['statuses', 'documented statuses'],
  ['states', 'job states'],
  ['fields', 'response fields'],
  ['sections', 'sections of the interface'],
] as const satisfies readonly (readonly [keyof Coverage, string])[];

interface CoverageCount {
  readonly seen: number;
  readonly partly: number;
  /** All items except those that no run can see. */
  readonly all: number;
}

function countSeen(items: readonly CoverageItem[]): CoverageCount {
  const of = (seen: CoverageItem['seen']) => items.filter((item) => item.seen === seen).length;
  return { seen: of('yes'), partly: of('partly'), all: items.length - of('out-of-reach') };
}

/** `5 of 7 operations, 1 in part`. */
export function countText(items: readonly CoverageItem[], label: string): string {
  const { seen, partly, all } = countSeen(items);
  return `${seen} of ${all} ${label}${partly > 0 ? `, ${partly} in part` : ''}`;
}

/** Items that are not fully covered, grouped by reason. Without sections: they depend on their rules. */
function missingByReason(coverage: Coverage): ReadonlyMap<string, readonly string[]> {
  const { operations, statuses, states, fields } = coverage;
  const missing = [...operations, ...statuses, ...states, ...fields].filter(
    ({ seen }) => seen === 'no' || seen === 'partly',
  );
  const groups = groupBy(missing, ({ note = '' }) => note);
  return new Map([...groups].map(([reason, items]) => [reason, items.map(({ name }) => name)]));
}
