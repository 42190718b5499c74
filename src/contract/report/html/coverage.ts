/** How much of what the interface documents was seen, kind by kind, and why not the rest. */
import { countSeen, countText, coverageKinds } from '../coverage-counts.js';
import type { Coverage, CoverageItem } from '../coverage-model.js';
import { markup, type Markup } from '../markup.js';
import { percent, section, table } from './section.js';

export function coverageSection(coverage: Coverage): Markup | undefined {
  return section(
    'coverage',
    'Seen of what the interface documents',
    'Seen is not the same as right: what was wrong with it stands above.',
    coverageKinds.map(([kind, words]) => kindDetails(coverage[kind], words)),
  );
}

function kindDetails(items: readonly CoverageItem[], words: string): Markup {
  const { seen, partly, all } = countSeen(items);
  return markup`<details class="kind">
<summary><b>${countText(items, words)}</b>
<svg class="bar" aria-hidden="true" width="100%" height="8"><rect class="not-reached" width="100%" height="100%"/><rect class="partly" width="${percent(seen + partly, all)}" height="100%"/><rect class="pass" width="${percent(seen, all)}" height="100%"/></svg></summary>
${table(
  ['Seen', 'What', 'Section', 'Where, or why not'],
  items.map(({ name, sections, seen: how, note }) => [
    markup`<span class="dot ${marks[how].look}"></span>${marks[how].word}`,
    name,
    sections.join(', '),
    note,
  ]),
)}
</details>`;
}

const marks: Readonly<Record<CoverageItem['seen'], { readonly word: string; readonly look: string }>> = {
  yes: { word: 'yes', look: 'pass' },
  partly: { word: 'in part', look: 'partly' },
  no: { word: 'no', look: 'missed' },
  'out-of-reach': { word: 'cannot be', look: 'not-reached' },
};
