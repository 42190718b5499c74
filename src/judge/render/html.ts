/**
 * Renders a report as one HTML file without scripts or external resources. Strings from a target are escaped by `markup`, and a
 * content security policy allows only the style.
 */
import { escapeWorkflowCommands } from '../../base/text/sanitize.js';
import { reportStyle } from '../../generated/report-assets.js';
import { Markup, markup, type Part } from './markup.js';
import type { Report } from '../report/report.js';
import { formatCounts, outcomeLabels } from './outcome-labels.js';
import { buildDocument } from './build-document.js';
import type { ReportBlock, ReportSection, InlineText } from './report-document.js';

const policy = `default-src 'none'; style-src '${reportStyle.hash}'; base-uri 'none'; form-action 'none'`;

export function formatHtml(report: Report): string {
  const { outcome, headline, warnings, facts, summary, sections, target, tool } = buildDocument(report);
  const anchors = new Set<string>();
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${titles[outcome]}: ${target}</title>
<style>${new Markup(reportStyle.text)}</style>
</head>
<body>
<header class="${outcome}">
<p class="muted">Contract report of ${tool}</p>
<h1>${headline}</h1>
${warnings.map((line) => markup`<p class="warning" role="note">${line}</p>\n`)}<p>${facts.map(
    (fact, index) => markup`${index > 0 ? ', ' : ''}${inline(fact)}`,
  )}</p>
<p>${formatCounts(summary)}</p>
</header>
<main>
${sections.map((section) => sectionMarkup(section, 2, anchors))}</main>
</body>
</html>
`;
  return text;
}

const titles: Readonly<Record<Report['outcome'], string>> = {
  pass: 'Passed',
  fail: 'Failed',
  incomplete: 'Incomplete',
  error: 'Error',
};

const RULE_ID = /^[a-z0-9-]+\/[a-z0-9-]+$/;

/**
 * @param level of the heading
 * @param anchors the ids of the page so far
 */
function sectionMarkup(section: ReportSection, level: number, anchors: Set<string>): Markup {
  const { title, outcome, anchor = '', visibility, blocks } = section;
  const isFree = RULE_ID.test(anchor) && !anchors.has(anchor);
  anchors.add(anchor);
  const id = isFree ? markup` id="${anchor}"` : undefined;
  const badge = outcome && markup`<span class="outcome ${outcome}">${outcomeLabels[outcome].heading}</span> `;
  const tag = new Markup(`h${Math.min(6, level)}`);
  const head = markup`<${tag}>${badge}${title}</${tag}>`;
  const content = blocks.map((block) =>
    block.kind === 'section' ? sectionMarkup(block, level + 1, anchors) : blockMarkup(block),
  );
  if (visibility !== undefined && visibility !== 'always')
    return markup`<details${id}><summary>${head}</summary>\n${content}</details>\n`;
  return markup`<section${id}${outcome && markup` class="card ${outcome}"`}>${head}\n${content}</section>\n`;
}

function blockMarkup(block: Exclude<ReportBlock, ReportSection>): Markup {
  switch (block.kind) {
    case 'paragraph':
      return markup`<p>${inline(block.text)}</p>\n`;
    case 'list':
      return markup`<ul>\n${block.items.map((item) => markup`<li>${inline(item)}</li>\n`)}</ul>\n`;
    case 'facts':
      return markup`<dl>\n${block.facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${inline(value)}</dd></div>\n`)}</dl>\n`;
    case 'lines':
      return markup`<pre>${block.lines.map((line, index) => markup`${index > 0 ? new Markup('\n') : ''}${escapeWorkflowCommands(line)}`)}</pre>\n`;
    case 'table':
      return table(block.headers, block.rows);
  }
}

const inline = (text: InlineText): Part =>
  typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : markup`<code>${part.code}</code>`));

function table(heads: readonly string[], rows: readonly (readonly string[])[]): Markup {
  const row = (cells: readonly string[]): Markup =>
    markup`<tr>${cells.map((cell, index) => markup`<td data-head="${heads[index]}">${cell}</td>`)}</tr>\n`;
  return markup`<div class="table" role="group" tabindex="0" aria-label="${heads.join(', ')}"><table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(row)}</tbody>
</table></div>\n`;
}
