/** The section about coverage: one table for each kind of item. */
import { countSeen, countText, coverageKinds } from '../coverage-counts.js';
import type { Coverage, CoverageItem } from '../coverage-model.js';
import { markup, type Markup } from '../markup.js';
import { percent, section, table } from './section.js';

export function coverageSection(coverage: Coverage): Markup | undefined {
  return section(
    'coverage',
    'Coverage of the interface',
    'Coverage shows what the run saw, not whether it was correct. The sections above list violations.',
    coverageKinds.map(([kind, label]) => kindDetails(coverage[kind], label)),
  );
}

function kindDetails(items: readonly CoverageItem[], label: string): Markup {
  const { seen, partly, all } = countSeen(items);
  return markup`<details class="kind">
<summary><b>${countText(items, label)}</b>
<svg class="bar" aria-hidden="true" width="100%" height="8"><rect class="not-reached" width="100%" height="100%"/><rect class="partly" width="${percent(seen + partly, all)}" height="100%"/><rect class="pass" width="${percent(seen, all)}" height="100%"/></svg></summary>
${table(
  ['Covered', 'Item', 'Section', 'Evidence or reason'],
  items.map(({ name, sections, seen: how, note }) => [
    markup`<span class="dot ${marks[how].className}"></span>${marks[how].word}`,
    name,
    sections.join(', '),
    note,
  ]),
)}
</details>`;
}

const marks: Readonly<Record<CoverageItem['seen'], { readonly word: string; readonly className: string }>> = {
  yes: { word: 'yes', className: 'pass' },
  partly: { word: 'in part', className: 'partly' },
  no: { word: 'no', className: 'missed' },
  'out-of-reach': { word: 'not visible', className: 'not-reached' },
};
