/** Builds the document of a report: violations, then coverage, then collapsed details. */
import { formatElapsed } from '../../base/text/format-elapsed.js';
import { pluralize } from '../../base/text/pluralize.js';
import { groupBy } from '../../base/group-by.js';
import { formatEntryProblem } from '../baseline/baseline.js';
import { isAdviceRule, isClientRule } from '../rule.js';
import type { BaselineReport, CreatedResources, Report, RuleReport } from '../report/report.js';
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
  formatDateTime,
  formatFinding,
  formatReason,
  formatSections,
  formatUncoveredOperations,
} from './format.js';
import { formatConnection, formatGatewayResponses } from './connection-text.js';
import { formatCoverage } from './coverage-section.js';
import { formatHeadline } from './headline.js';
import { buildOperationTable } from './operation-table.js';

const NOT_COVERED_TITLE = 'Rules not covered';

export function buildDocument(report: Report): ReportDocument {
  const { outcome, tool, target, startedAt, durationSeconds, requests, jobs, summary, rules } = report;
  const builder = new RuleSectionBuilder(report);
  const withOutcome = (...outcomes: readonly RuleReport['outcome'][]) =>
    rules.filter((rule) => outcomes.includes(rule.outcome));
  const failed = withOutcome('fail', 'error');
  const suppressed = withOutcome('suppressed');
  const notCovered = withOutcome('not-covered');
  const all: readonly ReportSection[] = [
    section('Violations', builder.sections(failed.filter((rule) => !isClientRule(rule))), 'always'),
    section('Client violations', builder.sections(failed.filter(isClientRule)), 'always'),
    {
      ...section('Expired baseline entries', lists(formatBaselineLines(report, 'expired')), 'always'),
      anchor: 'baseline',
    },
    {
      ...section('Baseline entries without a violation', lists(formatBaselineLines(report, 'unused'))),
      anchor: 'unused-baseline',
    },
    section('Warnings', builder.sections(withOutcome('warn'))),
    section(
      'Not covered',
      lists([...formatNotCoveredLines(notCovered), ...formatBaselineLines(report, 'not-covered')]),
    ),
    {
      ...section(
        'Coverage',
        lists(formatCoverage(report)),
        report.coverage.gaps.length > 0 ? undefined : 'collapsed',
      ),
      anchor: 'coverage',
    },
    section('Notes', lists(report.notes)),
    { ...section('Advice', adviceBlocks(withOutcome('info').filter(isAdviceRule))), anchor: 'advice' },
    section(`Suppressed by the baseline (${suppressed.length})`, builder.sections(suppressed), 'collapsed'),
    timelineSection(report),
    section(
      'Unspecified behavior',
      infoBlocks(withOutcome('info').filter((rule) => !isAdviceRule(rule))),
      'collapsed',
    ),
    section('Operations', operationBlocks(report), 'collapsed'),
    section(
      'Created resources (not deleted)',
      lists(formatCreatedResources(report.createdResources)),
      'collapsed',
    ),
    section(NOT_COVERED_TITLE, lists(notCovered.map(formatNotCoveredRule)), 'collapsed'),
    section('Passed rules', lists(withOutcome('pass').map(formatPassedRule)), 'collapsed'),
  ];
  return {
    outcome,
    tool: `${tool.name} ${tool.version}`,
    target,
    headline: formatHeadline(report),
    warnings: [...formatConnection(report.connection ?? {}), ...formatGatewayResponses(report)],
    facts: [
      code(target),
      ...(requests > 0 ? [formatDateTime(startedAt, 16)] : []),
      pluralize(requests, 'request'),
      pluralize(jobs, 'job'),
      formatElapsed(durationSeconds * 1000),
    ],
    summary,
    sections: all.filter(({ blocks }) => blocks.length > 0),
    rules: rules.map((rule) => new RuleSectionBuilder(report).section(rule)),
  };
}

const section = (
  title: string,
  blocks: readonly ReportBlock[],
  visibility?: ReportSection['visibility'],
): ReportSection => ({
  kind: 'section',
  title,
  ...(visibility && { visibility }),
  blocks,
});

const lists = (items: readonly InlineText[]): readonly ReportBlock[] =>
  items.length === 0 ? [] : [list(items)];

const formatRuleTitle = ({ id, title, sections }: RuleReport): InlineText => [
  `${title} (`,
  { code: id },
  `, ${formatSections(sections)})`,
];

/** The number of checks shows how strong the result is. */
function formatPassedRule(rule: RuleReport): InlineText {
  const uncovered = formatUncoveredOperations(rule);
  const checks = pluralize(rule.checkedItems ?? 0, 'check');
  return [
    ...formatRuleTitle(rule),
    `: ${checks}${uncovered === undefined ? '' : `; not covered: ${uncovered}`}`,
  ];
}

const formatNotCoveredRule = (rule: RuleReport): InlineText => [
  ...formatRuleTitle(rule),
  `: ${rule.reason ? formatReason(rule.reason) : ''}`,
];

/** One line for each flag that helps, and one for all other rules: a collapsed section lists them with their reasons. */
function formatNotCoveredLines(rules: readonly RuleReport[]): readonly string[] {
  const withFlags = rules.flatMap(({ reason }) => (reason && reason.flags.length > 0 ? [reason] : []));
  const lines = [...groupBy(withFlags, ({ flags }) => flags.join(', '))].map(([flags, group]) => {
    const reasons = [...groupBy(group, ({ text }) => text)].map(
      ([text, same]) => `${text} (${pluralize(same.length, 'rule')})`,
    );
    return `${flags}: ${reasons.join('; ')}`;
  });
  const rest = rules.length - withFlags.length;
  const others = pluralize(rest, lines.length === 0 ? 'rule' : 'more rule');
  return rest === 0 ? lines : [...lines, `${others}: see “${NOT_COVERED_TITLE}” (in text: --verbose)`];
}

/** What this service does where the spec is silent. */
function infoBlocks(rules: readonly RuleReport[]): readonly ReportBlock[] {
  if (rules.length === 0) return [];
  return [
    paragraph(
      'The spec does not define this behavior, so no rule can fail. These findings can help the owners of the API to document it.',
    ),
    ...rules.flatMap((rule) => [
      paragraph(formatRuleTitle(rule)),
      list([
        ...rule.findings.map(formatFinding),
        ...(rule.omittedFindings === undefined ? [] : [`And ${rule.omittedFindings} more`]),
      ]),
    ]),
  ];
}

/** What the developers of clients should expect of this service. */
function adviceBlocks(rules: readonly RuleReport[]): readonly ReportBlock[] {
  if (rules.length === 0) return [];
  return [
    paragraph('For the developers of clients. Nothing here violates the spec.'),
    list(
      rules.flatMap(({ id, sections, findings }) =>
        findings.map((finding): InlineText => [
          `${formatFinding(finding)}${finding.exchange === undefined ? '' : `, #${finding.exchange}`} (`,
          { code: id },
          `, ${formatSections(sections)})`,
        ]),
      ),
    ),
  ];
}

function operationBlocks({ operations }: Report): readonly ReportBlock[] {
  if (operations.length === 0) return [];
  return [
    paragraph('Times in ms, from the start of a request to the last byte of its response.'),
    buildOperationTable(operations),
  ];
}

/** The ids to delete, with the prompts of the jobs. */
function formatCreatedResources(resources: CreatedResources | undefined): readonly string[] {
  if (!resources) return [];
  const workspace = ({ inOtherWorkspace }: { readonly inOtherWorkspace?: boolean }): string =>
    inOtherWorkspace ? ' (workspace of the other key)' : '';
  const jobs = resources.jobs.map((job) => {
    const prompt = job.prompt === undefined ? '' : `: ${JSON.stringify(job.prompt)}`;
    return `Job ${job.id}${workspace(job)}${prompt}`;
  });
  return [...jobs, ...resources.presentations.map((one) => `Presentation ${one.id}${workspace(one)}`)];
}

/** The baseline entries with this state, and what it means. */
function formatBaselineLines(
  { baseline = [] }: Report,
  state: BaselineReport['state'],
): readonly InlineText[] {
  return baseline.flatMap((entry): readonly InlineText[] => {
    const problem = formatEntryProblem(entry);
    if (problem === undefined || entry.state !== state) return [];
    return [[{ code: formatBaselineEntry(entry) }, `: ${problem} (${entry.owner}: ${entry.reason})`]];
  });
}

/** The rule of an entry, with the operation and the message that narrow it. */
function formatBaselineEntry({ rule, message, operation }: BaselineReport): string {
  const filters = [
    ...(operation === undefined ? [] : [operation]),
    ...(message === undefined ? [] : [`“${message}”`]),
  ];
  return filters.length === 0 ? rule : `${rule} (${filters.join(', ')})`;
}
