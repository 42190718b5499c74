/**
 * The report as one self-contained HTML file that loads nothing. It is complete without its script, which filters and opens
 * parts. Strings from a target pass through the `markup` tag, and a content security policy forbids everything else.
 */
import { reportScript, reportStyle } from '../../generated/report-files.js';
import { isClientRuleId } from '../client-rule-id.js';
import { baselineSection } from './html/baseline.js';
import { coverageSection } from './html/coverage.js';
import { evidenceSection } from './html/evidence.js';
import { headerOf } from './html/header.js';
import { jobsSection } from './html/jobs.js';
import { Anchors } from './html/anchors.js';
import { filterBar } from './html/filter.js';
import { symbols } from './html/icons.js';
import { jumpList } from './html/jump.js';
import { allRulesSection, notReachedSection, openSection } from './html/lists.js';
import { findingsSection } from './html/findings.js';
import { Markup, markup } from './markup.js';
import type { Report } from './model.js';
import { leftBehindSection, operationsSection } from './html/traffic.js';

const policy = `default-src 'none'; style-src '${reportStyle.hash}'; script-src '${reportScript.hash}'; base-uri 'none'; form-action 'none'`;

export function htmlReport(report: Report): string {
  const only = (isOfClients: boolean): Report => ({
    ...report,
    rules: report.rules.filter(({ id }) => isClientRuleId(id) === isOfClients),
  });
  const [serviceOnly, clientsOnly] = [only(false), only(true)];
  const anchors = new Anchors(report);
  const sections = [
    findingsSection(serviceOnly, anchors, ['fail', 'error'], 'broken', 'Broken promises'),
    findingsSection(clientsOnly, anchors, ['fail', 'error'], 'clients', 'Broken by clients'),
    baselineSection(report),
    findingsSection(report, anchors, ['accepted'], 'accepted', 'Known violations'),
    findingsSection(report, anchors, ['warn'], 'warnings', 'Warnings'),
    evidenceSection(report),
    operationsSection(report),
    jobsSection(report),
    leftBehindSection(report),
    openSection(report, anchors),
    notReachedSection(report, anchors),
    coverageSection(report.coverage),
    allRulesSection(report, anchors),
  ].filter((part) => part !== undefined);
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${titles[report.outcome]}: ${report.target}</title>
<style>${new Markup(reportStyle.text)}</style>
</head>
<body>
${symbols}
${headerOf(report)}
<div class="frame">
${jumpList(report, anchors, sections)}
<main>
${filterBar(report)}
${sections.map(({ markup: part }) => markup`${part}\n`)}</main>
</div>
<footer>${report.tool.name} ${report.tool.version} judged the HTTP traffic. § is a section of the service’s interface.</footer>
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
