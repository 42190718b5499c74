/** The head of the page: the verdict in one sentence, the facts of the run, and the number of rules by outcome. */
import type { ReportDocument } from '../document.js';
import { countsOf } from '../sections/outcomes.js';
import { icon, type Icon } from './icons.js';
import { inline, percent, prose } from './inline.js';
import { markup, type Markup } from '../markup.js';

/** Characters. A longer headline has a smaller font. */
const LONG_HEADLINE = 60;

export function headOf(document: ReportDocument): Markup {
  const { outcome, headline, warnings, facts } = document;
  return markup`<header>
<p class="brand">${icon('anchor')}Deckhand <span>contract report</span></p>
${warnings.map((line) => markup`<p class="warning" role="note">${line}</p>\n`)}<h1${headline.length > LONG_HEADLINE ? markup` class="long"` : undefined}>${icon(marks[outcome], outcome)}<span>${prose(headline)}</span></h1>
<dl class="facts">
${facts.map(({ name, value }) => markup`<div><dt>${name}</dt><dd>${inline(value)}</dd></div>\n`)}</dl>
${outcomeBar(document)}
</header>`;
}

const marks: Readonly<Record<ReportDocument['outcome'], Icon>> = {
  pass: 'pass',
  fail: 'fail',
  incomplete: 'partly',
  error: 'error',
};

function outcomeBar({ summary, sections }: ReportDocument): Markup {
  const counts = countsOf(summary);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const ids = new Set(sections.map(({ id }) => id));
  // What only clients break is in a section of its own.
  const targetOf = (section: string): string =>
    ids.has(section) ? section : section === 'broken' && ids.has('clients') ? 'clients' : 'rules';
  let at = 0;
  const parts = counts.map(({ outcome, label, count }) => {
    const x = at;
    at += count;
    return markup`<rect class="${outcome}" x="${percent(x, all)}" width="${percent(count, all)}" height="100%"><title>${count} ${label}</title></rect>`;
  });
  const legend = counts.map(
    ({ outcome, label, count, section }) =>
      markup`<li><a href="#${targetOf(section)}">${icon(outcome)} <b>${count}</b> ${label}</a></li>\n`,
  );
  return markup`<svg class="bar" role="img" aria-label="Outcomes of ${all} rules" width="100%" height="14">${parts}</svg>
<ul class="legend">
${legend}</ul>`;
}
