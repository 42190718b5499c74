/** The section about baseline entries that fail the run or could not be judged. */
import { entryProblem } from '../../baseline.js';
import { entryName } from '../baseline-text.js';
import { markup, type Markup } from '../markup.js';
import type { Report } from '../model.js';
import { itemMarks } from './filter.js';
import { icon } from './icons.js';
import { section, type Section } from './section.js';

export function baselineSection({ baseline = [] }: Report): Section | undefined {
  const cards = baseline.flatMap((entry): readonly Markup[] => {
    const problem = entryProblem(entry);
    if (problem === undefined) return [];
    return [
      markup`<article class="card"${itemMarks()}>
<h3>${icon(entry.state === 'not-judged' ? 'not-reached' : 'fail')}<code>${entryName(entry)}</code></h3>
<p class="message">${problem}</p>
<p class="small">${entry.owner}: ${entry.reason}</p>
</article>`,
    ];
  });
  return section('baseline', 'Baseline entries with problems', '', cards);
}
