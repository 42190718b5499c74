/** The jump list: every broken, warned and unreached rule, the sections of the interface, and the sections of the page. */
import { groupBy } from '../../../base/group-by.js';
import type { ReportDocument, RuleRef } from '../document.js';
import { wordsOf, countsOf, summaryOf } from '../sections/outcomes.js';
import { icon } from './inline.js';
import { markup, type Markup } from '../markup.js';

const titles = [
  ['broken', 'Broken'],
  ['accepted', 'Known violations'],
  ['warnings', 'Warnings'],
] as const;

export function jumpList({ rules, sections }: ReportDocument): Markup {
  const groups = groupBy(rules, ({ outcome }) => wordsOf(outcome).section);
  const unreached = groups.get('not-reached') ?? [];
  const folds = sections.flatMap(({ blocks }) => blocks).filter((block) => block.kind === 'fold');
  return markup`<nav class="jump" aria-label="Jump to"><details><summary>Jump to</summary>
${titles.map(([section, title]) => {
  const group = groups.get(section);
  return group && markup`<h2>${title}</h2>\n${linksTo(group)}`;
})}${unreached.length === 0 ? undefined : markup`<details><summary>Not reached (${unreached.length})</summary>\n${linksTo(unreached)}</details>\n`}<details open=""><summary>Interface sections</summary>
<ul class="section-links">
${folds.map(
  ({ id, title, rules: group }) =>
    id &&
    group &&
    markup`<li><a href="#${id}">${groupIcon(group)}<span>${title}</span>${reachedText(group)}</a></li>\n`,
)}</ul></details>
<h2>This report</h2>
<ul>
${sections.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>\n`)}</ul>
</details></nav>`;
}

/** A rule that only repeats the cause of another one leads there. */
function linksTo(rules: readonly RuleRef[]): Markup {
  const items = rules.map(
    ({ outcome, title, target = 'rules' }) =>
      markup`<li><a href="#${target}">${icon(outcome)}<span>${title}</span></a></li>\n`,
  );
  return markup`<ul>\n${items}</ul>\n`;
}

/** The mark of the worst outcome. Rules that were not reached make a tick a partial one. */
function groupIcon(rules: readonly RuleRef[]): Markup {
  const summary = summaryOf(rules);
  const worst = countsOf(summary)[0]?.outcome ?? 'not-reached';
  const isInPart = (worst === 'pass' || worst === 'observed') && summary['not-reached'] > 0;
  return isInPart ? icon('partly', worst) : icon(worst);
}

/** `2/12`, the rules that were reached; `undefined` if all were. */
function reachedText(rules: readonly RuleRef[]): Markup | undefined {
  const all = rules.length;
  const reached = all - summaryOf(rules)['not-reached'];
  if (reached === all) return undefined;
  return markup` <span class="count" title="${reached} of ${all} rules reached">${reached}/${all}<span class="unseen"> rules reached</span></span>`;
}

/** The number of rules by outcome, each with its mark. */
export function tally(rules: readonly RuleRef[]): Markup {
  const counts = countsOf(summaryOf(rules)).map(
    ({ outcome, label, count }) =>
      markup`<span>${icon(outcome)} ${count}<span class="unseen"> ${label}</span></span> `,
  );
  return markup`<span class="tally">${counts}</span>`;
}
