/** Makes the document of a report: which sections there are, and their order. */
import { counted } from '../../../base/text/counted.js';
import { isClientRule } from '../../rule.js';
import { accessLines, headline, gatewayLines } from '../run-words.js';
import { showsACause } from '../causes.js';
import type { Block, ReportDocument, Section } from '../document.js';
import { duration, dateTime } from '../times.js';
import type { Report, RuleReport } from '../model.js';
import { coverageSection } from './coverage-section.js';
import { ruleBlock, RuleRefs } from './rule-block.js';
import { allRulesSection, notReachedSection, openSection } from './rule-lists.js';
import { baselineSection, runSections } from './run-sections.js';
import { timelineSection } from './timeline-section.js';

export function documentOf(report: Report): ReportDocument {
  const { outcome, tool, target, startedAt, seconds, requests, jobs, summary } = report;
  const refs = new RuleRefs(report.rules);
  const rules = report.rules.map((rule) => refs.of(rule));
  const findings = (id: string, title: string, isListed: (rule: RuleReport) => boolean): Section => ({
    id,
    title,
    ...((id === 'broken' || id === 'clients') && { detail: 'essential' }),
    blocks: report.rules
      .filter((rule) => isListed(rule) && showsACause(rule))
      .map((rule) => ruleBlock(rule, report.exchanges, refs)),
  });
  const isBroken = ({ outcome: of }: RuleReport): boolean => of === 'fail' || of === 'error';
  const sections = [
    timelineSection(report),
    findings('broken', 'Broken promises', (rule) => isBroken(rule) && !isClientRule(rule)),
    findings('clients', 'Broken by clients', (rule) => isBroken(rule) && isClientRule(rule)),
    baselineSection(report),
    findings('accepted', 'Known violations', (rule) => rule.outcome === 'accepted'),
    findings('warnings', 'Warnings', (rule) => rule.outcome === 'warn'),
    openSection(report, refs),
    notReachedSection(report, refs),
    coverageSection(report.coverage),
    ...runSections(report),
    allRulesSection(rules),
  ];
  return {
    outcome,
    tool: `${tool.name} ${tool.version}`,
    target,
    headline: headline(report),
    warnings: [...accessLines(report.access ?? {}), ...gatewayLines(report)],
    facts: [
      { name: 'Target', value: [{ text: target, isCode: true }] },
      ...(requests > 0 ? [{ name: 'When', value: dateTime(startedAt, 16) }] : []),
      {
        name: 'Cost',
        value: [counted(requests, 'request'), counted(jobs, 'job'), duration(seconds * 1000)].join(', '),
      },
    ],
    summary,
    rules,
    sections: sections.flatMap((section) => {
      const blocks = section.blocks.filter(hasContent);
      return blocks.length === 0 ? [] : [{ ...section, blocks }];
    }),
  };
}

function hasContent(block: Block): boolean {
  switch (block.kind) {
    case 'list':
      return block.items.length > 0;
    case 'entries':
      return block.entries.length > 0;
    case 'table':
      return block.rows.length > 0;
    default:
      return true;
  }
}
