/**
 * `deckhand/contract`: checks an implementation of the presentation service, or judges recorded traffic.
 *
 * - `check` explores a target and returns a report. `explore` and `judge` are its two steps. `plan` estimates the cost.
 * - `Judge` judges a journal, the service and its clients, and returns a report. `judge` returns the verdicts about a journal.
 *   `LiveJudge` says what the last exchanges show while traffic passes.
 * - `rules` are the rules about a service, and `clientRules` are the rules about clients. `unjudged` lists what no rule can judge.
 * - `reporters` print a report.
 */
export type { Baseline, BaselineEntry } from './baseline.js';
export { check, type Check, type CheckInput } from './check.js';
export type { ClientRule } from './clients/rule.js';
export { clientRules } from './clients/all-rules.js';
export { exitCodeOf } from './evidence/outcome.js';
export type { MinimumChanges } from './evidence/minimum.js';
export {
  isTopic,
  topics,
  type EvidenceReport,
  type Gap,
  type Minimum,
  type Topic,
} from './evidence/minimum.js';
export type { ExploreEvent } from './explore/events.js';
export { explore, type Exploration, type ExploreInput } from './explore/explore.js';
export {
  fetchTransport,
  type FetchFunction,
  type OutgoingRequest,
  type Pace,
  type Transport,
  type TransportResult,
} from './explore/transport.js';
export {
  defaults,
  pollIntervalFor,
  settingsOf,
  type ExploreOptions,
  type Settings,
} from './explore/options.js';
export { plan, type Plan } from './explore/plan.js';
export { goneRuleNote } from './gone-rules.js';
export { judge, Judge, type JudgeLimits, type JudgeOptions, type JudgeReportOptions } from './judge.js';
export { LiveJudge, type LiveFinding } from './live-judge.js';
export { readBaseline, type BaselineMistake } from './read-baseline.js';
export { countsText } from './report/outcomes.js';
export { githubSummary, type SummaryOptions } from './report/markdown.js';
export { headline, accessLines } from './report/run-words.js';
export { buildReport, type ReportInput } from './report/build-report.js';
export type {
  JobTimeline,
  RequestEvent,
  Timeline,
  Acceptance,
  Access,
  BaselineReport,
  ExchangeReport,
  FindingReport,
  GatewayReport,
  LatencyReport,
  LeftBehind,
  OperationReport,
  Report,
  RuleOutcome,
  RuleReport,
} from './report/model.js';
export { neutral } from '../base/text/neutral.js';
export { clientText, isBroken, ruleText, textReport, type TextOptions } from './report/text.js';
export { findingWords, sectionsText } from './report/words.js';
export { reporters, type ReportFormat } from './report/reporters.js';
export type { Finding, FindingKind, Judgement, Level, Outcome, Rule, Verdict } from './rule.js';
export { rules } from './rows/all-rows.js';
export { unjudged } from './unjudged.js';
export { mediaTypeOf } from './model/payload.js';
export { callOf, isKeyed, type Call } from './model/call.js';
export { isTerminal, knownStatus } from './model/call.js';
export { exchangesByClient } from './clients/requests.js';
export { readTrace, type Trace } from './model/trace.js';
