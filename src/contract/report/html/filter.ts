/** The filter of the page, by text and by outcome. The script of the page shows it. */
import { markup, type Markup } from '../markup.js';
import type { Report } from '../model.js';
import { icon } from './icons.js';
import { outcomes } from './rule-groups.js';

export function filterBar({ summary }: Report): Markup {
  const chips = outcomes
    .filter(([outcome]) => summary[outcome] > 0)
    .map(
      ([outcome, label]) =>
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

/** The attributes that the filter reads: of a rule with an outcome, or of anything else that it can hide. */
export function itemMarks(outcome?: string, rule?: string): Markup {
  if (outcome === undefined) return markup` data-item=""`;
  return markup` data-item="" data-outcome="${outcome}" data-rule="${rule ?? ''}"`;
}
