/** The sections that are plain lists: open points with observations, unreached rules, and all rules. */
import { groupBy } from '../../../base/group-by.js';
import { markup, type Markup } from '../markup.js';
import type { Report, RuleReport } from '../model.js';
import { outcomes } from './header.js';
import { section, sectionMarks, table } from './section.js';

export function openSection({ rules }: Report): Markup | undefined {
  const observed = rules.filter(({ outcome }) => outcome === 'observed');
  if (observed.length === 0) return undefined;
  return section(
    'open',
    'Open points of the interface, and the behaviour of this service',
    'These observations are neither right nor wrong. They can help the owners of the API to document it.',
    [markup`<dl class="questions">\n${observed.map(question)}</dl>`],
  );
}

function question({ id, title, sections, findings, more }: RuleReport): Markup {
  const observations = findings.map(({ message }) => markup`<li>${message}</li>`);
  const rest = more === undefined ? undefined : markup`<li>and ${more} more</li>`;
  return markup`<div><dt>${title} ${sectionMarks(sections)} <code>${id}</code></dt><dd><ul>${observations}${rest}</ul></dd></div>\n`;
}

export function notReachedSection({ rules }: Report): Markup | undefined {
  const unreached = rules.filter(({ outcome }) => outcome === 'not-reached');
  return section(
    'not-reached',
    'Not reached',
    'The traffic has no evidence for these rules, so they have no verdict.',
    [...groupBy(unreached, ({ reason = '' }) => reason)].map(
      ([reason, group]) => markup`<article class="card not-reached">
<h3>${reason}</h3>
<ul class="plain">${group.map(ruleLine)}</ul>
</article>`,
    ),
  );
}

const ruleLine = ({ id, title, sections }: RuleReport): Markup =>
  markup`<li>${title} ${sectionMarks(sections)} <code>${id}</code></li>\n`;

export function allRulesSection({ rules }: Report): Markup | undefined {
  const topics = groupBy(rules, ({ id }) => id.split('/')[0] ?? '');
  const labels = new Map(outcomes.map(([outcome, text]) => [outcome, text]));
  return section(
    'rules',
    'All rules',
    '',
    [...topics].map(
      ([topic, group]) => markup`<details>
<summary><b>${topic}</b> ${dots(group)}</summary>
${table(
  ['Outcome', 'Rule', 'Section'],
  group.map((rule) => [
    markup`<span class="dot ${rule.outcome}"></span>${labels.get(rule.outcome)}`,
    markup`${rule.title}<br><code>${rule.id}</code>`,
    rule.sections.join(', '),
  ]),
)}
</details>`,
    ),
  );
}

/** One dot for each rule, hidden from screen readers: the table has the same information as text. */
function dots(rules: readonly RuleReport[]): Markup {
  const all = rules.map(({ outcome }) => markup`<span class="dot ${outcome}"></span>`);
  return markup`<span class="dots" aria-hidden="true">${all}</span> <span class="count">${rules.length}</span>`;
}
