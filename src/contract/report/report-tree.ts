/** Makes the tree of a report. Findings come first, then what could not be judged; everything after that is folded. */
import { elapsed } from '../../base/text/elapsed.js';
import { counted } from '../../base/text/counted.js';
import { groupBy } from '../../base/group-by.js';
import { entryProblem } from '../baseline.js';
import { isClientRule } from '../rule.js';
import type { Report, RuleReport } from './model.js';
import { RuleSections } from './rule-sections.js';
import { timelineSection } from './timeline-section.js';
import { code, list, paragraph, type Block, type ReportTree, type Section, type Text } from './tree.js';
import {
  accessLines,
  entryName,
  evidenceLines,
  gatewayLines,
  headline,
  leftBehindLines,
  OPERATION_HEADS,
  operationRows,
} from './run-words.js';
import { dateTime, findingWords, sectionsText, sentence } from './words.js';

const UNREACHED = 'Rules that were not reached';

export function treeOf(report: Report): ReportTree {
  const { outcome, tool, target, startedAt, seconds, requests, jobs, summary, rules } = report;
  const sections = new RuleSections(report);
  const of = (...outcomes: readonly RuleReport['outcome'][]) =>
    rules.filter((rule) => outcomes.includes(rule.outcome));
  const broken = of('fail', 'error');
  const all: readonly Section[] = [
    section('Broken promises', sections.of(broken.filter((rule) => !isClientRule(rule))), 'finding'),
    section('Broken by clients', sections.of(broken.filter(isClientRule)), 'finding'),
    {
      ...section('Baseline entries with problems', lists(baselineLines(report, false)), 'finding'),
      anchor: 'baseline',
    },
    section('Warnings', sections.of(of('warn'), true)),
    section('Not judged', lists([...unjudgedLines(of('not-reached')), ...baselineLines(report, true)])),
    {
      ...section(
        'Minimum of the run',
        lists(evidenceLines(report).map(sentence)),
        report.evidence.missing.length > 0 ? undefined : 'folded',
      ),
      anchor: 'minimum',
    },
    section('Notes about the run', lists(report.notes.map(sentence))),
    section(`Known violations (${of('accepted').length})`, sections.of(of('accepted')), 'folded'),
    timelineSection(report),
    section('Open points of the interface', openBlocks(of('observed')), 'folded'),
    section('Operations', operationBlocks(report), 'folded'),
    section('Left behind', lists(leftBehindLines(report.leftBehind).map(sentence)), 'folded'),
    section(UNREACHED, lists(of('not-reached').map(unreachedText)), 'folded'),
    section('Kept promises', lists(of('pass').map(keptText)), 'folded'),
  ];
  return {
    outcome,
    tool: `${tool.name} ${tool.version}`,
    target,
    headline: headline(report),
    warnings: [...accessLines(report.access ?? {}), ...gatewayLines(report)],
    facts: [
      code(target),
      ...(requests > 0 ? [dateTime(startedAt, 16)] : []),
      counted(requests, 'request'),
      counted(jobs, 'job'),
      elapsed(seconds * 1000),
    ],
    summary,
    sections: all.filter(({ blocks }) => blocks.length > 0),
    rules: rules.map((rule) => new RuleSections(report).section(rule)),
  };
}

const section = (title: string, blocks: readonly Block[], show?: Section['show']): Section => ({
  kind: 'section',
  title,
  ...(show && { show }),
  blocks,
});

const lists = (items: readonly Text[]): readonly Block[] => (items.length === 0 ? [] : [list(items)]);

const ruleText = ({ id, title, sections }: RuleReport): Text => [
  `${sentence(title)} (`,
  { code: id },
  `, ${sectionsText(sections)})`,
];

/** How often the run saw it says how much the verdict is worth. */
const keptText = (rule: RuleReport): Text => [
  ...ruleText(rule),
  `: checked ${counted(rule.checked ?? 0, 'time')}`,
];

const unreachedText = (rule: RuleReport): Text => [...ruleText(rule), `: ${rule.reason ?? ''}`];

/** One line for each option that helps, and one for all other rules: a folded section lists them with their reasons. */
function unjudgedLines(rules: readonly RuleReport[]): readonly string[] {
  const helped = rules.flatMap(({ reason = '' }) => {
    const [, why, options] = /^(.*) \((--[^()]*)\)$/.exec(reason) ?? [];
    return why === undefined || options === undefined ? [] : [{ why: sentence(why), options }];
  });
  const lines = [...groupBy(helped, ({ options }) => options)].map(([options, group]) => {
    const reasons = [...groupBy(group, ({ why }) => why)].map(
      ([why, same]) => `${why} (${counted(same.length, 'rule')})`,
    );
    return `${options}: ${reasons.join('; ')}`;
  });
  const rest = rules.length - helped.length;
  const others = counted(rest, lines.length === 0 ? 'rule' : 'more rule');
  return rest === 0 ? lines : [...lines, `${others} saw nothing to judge (see “${UNREACHED}”)`];
}

/** What the interface leaves open, and what this service does. */
function openBlocks(rules: readonly RuleReport[]): readonly Block[] {
  if (rules.length === 0) return [];
  return [
    paragraph(
      'These observations are neither right nor wrong. They can help the owners of the API to document it.',
    ),
    ...rules.flatMap((rule) => [
      paragraph(ruleText(rule)),
      list([
        ...rule.findings.map((finding) => sentence(findingWords(finding))),
        ...(rule.more === undefined ? [] : [`And ${rule.more} more`]),
      ]),
    ]),
  ];
}

function operationBlocks({ operations }: Report): readonly Block[] {
  if (operations.length === 0) return [];
  const rows = operationRows(operations);
  // Columns of gateways and lost responses without any count are left out.
  const isShown = (column: number): boolean =>
    !(column === 3 || column === 4) || rows.some((row) => row[column] !== '0');
  return [
    paragraph('Times in ms, from the start of a request to the last byte of its response.'),
    {
      kind: 'table',
      heads: OPERATION_HEADS.filter((_, column) => isShown(column)),
      rows: rows.map((row) => row.filter((_, column) => isShown(column))),
    },
  ];
}

/** The problems with entries of the baseline: of those that could not be judged, or of the others. */
function baselineLines({ baseline = [] }: Report, isUnjudged: boolean): readonly Text[] {
  return baseline.flatMap((entry): readonly Text[] => {
    const problem = entryProblem(entry);
    if (problem === undefined || (entry.state === 'not-judged') !== isUnjudged) return [];
    return [[{ code: entryName(entry) }, `: ${problem} (${entry.owner}: ${entry.reason})`]];
  });
}
