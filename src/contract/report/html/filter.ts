/** The filter of the page, by text and by outcome. The script of the page shows it. */
import type { ReportDocument } from '../document.js';
import { countsOf } from '../sections/outcomes.js';
import { icon } from './icons.js';
import { markup, type Markup } from '../markup.js';

export function filterBar({ summary }: ReportDocument): Markup {
  const chips = countsOf(summary).map(
    ({ outcome, label }) =>
      markup`<label class="chip"><input type="checkbox" value="${outcome}">${icon(outcome)} ${label}</label>\n`,
  );
  return markup`<div class="filter" role="search" aria-label="Rules" hidden="">
<input type="search" aria-label="Filter by text" aria-keyshortcuts="/" placeholder="A rule, a path, a value: press /" autocomplete="off" spellcheck="false">
<fieldset><legend class="unseen">Filter by outcome</legend>
${chips}</fieldset>
<output></output>
<button type="button" hidden="">Clear filter</button>
</div>
<p class="nothing" hidden="">Nothing in this report matches the filter.</p>`;
}
