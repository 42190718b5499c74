/**
 * The report as one self-contained HTML file without scripts, fonts or network requests. Strings from a target pass through
 * the `markup` tag, and a content security policy forbids everything that the page does not need.
 */
import { isClientRuleId } from '../client-rule-id.js';
import { baselineSection } from './html/baseline.js';
import { coverageSection } from './html/coverage.js';
import { evidenceSection } from './html/evidence.js';
import { headerOf } from './html/header.js';
import { jobsSection } from './html/jobs.js';
import { allRulesSection, notReachedSection, openSection } from './html/lists.js';
import { findingsSection } from './html/findings.js';
import { Markup, markup } from './markup.js';
import type { Report } from './model.js';
import { leftBehindSection, operationsSection } from './html/traffic.js';
import { style, styleHash } from './html/style.js';

const policy = `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'`;

export function htmlReport(report: Report): string {
  const only = (isOfClients: boolean): Report => ({
    ...report,
    rules: report.rules.filter(({ id }) => isClientRuleId(id) === isOfClients),
  });
  const [serviceOnly, clientsOnly] = [only(false), only(true)];
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
<style>${new Markup(style)}</style>
</head>
<body>
${headerOf(report)}
<main>
${findingsSection(serviceOnly, ['fail', 'error'], 'broken', 'Broken promises')}
${findingsSection(clientsOnly, ['fail', 'error'], 'clients', 'Broken by clients')}
${baselineSection(report)}
${findingsSection(report, ['accepted'], 'accepted', 'Known violations')}
${findingsSection(report, ['warn'], 'warnings', 'Warnings')}
${evidenceSection(report)}
${operationsSection(report)}
${jobsSection(report)}
${leftBehindSection(report)}
${openSection(report)}
${notReachedSection(report)}
${coverageSection(report.coverage)}
${allRulesSection(report)}
</main>
<footer>${report.tool.name} ${report.tool.version} judged the HTTP traffic. § is a section of the service’s interface.</footer>
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
