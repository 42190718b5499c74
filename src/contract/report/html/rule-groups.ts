/** Rules by the sections of the interface that they rest on, and the marks of a group of rules. */
import { groupBy } from '../../../base/group-by.js';
import { markup, type Markup } from '../markup.js';
import type { RuleOutcome, RuleReport } from '../model.js';
import { icon } from './icons.js';

/** In the order of the bar, the worst first: each outcome with its label and the id of its section. */
export const outcomes: readonly (readonly [RuleOutcome, string, string])[] = [
  ['fail', 'broken', 'broken'],
  ['error', 'not judged, bug in Deckhand', 'broken'],
  ['accepted', 'known violation', 'accepted'],
  ['warn', 'kept, with a warning', 'warnings'],
  ['pass', 'kept', 'rules'],
  ['observed', 'open point, observed', 'open'],
  ['not-reached', 'not reached', 'not-reached'],
];

/** A rule is in the group of each of its sections. Sections are in the order of the interface. */
export function bySection(
  rules: readonly RuleReport[],
): readonly (readonly [string, readonly RuleReport[]])[] {
  const pairs = rules.flatMap((rule) => [...new Set(rule.sections)].map((section) => ({ section, rule })));
  return [...groupBy(pairs, ({ section }) => section)]
    .map(([section, group]) => [section, group.map(({ rule }) => rule)] as const)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
}

function worstOf(rules: readonly RuleReport[]): RuleOutcome {
  return outcomes.map(([outcome]) => outcome).find((outcome) => countOf(rules, outcome) > 0) ?? 'not-reached';
}

/** The mark of a group. Rules that were not reached make a tick a partial one. */
export function groupIcon(rules: readonly RuleReport[]): Markup {
  const worst = worstOf(rules);
  const isInPart = (worst === 'pass' || worst === 'observed') && countOf(rules, 'not-reached') > 0;
  return isInPart ? icon('partly', worst) : icon(worst);
}

/** `2/12`, the rules that were reached; `undefined` if all were. */
export function reachedText(rules: readonly RuleReport[]): Markup | undefined {
  const all = rules.length;
  const reached = all - countOf(rules, 'not-reached');
  if (reached === all) return undefined;
  return markup` <span class="count" title="${reached} of ${all} rules reached">${reached}/${all}<span class="unseen"> rules reached</span></span>`;
}

/** The number of rules by outcome, each with its mark. */
export function tally(rules: readonly RuleReport[]): Markup {
  const counts = outcomes.flatMap(([outcome, label]) => {
    const count = countOf(rules, outcome);
    return count === 0
      ? []
      : [markup`<span>${icon(outcome)} ${count}<span class="unseen"> ${label}</span></span> `];
  });
  return markup`<span class="tally">${counts}</span>`;
}

const countOf = (rules: readonly RuleReport[], wanted: RuleOutcome): number =>
  rules.filter(({ outcome }) => outcome === wanted).length;
