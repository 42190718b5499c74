/**
 * Prints a report as one self-contained HTML file that loads nothing. It is complete without its script, which filters and opens
 * parts. Strings from a target pass through the `markup` tag, and a content security policy forbids everything else.
 */
import { reportScript, reportStyle } from '../../../generated/report-files.js';
import type { Report } from '../model.js';
import { documentOf } from '../sections/document-of.js';
import { sectionMarkup } from './blocks.js';
import { filterBar } from './filter.js';
import { headOf } from './head.js';
import { symbols } from './icons.js';
import { jumpList } from './jump.js';
import { Markup, markup } from '../markup.js';

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
