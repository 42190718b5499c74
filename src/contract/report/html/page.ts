/**
 * Prints a report as one self-contained HTML file that loads nothing. It is complete without its script, which filters and opens
 * parts. Strings from a target pass through the `markup` tag, and a content security policy forbids everything else.
 */
import { reportScript, reportStyle } from '../../../generated/report-files.js';
import type { Report } from '../model.js';
import { documentOf } from '../sections/document-of.js';
import { sectionMarkup } from './blocks.js';
import { symbols, icon, inline, percent, prose, type Icon } from './inline.js';
import { jumpList } from './jump.js';
import { Markup, markup } from '../markup.js';
import type { ReportDocument } from '../document.js';
import { countsOf } from '../sections/outcomes.js';

const policy = `default-src 'none'; style-src '${reportStyle.hash}'; script-src '${reportScript.hash}'; base-uri 'none'; form-action 'none'`;

export function htmlReport(report: Report): string {
  const document = documentOf(report);
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${titles[document.outcome]}: ${document.target}</title>
<style>${new Markup(reportStyle.text)}</style>
</head>
<body>
${symbols}
${headOf(document)}
<div class="frame">
${jumpList(document)}
<main>
${filterBar(document)}
${document.sections.map((section) => markup`${sectionMarkup(section)}\n`)}</main>
</div>
<footer>${document.tool} judged the HTTP traffic. § is a section of the service’s interface.</footer>
<script type="module">${new Markup(reportScript.text)}</script>
</body>
</html>
`;
  return text;
}

const titles: Readonly<Record<Report['outcome'], string>> = {
  pass: 'Passed',
  fail: 'Failed',
  incomplete: 'Incomplete',
  error: 'Not judged',
};

/** Characters. A longer headline has a smaller font. */
const LONG_HEADLINE = 60;

/** The head of the page: the verdict in one sentence, the facts of the run, and the number of rules by outcome. */
function headOf(document: ReportDocument): Markup {
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

/** The filter of the page, by text and by outcome. The script of the page shows it. */
function filterBar({ summary }: ReportDocument): Markup {
  const chips = countsOf(summary).map(
    ({ outcome, label }) =>
      markup`<label class="chip"><input type="checkbox" value="${outcome}">${icon(outcome)} ${label}</label>\n`,
  );
  return markup`<div class="filter" role="search" aria-label="Rules" hidden="">
<input type="search" aria-label="Filter by text" aria-keyshortcuts="/" placeholder="A rule, a path, a value: press /" autocomplete="off" spellcheck="false">
<fieldset><legend class="unseen">Filter by outcome</legend>
${chips}</fieldset>
<output></output>
<button type="button" hidden="">Clear filter</button>
</div>
<p class="nothing" hidden="">Nothing in this report matches the filter.</p>`;
}
