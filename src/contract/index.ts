/**
 * `deckhand/contract`: checks an implementation of the presentation service, or judges recorded traffic.
 *
 * - `check` explores a target and returns a report. `explore` and `judge` are its two steps. `plan` estimates the cost.
 * - `judge` judges the service in a whole journal, and `judgeConduct` judges its clients. `TrafficJudge` judges endless traffic
 *   of both in segments. `LiveWindow` reports findings while traffic passes.
 * - `rules` are the rules about a service, and `conductRules` are the rules about clients. `statements` lists each statement
 *   of the interface with the rules that judge it.
 * - `reporters` print a report.
 */
export type { Baseline, BaselineEntry } from './baseline.js';
export { check, type Check, type CheckInput } from './check.js';
export type { ClientFinding as ConductFinding } from './clients/client-finding.js';
export type { ClientRule as ConductRule } from './clients/client-rule.js';
export { exchangesByClient } from './clients/exchanges-by-client.js';
export {
  isMisconduct,
  judgeConduct,
  type ConductOptions,
  type ConductVerdict,
} from './clients/judge-conduct.js';
export { brokenRules, conductReport, type ConductReport, type ConductRuleReport } from './clients/report.js';
export { clientRules as conductRules } from './clients/rules/all-client-rules.js';
export { brokenText, conductText, misconductLine } from './clients/text.js';
export { watchConduct, type ConductWatch, type Misconduct } from './clients/watch-conduct.js';
export { exitCodeOf } from './evidence/exit-code.js';
export type { MinimumChanges } from './evidence/minimum.js';
export {
  isTopic,
  topics,
  type EvidenceReport,
  type Gap,
  type Minimum,
  type Topic,
} from './evidence/model.js';
export type { ExploreEvent } from './explore/events.js';
export { explore, type Exploration, type ExploreInput } from './explore/explore.js';
export { fetchTransport, type FetchFunction } from './explore/fetch-transport.js';
export { defaults, profiles, settingsOf, type ExploreOptions, type Settings } from './explore/options.js';
export { plan, type Plan } from './explore/plan.js';
export type { OutgoingRequest, Pace, Transport, TransportResult } from './explore/transport.js';
export { judge, type JudgeOptions } from './judge.js';
export { LiveWindow, type LiveFinding, type LiveWindowOptions } from './live-window.js';
export { readBaseline, type BaselineMistake } from './read-baseline.js';
export { githubSummary } from './report/github-summary.js';
export { headline } from './report/headline.js';
export { buildReport, type ReportInput } from './report/build-report.js';
export type { Coverage, CoverageItem } from './report/coverage-model.js';
export { accessLines } from './report/access.js';
export type {
  Acceptance,
  Access,
  BaselineReport,
  ExchangeReport,
  FindingReport,
  GatewayReport,
  JobReport,
  LatencyReport,
  LeftBehind,
  OperationReport,
  Report,
  RuleOutcome,
  RuleReport,
} from './report/model.js';
export { neutral } from './report/neutral.js';
export { textReport } from './report/text.js';
export type { TextOptions } from './report/text-style.js';
export { reporters, type ReportFormat } from './report/reporters.js';
export { ruleText } from './report/rule-text.js';
export type { Finding, FindingKind, Judgement, Level, Outcome, Rule, Verdict } from './rule.js';
export { rules } from './rules/all-rules.js';
export { TrafficJudge, type TrafficJudgeOptions, type TrafficReportOptions } from './traffic-judge.js';
export { statements } from './statements/all-statements.js';
export { isCited, type Statement } from './statements/statement.js';
export { mediaTypeOf } from './trace/payload.js';
export { callOf, isKeyed, type Call } from './trace/call.js';
export { isTerminal, knownStatus } from './trace/job.js';
export { readTrace, type Trace } from './trace/trace.js';
