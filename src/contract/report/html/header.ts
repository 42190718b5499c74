/** The head of the page: the verdict in one sentence, the target, and the number of rules by outcome. */
import { counted } from '../../../base/counted.js';
import { accessLines } from '../access.js';
import { headline } from '../headline.js';
import { markup, type Markup } from '../markup.js';
import { isClientRuleId } from '../../client-rule-id.js';
import type { Report, RuleOutcome } from '../model.js';
import { icon, type Icon } from './icons.js';
import { outcomes } from './rule-groups.js';
import { gatewayLines } from '../traffic-lines.js';
import { isoTime } from '../iso-time.js';
import { percent, prose, span } from './section.js';

/** Characters. A longer headline has a smaller font. */
const LONG_HEADLINE = 60;

export function headerOf(report: Report): Markup {
  const { outcome, target, startedAt, seconds, requests, jobs, notes } = report;
  const when = isoTime(startedAt);
  const text = headline(report);
  const warnings = [...accessLines(report.access ?? {}), ...gatewayLines(report)];
  return markup`<header>
<p class="brand">${icon('anchor')}Deckhand <span>contract report</span></p>
${warnings.map((line) => markup`<p class="warning" role="note">${line}</p>\n`)}<h1${text.length > LONG_HEADLINE ? markup` class="long"` : undefined}>${icon(marks[outcome], outcome)}<span>${prose(text)}</span></h1>
<dl class="facts">
<div><dt>Target</dt><dd><code>${target}</code></dd></div>
<div><dt>When</dt><dd><time datetime="${when}">${when.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
<div><dt>Cost</dt><dd>${counted(requests, 'request')}, ${counted(jobs, 'job')}, ${span(seconds * 1000)}</dd></div>
</dl>
${outcomeBar(report)}
${notes.length === 0 ? undefined : markup`<ul class="notes">${notes.map((note) => markup`<li>${prose(note)}</li>`)}</ul>`}
</header>`;
}

const marks: Readonly<Record<Report['outcome'], Icon>> = {
  pass: 'pass',
  fail: 'fail',
  incomplete: 'partly',
  error: 'error',
};

function outcomeBar({ summary, rules }: Report): Markup {
  const shown = outcomes.filter(([outcome]) => summary[outcome] > 0);
  const all = shown.reduce((sum, [outcome]) => sum + summary[outcome], 0);
  // What only clients break is in a section of its own.
  const partOf = (wanted: RuleOutcome, part: string): string => {
    const concerned = rules.filter(({ outcome }) => outcome === wanted);
    return part === 'broken' && concerned.every(({ id }) => isClientRuleId(id)) ? 'clients' : part;
  };
  let at = 0;
  const parts = shown.map(([outcome, label]) => {
    const x = at;
    at += summary[outcome];
    return markup`<rect class="${outcome}" x="${percent(x, all)}" width="${percent(summary[outcome], all)}" height="100%"><title>${summary[outcome]} ${label}</title></rect>`;
  });
  const legend = shown.map(
    ([outcome, label, part]) =>
      markup`<li><a href="#${partOf(outcome, part)}">${icon(outcome)} <b>${summary[outcome]}</b> ${label}</a></li>\n`,
  );
  return markup`<svg class="bar" role="img" aria-label="Outcomes of ${all} rules" width="100%" height="14">${parts}</svg>
<ul class="legend">
${legend}</ul>`;
}
