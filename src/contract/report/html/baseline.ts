/** The section about baseline entries that fail the run or could not be judged. */
import { entryProblem } from '../../baseline.js';
import { entryName } from '../baseline-text.js';
import { markup, type Markup } from '../markup.js';
import type { Report } from '../model.js';
import { section } from './section.js';

export function baselineSection({ baseline = [] }: Report): Markup | undefined {
  const cards = baseline.flatMap((entry): readonly Markup[] => {
    const problem = entryProblem(entry);
    if (problem === undefined) return [];
    return [
      markup`<article class="card ${entry.state === 'not-judged' ? 'not-reached' : 'fail'}">
<h3><code>${entryName(entry)}</code></h3>
<p class="message">${problem}</p>
<p class="small">${entry.owner}: ${entry.reason}</p>
</article>`,
    ];
  });
  return section('baseline', 'Baseline entries with problems', '', cards);
}
