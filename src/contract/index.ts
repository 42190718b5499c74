/**
 * `deckhand/contract`: checks an implementation of the presentation service, or judges what was recorded of one.
 *
 * - `check` explores a target and reports; `explore` and `judge` are its two halves; `plan` says what it will cost.
 * - `rules` is every rule there is; `statements` every sentence of the interface, and what guards it.
 * - `reporters` turn a report into text.
 */
export type { Baseline, BaselineEntry } from './baseline.js';
export { check, type Check, type CheckInput } from './check.js';
export { isMisconduct, judgeConduct } from './conduct/judge-conduct.js';
export type { ConductOptions } from './conduct/options.js';
export { brokenRules, conductReport, type ConductReport, type ConductRuleReport } from './conduct/report.js';
export type { ConductRule } from './conduct/rule.js';
export { conductRules } from './conduct/rules/all-conduct-rules.js';
export { brokenText, conductText, misconductLine } from './conduct/text.js';
export { watchWorkspaces } from './conduct/watch-workspaces.js';
export {
  watchConduct,
  type ConductFinding,
  type ConductVerdict,
  type ConductWatch,
  type Misconduct,
} from './conduct/watch.js';
export type { ExploreEvent } from './explore/events.js';
export { explore, type Exploration, type World } from './explore/explore.js';
export { fetchTransport, type FetchFunction } from './explore/fetch-transport.js';
export { defaults, settingsOf, type ExploreOptions, type Settings } from './explore/options.js';
export { plan, type Plan } from './explore/plan.js';
export type { OutgoingRequest, Pace, Transport, WireAnswer } from './explore/transport.js';
export { judge, type JudgeOptions } from './judge.js';
export { readBaseline, type BaselineMistake } from './read-baseline.js';
export { githubSummary } from './report/github-summary.js';
export { buildReport, type ReportInput } from './report/build-report.js';
export type { Coverage, CoverageItem } from './report/coverage-model.js';
export type {
  Acceptance,
  BaselineReport,
  ExchangeReport,
  FindingReport,
  JobReport,
  Report,
  RuleOutcome,
  RuleReport,
} from './report/model.js';
export { neutral } from './report/neutral.js';
export { reporters, type ReportFormat } from './report/reporters.js';
export { ruleText } from './report/rule-text.js';
export type { Finding, FindingKind, Judgement, Level, Outcome, Rule, Verdict } from './rule.js';
export { rules } from './rules/all-rules.js';
export { statements } from './statements/all-statements.js';
export { isCited, type Statement } from './statements/statement.js';
export { readTrace, type Trace } from './trace/trace.js';
