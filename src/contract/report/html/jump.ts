/** The jump list: every broken, warned and unreached rule, the sections of the interface, and the parts of the page. */
import { markup, type Markup } from '../markup.js';
import type { Report, RuleOutcome, RuleReport } from '../model.js';
import { hasEntry, sectionAnchor, type Anchors } from './anchors.js';
import { icon } from './icons.js';
import { bySection, groupIcon, reachedText } from './rule-groups.js';
import type { Section } from './section.js';

const groups: readonly (readonly [string, readonly RuleOutcome[]])[] = [
  ['Broken', ['fail', 'error']],
  ['Known violations', ['accepted']],
  ['Warnings', ['warn']],
];

export function jumpList(report: Report, anchors: Anchors, parts: readonly Section[]): Markup {
  const open = groups.flatMap(([title, outcomes]) => {
    const rules = report.rules.filter(({ outcome }) => outcomes.includes(outcome));
    return rules.length === 0 ? [] : [markup`<h2>${title}</h2>\n${linksTo(rules, anchors)}`];
  });
  const unreached = report.rules.filter(({ outcome }) => outcome === 'not-reached');
  const folded =
    unreached.length === 0
      ? undefined
      : markup`<details><summary>Not reached (${unreached.length})</summary>\n${linksTo(unreached, anchors)}</details>\n`;
  const sections = bySection(report.rules).map(
    ([section, rules], index) =>
      markup`<li><a href="#${sectionAnchor(section, index)}">${groupIcon(rules)}<span>§\u00a0${section}</span>${reachedText(rules)}</a></li>\n`,
  );
  return markup`<nav class="jump" aria-label="Jump to"><details><summary>Jump to</summary>
${open}${folded}<details open=""><summary>Interface sections</summary>
<ul class="section-links">
${sections}</ul></details>
<h2>This report</h2>
<ul>
${parts.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>\n`)}</ul>
</details></nav>`;
}

function linksTo(rules: readonly RuleReport[], anchors: Anchors): Markup {
  const items = rules.map((rule) => {
    const cause = rule.findings.find(({ sameCauseAs }) => sameCauseAs !== undefined)?.sameCauseAs;
    // A rule that only repeats the cause of another one has no card of its own.
    const target = hasEntry(rule) ? anchors.of(rule) : cause === undefined ? undefined : anchors.named(cause);
    return markup`<li><a href="#${target ?? 'rules'}">${icon(rule.outcome)}<span>${rule.title}</span></a></li>\n`;
  });
  return markup`<ul>\n${items}</ul>\n`;
}
