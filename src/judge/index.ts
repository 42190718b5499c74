/**
 * Judges traffic of the API against its spec: what other folders import. `Judge` judges a journal, the service and its clients, and
 * returns a report; `LiveJudge` reports findings while traffic is recorded; `reporters` render a report.
 */
export type { Baseline, BaselineEntry } from './baseline/baseline.js';
export { clientRules } from './client-rules/index.js';
export { getExitCode } from './outcome.js';
export { coverageTopics, type CoverageOptions, type CoverageReport, type CoverageGap } from './coverage.js';
export { judge, Judge, type JudgeOptions } from './judge.js';
export { LiveJudge, type LiveFinding } from './live-judge.js';
export { validateBaseline } from './baseline/validate-baseline.js';
export { formatCounts } from './render/outcome-labels.js';
export { formatGitHubSummary, type SummaryOptions } from './render/markdown.js';
export { formatConnection } from './render/connection-text.js';
export { formatHeadline } from './render/headline.js';
export { buildReport } from './report/build-report.js';
export type {
  JobTimeline,
  RequestEvent,
  ReportTimeline,
  TargetConnection,
  ExchangeReport,
  FindingReport,
  Report,
  RuleReport,
} from './report/report.js';
export { sanitizeText } from '../base/text/sanitize.js';
export { formatClientReport, isViolated, formatRule, formatReport, type TextOptions } from './render/text.js';
export { formatFinding, formatReason, formatSections } from './render/format.js';
export { reporters, type ReportFormat } from './render/reporters.js';
export type { Finding, Rule, Verdict } from './rule.js';
export { serviceRules } from './rules/index.js';
export { untestableStatements } from './untestable-statements.js';
export { groupExchangesByClient } from './client-rules/client.js';
export { buildTrace } from './model/trace.js';
