/**
 * The report as JUnit XML: one test case for each rule. A rule that was not reached or has only accepted violations is a skipped
 * test. It keeps to what the schemas of Jenkins (junit-10.xsd) and of Ant have in common: `testsuites` without attributes, one
 * result in a case, and all output in the suite.
 */
import { escapeLines, markup, type Markup } from './markup.js';
import type { Report } from '../report/report.js';
import { buildDocument } from './build-document.js';
import { formatSection, formatReport } from './text.js';
import { renderText, type ReportDocument, type ReportSection } from './report-document.js';
import { formatIsoTime } from './format.js';

interface Case {
  readonly topic: string;
  readonly name: string;
  /** Default: the case passes. */
  readonly kind?: 'failure' | 'error' | 'skipped' | undefined;
  readonly message?: string;
  readonly section?: ReportSection | undefined;
}

export function formatJUnit(report: Report): string {
  const tree = buildDocument(report);
  const { headline, warnings, tool, target } = tree;
  const cases = [evidenceCase(tree), baselineCase(tree), ...tree.rules.map(ruleCase)];
  const count = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
  const totals = markup`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${report.seconds.toFixed(3)}"`;
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${target}" package="deckhand" id="0" hostname="localhost" ${totals} timestamp="${formatIsoTime(report.startedAt).slice(0, 19)}">
<properties>
<property name="tool" value="${tool}"/>
<property name="headline" value="${headline}"/>
${warnings.map((line) => markup`<property name="warning" value="${line}"/>\n`)}</properties>
${cases.map((one) => markup`${caseMarkup(one)}\n`)}<system-out>${escapeLines(formatReport(report, { verbose: true }))}</system-out>
<system-err></system-err>
</testsuite>
</testsuites>
`;
  return text;
}

/** Missing coverage fails one test case; skipped cases are easy to overlook. */
function evidenceCase({ outcome, headline, sections }: ReportDocument): Case {
  const section = sections.find(({ anchor }) => anchor === 'minimum');
  const isMissing = outcome === 'incomplete' || (section !== undefined && section.visibility === undefined);
  const kind = outcome === 'error' ? 'error' : isMissing ? 'failure' : undefined;
  return { topic: 'evidence', name: 'enough was seen for a verdict', kind, message: headline, section };
}

function baselineCase({ sections }: ReportDocument): Case {
  const section = sections.find(({ anchor }) => anchor === 'baseline');
  const kind = section && 'failure';
  return {
    topic: 'baseline',
    name: 'the baseline is up to date',
    kind,
    message: section?.title ?? '',
    section,
  };
}

const kinds = {
  fail: 'failure',
  error: 'error',
  accepted: 'skipped',
  'not-covered': 'skipped',
  warn: undefined,
  info: undefined,
  pass: undefined,
} as const;

function ruleCase(section: ReportSection): Case {
  const { anchor: id = '', title, outcome = 'pass', blocks } = section;
  const reason = blocks[1];
  return {
    topic: id.split('/')[0] ?? id,
    name: `${id}: ${title}`,
    kind: kinds[outcome],
    message: reason?.kind === 'paragraph' ? renderText(reason.text, (text) => text) : '',
    section,
  };
}

function caseMarkup({ topic, name, kind, message = '', section }: Case): Markup {
  const content = kind !== 'skipped' && section && escapeLines(formatSection(section));
  const facts = markup`message="${message}"${kind === 'skipped' ? undefined : markup` type="${section?.anchor ?? topic}"`}`;
  const shown =
    kind && (content ? markup`<${kind} ${facts}>${content}</${kind}>` : markup`<${kind} ${facts}/>`);
  return markup`<testcase classname="${topic}" name="${name}" time="0">${shown}</testcase>`;
}
