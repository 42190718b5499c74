/** The sections about findings: each with expected and actual value, its exchange, and a curl command. */
import { isClientRuleId } from '../../client-rule-id.js';
import { markup, type Markup } from '../markup.js';
import type { ExchangeReport, FindingReport, Report, RuleOutcome, RuleReport } from '../model.js';
import { counted } from '../../../base/counted.js';
import { valueText } from '../value-text.js';
import { exchangeFacts } from '../exchange-text.js';
import { showsACause } from '../causes.js';
import { section, sectionMarks, span } from './section.js';

export function findingsSection(
  report: Report,
  wanted: readonly RuleOutcome[],
  id: string,
  title: string,
): Markup | undefined {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const rules = report.rules.filter((rule) => wanted.includes(rule.outcome) && showsACause(rule));
  return section(
    id,
    title,
    '',
    rules.map((rule) => card(rule, exchanges)),
  );
}

function card(rule: RuleReport, exchanges: ReadonlyMap<number, ExchangeReport>): Markup {
  const { id, sections, title, outcome, reading, reason, more, hint } = rule;
  const [first, ...rest] = rule.findings.filter(({ kind }) => kind !== 'observed');
  return markup`<article class="card ${outcome}">
<h3>${title}</h3>
<p class="rule"><code>${id}</code> ${sectionMarks(sections)}</p>
${reason === undefined ? undefined : markup`<p>${reason}</p>\n`}${first && findingBlock(first, exchanges, isClientRuleId(id))}${others(rest, more, exchanges, isClientRuleId(id))}${hint === undefined ? undefined : markup`<p class="hint"><b>Hint:</b> ${hint}</p>\n`}${reading === undefined ? undefined : markup`<p class="reading"><b>How Deckhand reads the interface:</b> ${reading}</p>\n`}</article>`;
}

/** The other findings of a rule, closed at first: one finding is usually enough. */
function others(
  findings: readonly FindingReport[],
  more: number | undefined,
  exchanges: ReadonlyMap<number, ExchangeReport>,
  isOfClient: boolean,
): Markup | undefined {
  const unlisted =
    more === undefined ? undefined : markup`<p class="more">${counted(more, 'finding')} not listed.</p>\n`;
  if (findings.length === 0) return unlisted;
  return markup`<details class="others"><summary>${counted(findings.length + (more ?? 0), 'more finding')} of this rule</summary>
${findings.map((finding) => findingBlock(finding, exchanges, isOfClient))}${unlisted}</details>
`;
}

function findingBlock(
  finding: FindingReport,
  exchanges: ReadonlyMap<number, ExchangeReport>,
  isOfClient: boolean,
): Markup {
  const { message, expected, actual, path, compared, curl, accepted, reproduce, sameCauseAs } = finding;
  const commands = reproduce?.join('\n') ?? curl;
  const shown = [finding.compared, finding.exchange].flatMap((sequence) =>
    sequence === undefined ? [] : (exchanges.get(sequence) ?? []),
  );
  const values =
    expected === undefined && actual === undefined
      ? undefined
      : markup`<dl class="values">
${path === undefined ? undefined : markup`<div class="at"><dt>At</dt><dd><pre>${path}</pre></dd></div>\n`}<div><dt>Expected${compared === undefined ? undefined : `, as in exchange ${compared}`}</dt><dd><pre>${valueText(expected ?? 'something else', isOfClient)}</pre></dd></div>
<div class="got"><dt>Got</dt><dd><pre>${valueText(actual ?? 'nothing', isOfClient)}</pre></dd></div>
</dl>\n`;
  return markup`<div class="finding">
<p class="message">${message}</p>
${
  accepted &&
  markup`<p class="acceptance">Accepted until ${accepted.expires} by ${accepted.owner}: ${accepted.reason}</p>\n`
}${values}${causeLine(finding)}${sameCauseAs === undefined ? shown.map(exchangeBlock) : undefined}${
    commands === undefined || sameCauseAs !== undefined
      ? undefined
      : markup`<details><summary>Reproduce</summary><pre class="curl">${commands}</pre></details>\n`
  }</div>
`;
}

function causeLine({ sameCauseAs, alsoBreaks }: FindingReport): Markup | undefined {
  if (sameCauseAs !== undefined)
    return markup`<p class="small">The same cause as <code>${sameCauseAs}</code>.</p>\n`;
  if (alsoBreaks === undefined) return undefined;
  return markup`<p class="also">Also breaks ${alsoBreaks.map((rule) => markup`<code>${rule}</code> `)}</p>\n`;
}

function exchangeBlock(exchange: ExchangeReport): Markup {
  const { sequence, at, method, path, key, status, failure, sent, received } = exchange;
  return markup`<div class="exchange">
<p><b>${method}</b> <code>${path}</code> <span class="status">${failure ?? status ?? 'no response'}</span></p>
<p class="small">Exchange ${sequence}, ${key}, after ${span(at)}, ${exchangeFacts(exchange).join(', ')}</p>
${sent === undefined ? undefined : markup`<pre><span class="side">sent</span>${sent}</pre>\n`}${
    received === undefined ? undefined : markup`<pre><span class="side">received</span>${received}</pre>\n`
  }</div>
`;
}
