/** The sections about findings: each with expected and actual value, its exchange, and a curl command. */
import { isClientRuleId } from '../../client-rule-id.js';
import { markup, type Markup } from '../markup.js';
import type { ExchangeReport, FindingReport, Report, RuleOutcome, RuleReport } from '../model.js';
import { counted } from '../../../base/counted.js';
import { valueText } from '../value-text.js';
import { exchangeFacts } from '../exchange-text.js';
import { showsACause } from '../causes.js';
import type { Anchors } from './anchors.js';
import { itemMarks } from './filter.js';
import { icon } from './icons.js';
import { bodyView, valueView } from './json-view.js';
import { prose, section, sectionMarks, span, type Section } from './section.js';

interface Shown {
  readonly exchanges: ReadonlyMap<number, ExchangeReport>;
  readonly anchors: Anchors;
  /** Whether the rule is about clients. */
  readonly isOfClient: boolean;
}

export function findingsSection(
  report: Report,
  anchors: Anchors,
  wanted: readonly RuleOutcome[],
  id: string,
  title: string,
): Section | undefined {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const rules = report.rules.filter((rule) => wanted.includes(rule.outcome) && showsACause(rule));
  return section(
    id,
    title,
    '',
    rules.map((rule) => card(rule, { exchanges, anchors, isOfClient: isClientRuleId(rule.id) })),
  );
}

function card(rule: RuleReport, shown: Shown): Markup {
  const { id, sections, title, outcome, reading, reason, more, hint } = rule;
  const [first, ...rest] = rule.findings.filter(({ kind }) => kind !== 'observed');
  const anchor = shown.anchors.of(rule);
  return markup`<article class="card ${outcome}" id="${anchor}"${itemMarks(outcome, anchor)}>
<h3>${icon(outcome)}<span><span class="unseen">${words[outcome]}: </span>${title}</span></h3>
<p class="rule"><code>${id}</code> ${sectionMarks(sections)}</p>
${reason === undefined ? undefined : markup`<p>${prose(reason)}</p>\n`}${first && findingBlock(first, shown)}${others(rest, more, shown)}${hint === undefined ? undefined : markup`<p class="hint"><b>Hint:</b> ${prose(hint)}</p>\n`}${reading === undefined ? undefined : markup`<p class="reading"><b>How Deckhand reads the interface:</b> ${reading}</p>\n`}</article>`;
}

const words: Readonly<Partial<Record<RuleOutcome, string>>> = {
  fail: 'Broken',
  error: 'Not judged',
  accepted: 'Known violation',
  warn: 'Warning',
};

/** The other findings of a rule, closed at first: one finding is usually enough. */
function others(
  findings: readonly FindingReport[],
  more: number | undefined,
  shown: Shown,
): Markup | undefined {
  const unlisted =
    more === undefined ? undefined : markup`<p class="more">${counted(more, 'finding')} not listed.</p>\n`;
  if (findings.length === 0) return unlisted;
  return markup`<details class="others"><summary>${counted(findings.length + (more ?? 0), 'more finding')} of this rule</summary>
${findings.map((finding) => findingBlock(finding, shown))}${unlisted}</details>
`;
}

function findingBlock(finding: FindingReport, { exchanges, anchors, isOfClient }: Shown): Markup {
  const { message, expected, actual, path, compared, curl, accepted, reproduce, sameCauseAs } = finding;
  const commands = reproduce?.join('\n') ?? curl;
  const cited = [finding.compared, finding.exchange].flatMap((sequence) =>
    sequence === undefined ? [] : (exchanges.get(sequence) ?? []),
  );
  const values =
    expected === undefined && actual === undefined
      ? undefined
      : markup`<dl class="values">
${path === undefined ? undefined : markup`<div class="at"><dt>At</dt><dd><pre>${path}</pre></dd></div>\n`}<div><dt>Expected${compared === undefined ? undefined : `, as in exchange ${compared}`}</dt><dd>${valueView(valueText(expected ?? 'something else', isOfClient))}</dd></div>
<div class="got"><dt>Got</dt><dd>${valueView(valueText(actual ?? 'nothing', isOfClient))}</dd></div>
</dl>\n`;
  return markup`<div class="finding">
<p class="message">${message}</p>
${
  accepted &&
  markup`<p class="acceptance">Accepted until ${accepted.expires} by ${accepted.owner}: ${accepted.reason}</p>\n`
}${values}${causeLine(finding, anchors)}${sameCauseAs === undefined ? cited.map(exchangeBlock) : undefined}${
    commands === undefined || sameCauseAs !== undefined
      ? undefined
      : markup`<details><summary>Reproduce</summary><pre class="curl">${commands}</pre></details>\n`
  }</div>
`;
}

function causeLine({ sameCauseAs, alsoBreaks }: FindingReport, anchors: Anchors): Markup | undefined {
  if (sameCauseAs !== undefined)
    return markup`<p class="small">The same cause as ${ruleLink(sameCauseAs, anchors)}.</p>\n`;
  if (alsoBreaks === undefined) return undefined;
  return markup`<p class="also">Also breaks ${alsoBreaks.map((rule) => markup`${ruleLink(rule, anchors)} `)}</p>\n`;
}

function ruleLink(id: string, anchors: Anchors): Markup {
  const anchor = anchors.named(id);
  return anchor === undefined
    ? markup`<code>${id}</code>`
    : markup`<a href="#${anchor}"><code>${id}</code></a>`;
}

function exchangeBlock(exchange: ExchangeReport): Markup {
  const { sequence, at, method, path, key, status, failure, sent, received } = exchange;
  return markup`<div class="exchange">
<p><b>${method}</b> <code>${path}</code> <span class="status">${failure ?? status ?? 'no response'}</span></p>
<p class="small">Exchange ${sequence}, ${key}, after ${span(at)}, ${exchangeFacts(exchange).join(', ')}</p>
${body('sent', sent)}${body('received', received)}</div>
`;
}

function body(side: string, text: string | undefined): Markup | undefined {
  if (text === undefined) return undefined;
  return markup`<figure class="body"><figcaption>${side}</figcaption>${bodyView(text)}</figure>\n`;
}
