/**
 * Judges traffic of the API against its spec: what other folders import. `Judge` judges a journal, the service and its clients, and
 * returns a report; `LiveJudge` reports findings while traffic is recorded; `reporters` render a report.
 */
export type { Baseline, BaselineEntry } from './baseline/baseline.js';
export type { ClientRule } from './client-rules/create-client-rule.js';
export { clientRules } from './client-rules/index.js';
export { getExitCode } from './outcome.js';
export {
  isCoverageTopic,
  coverageTopics,
  type CoverageOptions,
  type CoverageReport,
  type CoverageGap,
  type CoverageProfile,
  type CoverageTopic,
} from './coverage.js';
export { judge, Judge, type JudgeOptions, type JudgeReportOptions } from './judge.js';
export { LiveJudge, type LiveFinding } from './live-judge.js';
export { validateBaseline, type BaselineError } from './baseline/validate-baseline.js';
export { formatCounts } from './render/outcome-labels.js';
export { formatGitHubSummary, type SummaryOptions } from './render/markdown.js';
export { formatConnection } from './render/connection-text.js';
export { formatHeadline } from './render/headline.js';
export { buildReport, type ReportInput } from './report/build-report.js';
export type {
  JobTimeline,
  RequestEvent,
  ReportTimeline,
  Suppression,
  TargetConnection,
  BaselineReport,
  BodyExcerpt,
  Citations,
  Excerpts,
  ExchangeReport,
  FindingReport,
  GatewayResponses as GatewayReport,
  LatencyReport,
  CreatedResources,
  OperationReport,
  Report,
  ReportedOutcome,
  RuleReason,
  RuleReport,
} from './report/report.js';
export { sanitizeText } from '../base/text/sanitize.js';
export { formatClientReport, isViolated, formatRule, formatReport, type TextOptions } from './render/text.js';
export { formatFinding, formatReason, formatSections } from './render/format.js';
export { reporters, type ReportFormat } from './render/reporters.js';
export type {
  Finding,
  Severity,
  RuleResult,
  Level,
  RuleOutcome,
  Rule,
  Verdict,
  VerdictReason,
} from './rule.js';
export { serviceRules } from './rules/index.js';
export { untestableStatements } from './untestable-statements.js';
export { mediaTypeOf } from './model/body.js';
export { createCall, hasValidKey, isTerminal, parseJobStatus, type Call } from './model/call.js';
export { groupExchangesByClient } from './client-rules/client.js';
export { buildTrace, type Trace } from './model/trace.js';
