/** The section about coverage: one table for each kind of item. */
import { countSeen, countText, coverageKinds } from '../coverage-counts.js';
import type { Coverage, CoverageItem } from '../coverage-model.js';
import { markup, type Markup } from '../markup.js';
import { itemMarks } from './filter.js';
import { icon, type Icon } from './icons.js';
import { percent, prose, section, table, type Section } from './section.js';

export function coverageSection(coverage: Coverage): Section | undefined {
  return section(
    'coverage',
    'Coverage of the interface',
    'Coverage shows what the run saw, not whether it was correct. The sections above list violations.',
    coverageKinds.map(([kind, label]) => kindDetails(coverage[kind], label)),
  );
}

function kindDetails(items: readonly CoverageItem[], label: string): Markup {
  const { seen, partly, all } = countSeen(items);
  return markup`<details class="kind" data-group="">
<summary><b>${countText(items, label)}</b>
<svg class="bar" aria-hidden="true" width="100%" height="8"><rect class="not-reached" width="100%" height="100%"/><rect class="partly" width="${percent(seen + partly, all)}" height="100%"/><rect class="pass" width="${percent(seen, all)}" height="100%"/></svg></summary>
${table(
  ['Covered', 'Item', 'Section', 'Evidence or reason'],
  items.map(({ name, sections, seen: how, note }) => ({
    marks: itemMarks(),
    cells: [markup`${icon(...marks[how].icon)} ${marks[how].word}`, name, sections.join(', '), prose(note)],
  })),
  'stacked',
)}
</details>`;
}

interface Mark {
  readonly word: string;
  readonly icon: readonly [Icon, tone?: string];
}

const marks: Readonly<Record<CoverageItem['seen'], Mark>> = {
  yes: { word: 'yes', icon: ['pass'] },
  partly: { word: 'in part', icon: ['partly', 'pass'] },
  no: { word: 'no', icon: ['not-reached', 'warn'] },
  'out-of-reach': { word: 'not visible', icon: ['hidden'] },
};
