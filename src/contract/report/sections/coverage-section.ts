/** The section about coverage: counts and what is missing, or a table of all items where there is room. */
import { countSeen, countText, coverageKinds, missingByReason } from '../coverage-counts.js';
import type { Coverage, CoverageItem } from '../coverage-model.js';
import type { FoldBlock, Section, Span } from '../document.js';

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
