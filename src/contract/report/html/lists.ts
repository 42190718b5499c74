/** What needs no more than a list: the open questions with their answers, what was not reached, and every rule there is. */
import { markup, type Markup } from '../markup.js';
import type { Report, RuleReport } from '../model.js';
import { outcomes } from './header.js';
import { section, sectionMarks, table } from './section.js';

export function openSection({ rules }: Report): Markup | undefined {
  const observed = rules.filter(({ outcome }) => outcome === 'observed');
  if (observed.length === 0) return undefined;
  return section(
    'open',
    'What the interface leaves open, and what this implementation does',
    'Nothing here is right or wrong. Whoever owns the API may want to write the answers down.',
    [markup`<dl class="questions">\n${observed.map(question)}</dl>`],
  );
}

function question({ id, title, sections, findings, more }: RuleReport): Markup {
  const answers = findings.map(({ message }) => markup`<li>${message}</li>`);
  const rest = more === undefined ? undefined : markup`<li>and ${more} more</li>`;
  return markup`<div><dt>${title} ${sectionMarks(sections)} <code>${id}</code></dt><dd><ul>${answers}${rest}</ul></dd></div>\n`;
}

export function notReachedSection({ rules }: Report): Markup | undefined {
  const byReason = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    const { outcome, reason = '' } = rule;
    if (outcome === 'not-reached') byReason.set(reason, [...(byReason.get(reason) ?? []), rule]);
  }
  return section(
    'not-reached',
    'Not reached',
    'These rules found nothing to look at, so they say neither yes nor no.',
    [...byReason].map(
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
  const topics = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    const topic = rule.id.split('/')[0] ?? '';
    topics.set(topic, [...(topics.get(topic) ?? []), rule]);
  }
  const words = new Map(outcomes.map(([outcome, text]) => [outcome, text]));
  return section(
    'rules',
    'Every rule',
    '',
    [...topics].map(
      ([topic, group]) => markup`<details>
<summary><b>${topic}</b> ${dots(group)}</summary>
${table(
  ['Outcome', 'Rule', 'Section'],
  group.map((rule) => [
    markup`<span class="dot ${rule.outcome}"></span>${words.get(rule.outcome)}`,
    markup`${rule.title}<br><code>${rule.id}</code>`,
    rule.sections.join(', '),
  ]),
)}
</details>`,
    ),
  );
}

/** One dot a rule, for the eye only: the table says it in words. */
function dots(rules: readonly RuleReport[]): Markup {
  const all = rules.map(({ outcome }) => markup`<span class="dot ${outcome}"></span>`);
  return markup`<span class="dots" aria-hidden="true">${all}</span> <span class="count">${rules.length}</span>`;
}
