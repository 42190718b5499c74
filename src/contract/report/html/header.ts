/** The head of the page: the verdict in one sentence, the target, and the number of rules by outcome. */
import { counted } from '../../../base/counted.js';
import { accessLines } from '../access.js';
import { headline } from '../headline.js';
import { markup, type Markup } from '../markup.js';
import type { Report, RuleOutcome } from '../model.js';
import { gatewayLines } from '../traffic-lines.js';
import { isoTime } from '../iso-time.js';
import { percent, span } from './section.js';

/** In the order of the bar: each outcome with its label and the id of its section. */
export const outcomes: readonly (readonly [RuleOutcome, string, string])[] = [
  ['fail', 'broken', 'broken'],
  ['error', 'not judged, bug in Deckhand', 'broken'],
  ['accepted', 'known violation', 'accepted'],
  ['warn', 'kept, with a warning', 'warnings'],
  ['pass', 'kept', 'rules'],
  ['observed', 'open point, observed', 'open'],
  ['not-reached', 'not reached', 'not-reached'],
];

/** Characters. A longer headline has a smaller font. */
const LONG_HEADLINE = 60;

export function headerOf(report: Report): Markup {
  const { outcome, target, startedAt, seconds, requests, jobs, notes } = report;
  const when = isoTime(startedAt);
  const text = headline(report);
  const warnings = [...accessLines(report.access ?? {}), ...gatewayLines(report)];
  return markup`<header class="${outcome}">
<p class="brand">Deckhand <span>contract report</span></p>
${warnings.map((line) => markup`<p class="warning" role="note">${line}</p>\n`)}<h1${text.length > LONG_HEADLINE ? markup` class="long"` : undefined}>${text}</h1>
<dl class="facts">
<div><dt>Target</dt><dd><code>${target}</code></dd></div>
<div><dt>When</dt><dd><time datetime="${when}">${when.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
<div><dt>Cost</dt><dd>${counted(requests, 'request')}, ${counted(jobs, 'job')}, ${span(seconds * 1000)}</dd></div>
</dl>
${outcomeBar(report)}
${notes.length === 0 ? undefined : markup`<ul class="notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`}
</header>`;
}

function outcomeBar({ summary }: Report): Markup {
  const shown = outcomes.filter(([outcome]) => summary[outcome] > 0);
  const all = shown.reduce((sum, [outcome]) => sum + summary[outcome], 0);
  let at = 0;
  const parts = shown.map(([outcome, label]) => {
    const x = at;
    at += summary[outcome];
    return markup`<rect class="${outcome}" x="${percent(x, all)}" width="${percent(summary[outcome], all)}" height="100%"><title>${summary[outcome]} ${label}</title></rect>`;
  });
  const legend = shown.map(
    ([outcome, label, part]) =>
      markup`<li><a href="#${part}"><span class="dot ${outcome}"></span><b>${summary[outcome]}</b> ${label}</a></li>\n`,
  );
  return markup`<svg class="bar" role="img" aria-label="Outcomes of ${all} rules" width="100%" height="14">${parts}</svg>
<ul class="legend">
${legend}</ul>`;
}
