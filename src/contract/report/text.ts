/** The report as text for a terminal: failures, warnings, open points, unreached rules, coverage, and totals. */
import { groupBy } from '../../base/group-by.js';
import type { Report, RuleReport } from './model.js';
import { baselineText } from './baseline-text.js';
import { counted } from '../../base/counted.js';
import { coverageText } from './coverage-text.js';
import { evidenceLines } from './evidence-lines.js';
import { headline } from './headline.js';
import { harmless, neutral } from './neutral.js';
import { ruleText, sectionsText } from './rule-text.js';

export function textReport(report: Report): string {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const isJudged = report.rules.some(
    ({ outcome }) => outcome !== 'observed' && outcome !== 'not-reached' && outcome !== 'error',
  );
  const of = (...outcomes: readonly string[]) =>
    report.rules.filter(({ outcome }) => outcomes.includes(outcome));
  const sections = [
    ...of('fail', 'error').map((rule) => ruleText(rule, exchanges)),
    baselineText(report),
    ...of('accepted', 'warn').map((rule) => ruleText(rule, exchanges)),
    // Without any verdict, lists of unreached rules do not help.
    ...(isJudged
      ? [openText(of('observed')), notReachedText(of('not-reached')), coverageText(report.coverage)]
      : []),
    ...report.notes.map((note) => `note: ${neutral(note)}`),
    ['Evidence', ...evidenceLines(report).map((line) => `  ${neutral(line)}`)].join('\n'),
    totals(report),
  ];
  return harmless(`${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function openText(rules: readonly RuleReport[]): string {
  if (rules.length === 0) return '';
  const lines = rules.flatMap(({ sections, title, findings, more }) => [
    `  ${neutral(title)} (${sectionsText(sections)})`,
    ...findings.map(({ message }) => `    ${neutral(message)}`),
    ...(more === undefined ? [] : [`    and ${more} more`]),
  ]);
  return ['Open points of the interface, and the behaviour of this service', ...lines].join('\n');
}

function notReachedText(rules: readonly RuleReport[]): string {
  if (rules.length === 0) return '';
  const lines = [...groupBy(rules, ({ reason = '' }) => reason)].map(
    ([reason, group]) => `  ${neutral(reason)}\n    ${neutral(group.map(({ id }) => id).join(', '))}`,
  );
  return ['Not reached', ...lines].join('\n');
}

function totals(report: Report): string {
  const { summary, requests, jobs, seconds, target } = report;
  const counts = Object.entries(summary)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const cost = `${counted(requests, 'request')}, ${counted(jobs, 'job')}, ${seconds.toFixed(1)} s`;
  return `${counts.join(', ')}; ${cost}; ${neutral(target)}\n${neutral(headline(report))}`;
}
