/** A rule of the page as a card: its findings with expected and actual value, exchanges, and commands. */
import { counted } from '../../../base/text/counted.js';
import type { CitedExchange, FindingBlock, RuleBlock } from '../document.js';
import { duration } from '../times.js';
import { wordsOf } from '../sections/outcomes.js';
import { icon, inline, itemMarks, prose, sectionMarks } from './inline.js';
import { bodyView, valueView } from './json-view.js';
import { markup, type Markup } from '../markup.js';

export function ruleCard({ rule, findings }: RuleBlock): Markup {
  const { id, title, sections, outcome, anchor, reason, more, hint, reading } = rule;
  const [first, ...others] = findings;
  return markup`<article class="card ${outcome}" id="${anchor}"${itemMarks(rule)}>
<h3>${icon(outcome)}<span><span class="unseen">${wordsOf(outcome).label}: </span>${title}</span></h3>
<p class="rule"><code>${id}</code> ${sectionMarks(sections)}</p>
${reason === undefined ? undefined : markup`<p>${prose(reason)}</p>\n`}${first && findingMarkup(first)}${furtherFindings(others, more)}${hint === undefined ? undefined : markup`<p class="hint"><b>Hint:</b> ${prose(hint)}</p>\n`}${reading === undefined ? undefined : markup`<p class="reading"><b>How Deckhand reads the interface:</b> ${reading}</p>\n`}</article>`;
}

/** Closed at first: one finding is usually enough. */
function furtherFindings(findings: readonly FindingBlock[], more = 0): Markup | undefined {
  const unlisted =
    more > 0 ? markup`<p class="more">${counted(more, 'finding')} not listed.</p>\n` : undefined;
  if (findings.length === 0) return unlisted;
  return markup`<details class="others"><summary>${counted(findings.length + more, 'more finding')} of this rule</summary>
${findings.map(findingMarkup)}${unlisted}</details>
`;
}

function findingMarkup(finding: FindingBlock): Markup {
  const { words, acceptance, values, causes, exchanges, commands } = finding;
  return markup`<div class="finding">
<p class="message">${words}</p>
${acceptance === undefined ? undefined : markup`<p class="acceptance">${acceptance}</p>\n`}${values && valuesList(values)}${causes && markup`<p class="small">${causes.words} ${causes.rules.map((rule) => markup`${inline([rule])} `)}</p>\n`}${exchanges.map((exchange) => exchangeMarkup(exchange, values === undefined))}${commands.length === 0 ? undefined : markup`<details><summary>Reproduce</summary><pre class="curl">${commands.map((command, index) => markup`${index > 0 ? markup`\n` : ''}${command}`)}</pre></details>\n`}</div>
`;
}

const valuesList = ({
  at,
  expected,
  actual,
}: NonNullable<FindingBlock['values']>): Markup => markup`<dl class="values">
${at === undefined ? undefined : markup`<div class="at"><dt>At</dt><dd><pre>${at}</pre></dd></div>\n`}<div><dt>Expected</dt><dd>${valueView(expected)}</dd></div>
<div class="got"><dt>Got</dt><dd>${valueView(actual)}</dd></div>
</dl>\n`;

/** @param isProof whether the response is all that shows what is wrong */
function exchangeMarkup(exchange: CitedExchange, isProof: boolean): Markup {
  const { sequence, at, method, path, key, result, facts, role, sent, received } = exchange;
  return markup`<div class="exchange">
<p><b>${method}</b> <code>${path}</code> <span class="status">${result}</span>${role === undefined ? undefined : ` (${role})`}</p>
<p class="small">#${sequence}, ${key}, after ${duration(at)}, ${facts}</p>
${body('sent', sent)}${body('received', received, isProof)}</div>
`;
}

/** Closed at first: the values above show what is wrong. */
function body(side: string, text: string | undefined, isOpen = false): Markup | undefined {
  if (text === undefined) return undefined;
  return markup`<details class="body"${isOpen ? markup` open=""` : undefined}><summary>${side}</summary>${bodyView(text)}</details>\n`;
}
