/**
 * Renders a report as JUnit XML: one test case for each rule, or for each operation of a rule about operations. It is skipped if it is
 * not covered or its violations are suppressed.
 * Uses only what the schemas of Jenkins (junit-10.xsd) and Ant share: `testsuites` without attributes, and output in the suite.
 */
import { escapeLines, markup, type Markup } from './markup.js';
import type { Report, RuleReport } from '../report/report.js';
import { buildDocument } from './build-document.js';
import { formatSection, formatReport } from './text.js';
import type { ReportDocument, ReportSection } from './report-document.js';
import { formatIsoTime, formatReason } from './format.js';

interface TestCase {
  readonly classname: string;
  readonly name: string;
  /** Default: the case passes. */
  readonly result?: 'failure' | 'error' | 'skipped' | undefined;
  readonly message?: string;
  readonly section?: ReportSection | undefined;
}

export function formatJUnit(report: Report): string {
  const document = buildDocument(report);
  const { headline, warnings, tool, target } = document;
  const cases = [
    buildCoverageCase(document),
    buildBaselineCase(document),
    ...report.rules.flatMap((rule, index) => buildRuleCases(rule, document.rules[index])),
  ];
  const count = (result: TestCase['result']) => cases.filter((one) => one.result === result).length;
  const totals = markup`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${report.durationSeconds.toFixed(3)}"`;
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${target}" package="deckhand" id="0" hostname="localhost" ${totals} timestamp="${formatIsoTime(report.startedAt).slice(0, 19)}">
<properties>
<property name="tool" value="${tool}"/>
<property name="headline" value="${headline}"/>
${warnings.map((line) => markup`<property name="warning" value="${line}"/>\n`)}</properties>
${cases.map((one) => markup`${renderCase(one)}\n`)}<system-out>${escapeLines(formatReport(report, { verbose: true }))}</system-out>
<system-err></system-err>
</testsuite>
</testsuites>
`;
  return text;
}

/** Missing coverage fails one test case; skipped cases are easy to overlook. */
function buildCoverageCase({ outcome, headline, sections }: ReportDocument): TestCase {
  const section = sections.find(({ anchor }) => anchor === 'coverage');
  const isMissing = outcome === 'incomplete' || (section !== undefined && section.visibility === undefined);
  const result = outcome === 'error' ? 'error' : isMissing ? 'failure' : undefined;
  return { classname: 'coverage', name: 'coverage is complete', result, message: headline, section };
}

function buildBaselineCase({ sections }: ReportDocument): TestCase {
  const section = sections.find(({ anchor }) => anchor === 'baseline');
  return {
    classname: 'baseline',
    name: 'the baseline is up to date',
    result: section && 'failure',
    message: section?.title ?? '',
    section,
  };
}

const results = {
  fail: 'failure',
  error: 'error',
  suppressed: 'skipped',
  'not-covered': 'skipped',
  warn: undefined,
  info: undefined,
  pass: undefined,
} as const;

function buildRuleCases(
  { id, title, outcome, reason, operations, findings }: RuleReport,
  section: ReportSection | undefined,
): readonly TestCase[] {
  const build = (name: string, own: Pick<RuleReport, 'outcome' | 'reason'>, message?: string): TestCase => ({
    classname: id.split('/')[0] ?? id,
    name,
    result: results[own.outcome],
    message: message ?? (own.reason ? formatReason(own.reason) : ''),
    section,
  });
  if (!operations)
    return [build(`${id}: ${title}`, { outcome, ...(reason && { reason }) }, findings[0]?.message)];
  return operations.map((own) =>
    build(
      `${id} [${own.operation}]: ${title}`,
      own,
      findings.find(({ operation }) => operation === own.operation)?.message,
    ),
  );
}

function renderCase({ classname, name, result, message = '', section }: TestCase): Markup {
  const content = result !== 'skipped' && section && escapeLines(formatSection(section));
  const attributes = markup`message="${message}"${result === 'skipped' ? undefined : markup` type="${section?.anchor ?? classname}"`}`;
  const element =
    result &&
    (content ? markup`<${result} ${attributes}>${content}</${result}>` : markup`<${result} ${attributes}/>`);
  return markup`<testcase classname="${classname}" name="${name}" time="0">${element}</testcase>`;
}
