/** The sections that are plain lists: open points with observations, unreached rules, and all rules. */
import { groupBy } from '../../../base/group-by.js';
import { markup, type Markup } from '../markup.js';
import type { Report, RuleReport } from '../model.js';
import { hasEntry, sectionAnchor, type Anchors } from './anchors.js';
import { itemMarks } from './filter.js';
import { icon } from './icons.js';
import { bySection, outcomes, tally } from './rule-groups.js';
import { prose, section, sectionMarks, table, type Section } from './section.js';

export function openSection({ rules }: Report, anchors: Anchors): Section | undefined {
  const observed = rules.filter(({ outcome }) => outcome === 'observed');
  if (observed.length === 0) return undefined;
  return section(
    'open',
    'Open points of the interface, and the behaviour of this service',
    'These observations are neither right nor wrong. They can help the owners of the API to document it.',
    [markup`<dl class="questions">\n${observed.map((rule) => question(rule, anchors.of(rule)))}</dl>`],
  );
}

function question({ id, title, sections, findings, more }: RuleReport, anchor: string): Markup {
  const observations = findings.map(({ message }) => markup`<li>${message}</li>`);
  const rest = more === undefined ? undefined : markup`<li>and ${more} more</li>`;
  return markup`<div id="${anchor}"${itemMarks('observed', anchor)}><dt>${icon('observed')} ${title} ${sectionMarks(sections)} <code>${id}</code></dt><dd><ul>${observations}${rest}</ul></dd></div>\n`;
}

export function notReachedSection({ rules }: Report, anchors: Anchors): Section | undefined {
  const unreached = rules.filter(({ outcome }) => outcome === 'not-reached');
  return section(
    'not-reached',
    'Not reached',
    'The traffic has no evidence for these rules, so they have no verdict.',
    [...groupBy(unreached, ({ reason = '' }) => reason)].map(
      ([reason, group]) => markup`<article class="card not-reached" data-group="">
<h3>${icon('not-reached')}<span>${prose(reason)}</span></h3>
<ul class="plain">${group.map((rule) => ruleLine(rule, anchors.of(rule)))}</ul>
</article>`,
    ),
  );
}

const ruleLine = ({ id, title, sections, reason }: RuleReport, anchor: string): Markup =>
  markup`<li id="${anchor}"${itemMarks('not-reached', anchor)}>${title} ${sectionMarks(sections)} <code>${id}</code><span class="unseen"> ${reason}</span></li>\n`;

/** A rule is in the list of each section that it rests on. */
export function allRulesSection({ rules }: Report, anchors: Anchors): Section | undefined {
  const labels = new Map(outcomes.map(([outcome, text]) => [outcome, text]));
  return section(
    'rules',
    'All rules, by section of the interface',
    'A rule that rests on several sections is in the list of each.',
    bySection(rules).map(
      (
        [name, group],
        index,
      ) => markup`<details class="group" id="${sectionAnchor(name, index)}" data-group="">
<summary><b>§\u00a0${name}</b> ${tally(group)}</summary>
${table(
  ['Outcome', 'Rule', 'Section'],
  group.map((rule) => ({
    marks: itemMarks(rule.outcome, anchors.of(rule)),
    cells: [
      markup`${icon(rule.outcome)} ${labels.get(rule.outcome)}`,
      markup`${hasEntry(rule) ? markup`<a href="#${anchors.of(rule)}">${rule.title}</a>` : rule.title}<br><code>${rule.id}</code>`,
      rule.sections.join(', '),
    ],
  })),
  'stacked',
)}
</details>`,
    ),
  );
}
