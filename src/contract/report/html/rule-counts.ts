/** The marks and the numbers of a group of rules. */
import type { RuleRef } from '../document.js';
import { countsOf, summaryOf } from '../sections/outcomes.js';
import { icon } from './icons.js';
import { markup, type Markup } from '../markup.js';

/** The mark of the worst outcome. Rules that were not reached make a tick a partial one. */
export function groupIcon(rules: readonly RuleRef[]): Markup {
  const summary = summaryOf(rules);
  const worst = countsOf(summary)[0]?.outcome ?? 'not-reached';
  const isInPart = (worst === 'pass' || worst === 'observed') && summary['not-reached'] > 0;
  return isInPart ? icon('partly', worst) : icon(worst);
}

/** `2/12`, the rules that were reached; `undefined` if all were. */
export function reachedText(rules: readonly RuleRef[]): Markup | undefined {
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
