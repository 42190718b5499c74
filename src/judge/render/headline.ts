/** The one-line result of a report. */
import { formatList } from '../../base/text/format-list.js';
import { pluralize } from '../../base/text/pluralize.js';
import { formatExpiredEntries } from '../baseline/baseline.js';
import { RootCauseIndex } from '../report/root-causes.js';
import type { Report } from '../report/report.js';
import { isClientRule } from '../rule.js';
import { formatUncovered } from './coverage-section.js';

/** For example `Incomplete: the start of a job never succeeded (400).` */
export function formatHeadline(report: Report): string {
  const { outcome, reason = '', coverage } = report;
  const uncovered = formatUncovered(coverage);
  const suffix = uncovered === undefined ? '' : `; ${uncovered}`;
  if (outcome === 'error') return toSentence(`Error: ${reason}`);
  if (outcome === 'incomplete') return toSentence(`Incomplete: ${reason}`);
  if (outcome === 'pass') return toSentence(`${formatPass(report)}${suffix}`);
  const isAlsoIncomplete = report.summary.fail > 0 && reason !== '';
  return toSentence(`${formatFail(report)}${isAlsoIncomplete ? `; incomplete: ${reason}` : suffix}`);
}

function formatPass({ summary, coverage: { profile } }: Report): string {
  const result =
    summary.suppressed > 0 ? 'all violations are suppressed by the baseline' : 'all covered rules passed';
  if (profile.name === 'full' || profile.name === 'recording') return `Pass: ${result}`;
  return `Pass (${profile.name} profile: ${formatList(profile.required)}): ${result}`;
}

function formatFail({ summary, rules, baseline = [] }: Report): string {
  const problem = formatExpiredEntries(baseline);
  const failed = rules.filter(({ outcome }) => outcome === 'fail');
  const failedClientRules = failed.filter(isClientRule).length;
  const failedServiceRules = summary.fail - failedClientRules;
  const index = new RootCauseIndex(rules);
  const causes = failed.filter((rule) => !index.isConsequence(rule) && !isClientRule(rule)).length;
  const rootCauses = causes < failedServiceRules ? ` (${pluralize(causes, 'root cause')})` : '';
  const parts = [
    ...(failedServiceRules > 0 ? [`${pluralize(failedServiceRules, 'rule')} failed${rootCauses}`] : []),
    ...(failedClientRules > 0 ? [`${pluralize(failedClientRules, 'client rule')} failed`] : []),
    ...(problem === undefined ? [] : [problem]),
  ];
  return `Fail: ${parts.join(', ')}`;
}

/** A reason can end with the words of a service. */
const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
