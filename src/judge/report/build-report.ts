/** Builds the report from the verdicts and the journal. */
import { applyBaseline, type Baseline, type AppliedBaseline } from '../baseline/baseline.js';
import type { CoverageReport } from '../coverage.js';
import type { Trace } from '../model/trace.js';
import { computeOutcome } from '../outcome.js';
import { createRecordingCoverage } from '../recording-coverage.js';
import type { Finding, RuleOutcome, Verdict, VerdictReason } from '../rule.js';
import { getCurlOptions } from './curl.js';
import { ExchangeIndex } from './exchange-index.js';
import { buildExchangeReport } from './exchange-report.js';
import { buildFindingReport } from './finding-report.js';
import { buildTimeline } from './job-timeline.js';
import { buildOperationReports, countGatewayResponses } from './operation-stats.js';
import type {
  CreatedResources,
  FindingReport,
  OutcomeCounts,
  Report,
  ReportedOutcome,
  RuleReason,
  RuleReport,
  Suppression,
  TargetConnection,
} from './report.js';
import { groupByRootCause, type RootCause } from './root-causes.js';
import { truncateText } from './truncate.js';

/** The number of findings that the report lists for one rule. */
const MAX_FINDINGS = 7;
/** The number of listed findings of a rule about unspecified behavior. */
const MAX_OBSERVATIONS = 30;
const MAX_REASON_LENGTH = 1000;

const NOTHING_REQUIRED = createRecordingCoverage([]);

export interface ReportInput {
  /** The whole journal. */
  readonly trace: Trace;
  /** One trace for each service in the journal. Default: the whole journal is of one service. */
  readonly services?: readonly Trace[];
  readonly tool: Report['tool'];
  readonly target: string;
  /** How the requests reached the target. */
  readonly connection?: TargetConnection;
  readonly verdicts: readonly Verdict[];
  /** What the run created and could not delete. */
  readonly createdResources?: CreatedResources | undefined;
  readonly notes?: readonly string[];
  /** Default: nothing was required. */
  readonly coverage?: CoverageReport;
  /** Why the target could not be judged at all. */
  readonly fatalReason?: string;
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
  /** Adds to the reason of a rule that is not covered the flags that would cover it, or an explanation. */
  readonly buildReason?: (reason: VerdictReason) => RuleReason;
}

export function buildReport({
  trace: { exchanges },
  trace,
  services = [trace],
  tool,
  target,
  connection = {},
  createdResources,
  verdicts,
  notes = [],
  coverage = NOTHING_REQUIRED,
  fatalReason,
  baseline,
  buildReason = toReason,
}: ReportInput): Report {
  const index = new ExchangeIndex(exchanges, services);
  const calls = services.flatMap((service) => service.calls);
  const startedAt = exchanges.reduce((first, one) => Math.min(first, one.startedAt), Infinity);
  const endedAt = exchanges.reduce((last, one) => Math.max(last, one.endedAt), 0);
  const epoch = exchanges.length === 0 ? 0 : startedAt;
  const isComplete = fatalReason === undefined && coverage.gaps.length === 0;
  const baselineResult =
    baseline && applyBaseline(baseline, verdicts, (sequence) => index.operation(sequence), isComplete);
  const causes = findRootCauses(verdicts, baselineResult);
  const rules = verdicts.map((verdict) =>
    buildRuleReport(
      verdict,
      index,
      baselineResult,
      causes,
      verdict.outcome === 'not-covered' ? buildReason : toReason,
    ),
  );
  const cited = collectCitedExchanges(rules);
  const curlOptions = getCurlOptions(connection);
  const { outcome, reason } = computeOutcome({
    rules,
    coverage,
    fatalReason,
    baseline: baselineResult?.entries,
  });
  return {
    reportVersion: '1.0',
    tool,
    target,
    ...(Object.keys(connection).length > 0 && { connection }),
    outcome,
    ...(reason !== undefined && { reason: truncateText(reason, MAX_REASON_LENGTH) }),
    coverage,
    summary: countOutcomes(rules),
    requests: exchanges.length,
    jobs: calls.filter(({ operation, isSuccess }) => operation === 'startGeneration' && isSuccess).length,
    startedAt: epoch,
    durationSeconds: Math.max(0, endedAt - epoch) / 1000,
    operations: buildOperationReports(calls),
    gatewayResponses: countGatewayResponses(calls),
    ...(createdResources && { createdResources }),
    rules,
    ...(baselineResult && { baseline: baselineResult.entries }),
    timeline: buildTimeline(services, (sequence) => cited.has(sequence), epoch),
    exchanges: [...cited]
      .sort((one, two) => one - two)
      .flatMap((sequence) => {
        const exchange = index.exchange(sequence);
        return exchange ? [buildExchangeReport(exchange, epoch, curlOptions)] : [];
      }),
    notes: notes.map((note) => truncateText(note)),
  };
}

const toReason = ({ text, flags = [] }: VerdictReason): RuleReason => ({ text, flags });

type RootCauses = ReadonlyMap<Finding, RootCause>;

/** The root causes of violations, and those of warnings. */
function findRootCauses(
  verdicts: readonly Verdict[],
  baselineResult: AppliedBaseline | undefined,
): RootCauses {
  const withSeverity = (severity: Finding['severity']) =>
    verdicts.flatMap(({ rule, findings }) =>
      findings
        .filter(
          (finding) => finding.severity === severity && !baselineResult?.findSuppression(rule.id, finding),
        )
        .map((finding) => ({ rule: rule.id, finding })),
    );
  return new Map([...groupByRootCause(withSeverity('fail')), ...groupByRootCause(withSeverity('warn'))]);
}

function buildRuleReport(
  verdict: Verdict,
  index: ExchangeIndex,
  baselineResult: AppliedBaseline | undefined,
  causes: RootCauses,
  buildReason: (reason: VerdictReason) => RuleReason,
): RuleReport {
  const { rule, outcome: judged, checked, findings, reason, operations } = verdict;
  const candidates = findings.map((finding) => ({
    finding,
    suppression: baselineResult?.findSuppression(rule.id, finding),
    cause: causes.get(finding),
  }));
  const toReported = (judged: RuleOutcome, own: readonly CandidateFinding[]): ReportedOutcome =>
    judged === 'fail' && own.some(({ suppression }) => suppression) && !own.some(isViolation)
      ? 'suppressed'
      : judged;
  const outcome = toReported(judged, candidates);
  const listed = candidates
    .toSorted((one, two) => rankFinding(one, rule.id) - rankFinding(two, rule.id))
    .slice(0, rule.level === 'may' ? MAX_OBSERVATIONS : MAX_FINDINGS)
    .map(({ finding, suppression, cause }) => ({
      ...buildFindingReport(finding, index),
      ...getShare(finding, verdict),
      ...(suppression && { suppression }),
      ...(cause &&
        (cause.shownBy === rule.id
          ? cause.others.length > 0 && { alsoFails: cause.others }
          : { sameCauseAs: cause.shownBy })),
    }));
  return {
    id: rule.id,
    sections: rule.sections,
    level: rule.level,
    outcome,
    ...(checked > 0 && { checkedItems: checked }),
    title: rule.title,
    ...(rule.interpretation !== undefined && { interpretation: rule.interpretation }),
    ...(reason && { reason: buildReason(reason) }),
    ...(operations && {
      operations: operations.map((own) => ({
        operation: own.operation,
        outcome: toReported(
          own.outcome,
          candidates.filter(({ finding }) => finding.operation === own.operation),
        ),
        ...(own.checked > 0 && { checkedItems: own.checked }),
        ...(own.reason && { reason: buildReason(own.reason) }),
      })),
    }),
    ...(rule.hint !== undefined && (outcome === 'fail' || outcome === 'warn') && { hint: rule.hint }),
    findings: listed,
    ...(findings.length > listed.length && { omittedFindings: findings.length - listed.length }),
  };
}

/** How many checks of the service did not show the finding: a client has findings of its own. */
function getShare(
  { severity, count = 1, operation, clientId, isCountInMessage }: Finding,
  { checked, operations }: Verdict,
): Pick<FindingReport, 'outOf'> {
  const all = operations?.find((own) => own.operation === operation)?.checked ?? checked;
  const isStated = severity === 'info' || clientId !== undefined || isCountInMessage === true;
  return isStated || count >= all ? {} : { outOf: all };
}

interface CandidateFinding {
  readonly finding: Finding;
  readonly suppression: Suppression | undefined;
  readonly cause: RootCause | undefined;
}

const isViolation = ({ finding, suppression }: CandidateFinding): boolean =>
  finding.severity === 'fail' && !suppression;

/**
 * Violations come first, so the limit never removes all of them. Among these, the finding that lists the other rules of its
 * root cause is first, and findings that another rule explains are last.
 */
function rankFinding({ finding: { severity }, suppression, cause }: CandidateFinding, rule: string): number {
  const rank = severity === 'fail' ? (suppression ? 1 : 0) : severity === 'warn' ? 2 : 3;
  if (!cause) return rank + 0.3;
  return rank + (cause.shownBy !== rule ? 0.6 : cause.others.length > 0 ? 0 : 0.3);
}

/** The exchanges that findings cite. */
function collectCitedExchanges(rules: readonly RuleReport[]): ReadonlySet<number> {
  const sequences = rules.flatMap(({ findings }) =>
    findings.flatMap(({ exchange, comparedWith, effectOf }) => [exchange, comparedWith, effectOf]),
  );
  return new Set(sequences.filter((sequence) => sequence !== undefined));
}

function countOutcomes(rules: readonly { readonly outcome: ReportedOutcome }[]): OutcomeCounts {
  const summary = { pass: 0, fail: 0, suppressed: 0, warn: 0, info: 0, 'not-covered': 0, error: 0 };
  for (const { outcome } of rules) summary[outcome]++;
  return summary;
}
