/** Builds the document: violations, then coverage, then collapsed details. */
import { formatElapsed } from '../../base/text/format-elapsed.js';
import { pluralize } from '../../base/text/pluralize.js';
import { groupBy } from '../../base/group-by.js';
import { formatEntryProblem } from '../baseline/baseline.js';
import { isClientRule } from '../rule.js';
import type { Report, RuleReport } from '../report/report.js';
import { RuleSectionBuilder } from './rule-section.js';
import { timelineSection } from './timeline-section.js';
import {
  code,
  list,
  paragraph,
  type ReportBlock,
  type ReportDocument,
  type ReportSection,
  type InlineText,
} from './report-document.js';
import {
  formatConnection,
  formatBaselineEntry,
  formatCoverage,
  formatGatewayResponses,
  formatHeadline,
  formatCreatedResources,
  OPERATION_HEADERS,
  buildOperationRows,
} from './headline.js';
import { formatDateTime, formatFinding, formatSections, capitalize } from './format.js';

const NOT_COVERED_TITLE = 'Rules not covered';

export function buildDocument(report: Report): ReportDocument {
  const { outcome, tool, target, startedAt, seconds, requests, jobs, summary, rules } = report;
  const sections = new RuleSectionBuilder(report);
  const of = (...outcomes: readonly RuleReport['outcome'][]) =>
    rules.filter((rule) => outcomes.includes(rule.outcome));
  const broken = of('fail', 'error');
  const all: readonly ReportSection[] = [
    section('Violations', sections.of(broken.filter((rule) => !isClientRule(rule))), 'always'),
    section('Client violations', sections.of(broken.filter(isClientRule)), 'always'),
    {
      ...section('Baseline problems', lists(baselineLines(report, false)), 'always'),
      anchor: 'baseline',
    },
    section('Warnings', sections.of(of('warn'), true)),
    section('Not covered', lists([...notCoveredLines(of('not-covered')), ...baselineLines(report, true)])),
    {
      ...section(
        'Coverage',
        lists(formatCoverage(report).map(capitalize)),
        report.evidence.gaps.length > 0 ? undefined : 'collapsed',
      ),
      anchor: 'minimum',
    },
    section('Notes', lists(report.notes.map(capitalize))),
    section(`Known violations (${of('accepted').length})`, sections.of(of('accepted')), 'collapsed'),
    timelineSection(report),
    section('Unspecified behavior', infoBlocks(of('info')), 'collapsed'),
    section('Operations', operationBlocks(report), 'collapsed'),
    section(
      'Created resources (not deleted)',
      lists(formatCreatedResources(report.leftBehind).map(capitalize)),
      'collapsed',
    ),
    section(NOT_COVERED_TITLE, lists(of('not-covered').map(notCoveredText)), 'collapsed'),
    section('Passed rules', lists(of('pass').map(passedText)), 'collapsed'),
  ];
  return {
    outcome,
    tool: `${tool.name} ${tool.version}`,
    target,
    headline: formatHeadline(report),
    warnings: [...formatConnection(report.access ?? {}), ...formatGatewayResponses(report)],
    facts: [
      code(target),
      ...(requests > 0 ? [formatDateTime(startedAt, 16)] : []),
      pluralize(requests, 'request'),
      pluralize(jobs, 'job'),
      formatElapsed(seconds * 1000),
    ],
    summary,
    sections: all.filter(({ blocks }) => blocks.length > 0),
    rules: rules.map((rule) => new RuleSectionBuilder(report).section(rule)),
  };
}

const section = (
  title: string,
  blocks: readonly ReportBlock[],
  show?: ReportSection['visibility'],
): ReportSection => ({
  kind: 'section',
  title,
  ...(show && { visibility: show }),
  blocks,
});

const lists = (items: readonly InlineText[]): readonly ReportBlock[] =>
  items.length === 0 ? [] : [list(items)];

const ruleText = ({ id, title, sections }: RuleReport): InlineText => [
  `${capitalize(title)} (`,
  { code: id },
  `, ${formatSections(sections)})`,
];

/** The number of checks shows how strong the result is. */
const passedText = (rule: RuleReport): InlineText => [
  ...ruleText(rule),
  `: checked ${pluralize(rule.checked ?? 0, 'time')}`,
];

const notCoveredText = (rule: RuleReport): InlineText => [...ruleText(rule), `: ${rule.reason ?? ''}`];

/** One line for each option that helps, and one for all other rules: a folded section lists them with their reasons. */
function notCoveredLines(rules: readonly RuleReport[]): readonly string[] {
  const helped = rules.flatMap(({ reason = '' }) => {
    const [, why, options] = /^(.*) \((--[^()]*)\)$/.exec(reason) ?? [];
    return why === undefined || options === undefined ? [] : [{ why: capitalize(why), options }];
  });
  const lines = [...groupBy(helped, ({ options }) => options)].map(([options, group]) => {
    const reasons = [...groupBy(group, ({ why }) => why)].map(
      ([why, same]) => `${why} (${pluralize(same.length, 'rule')})`,
    );
    return `${options}: ${reasons.join('; ')}`;
  });
  const rest = rules.length - helped.length;
  const others = pluralize(rest, lines.length === 0 ? 'rule' : 'more rule');
  return rest === 0 ? lines : [...lines, `${others} saw nothing to judge (see “${NOT_COVERED_TITLE}”)`];
}

/** What the interface leaves open, and what this service does. */
function infoBlocks(rules: readonly RuleReport[]): readonly ReportBlock[] {
  if (rules.length === 0) return [];
  return [
    paragraph(
      'These observations are neither right nor wrong. They can help the owners of the API to document it.',
    ),
    ...rules.flatMap((rule) => [
      paragraph(ruleText(rule)),
      list([
        ...rule.findings.map((finding) => capitalize(formatFinding(finding))),
        ...(rule.more === undefined ? [] : [`And ${rule.more} more`]),
      ]),
    ]),
  ];
}

function operationBlocks({ operations }: Report): readonly ReportBlock[] {
  if (operations.length === 0) return [];
  const rows = buildOperationRows(operations);
  // Columns of gateways and lost responses without any count are left out.
  const isShown = (column: number): boolean =>
    !(column === 3 || column === 4) || rows.some((row) => row[column] !== '0');
  return [
    paragraph('Times in ms, from the start of a request to the last byte of its response.'),
    {
      kind: 'table',
      headers: OPERATION_HEADERS.filter((_, column) => isShown(column)),
      rows: rows.map((row) => row.filter((_, column) => isShown(column))),
    },
  ];
}

/** The problems with entries of the baseline: of those that could not be judged, or of the others. */
function baselineLines({ baseline = [] }: Report, isUnjudged: boolean): readonly InlineText[] {
  return baseline.flatMap((entry): readonly InlineText[] => {
    const problem = formatEntryProblem(entry);
    if (problem === undefined || (entry.state === 'not-judged') !== isUnjudged) return [];
    return [[{ code: formatBaselineEntry(entry) }, `: ${problem} (${entry.owner}: ${entry.reason})`]];
  });
}
