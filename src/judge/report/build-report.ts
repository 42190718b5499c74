/** Builds the report from the verdicts and the evidence in the journal. */
import { applyBaseline, type Baseline, type AppliedBaseline } from '../baseline/baseline.js';
import type { CoverageReport } from '../coverage.js';
import { computeOutcome } from '../outcome.js';
import { createRecordingCoverage } from '../recording-coverage.js';
import type { Finding, Verdict } from '../rule.js';
import type { Trace } from '../model/trace.js';
import { truncateText } from './truncate.js';
import { groupByRootCause, type RootCause } from './root-causes.js';
import { exchangeReport } from './finding-report.js';
import { findingReport } from './finding-report.js';
import { ExchangeIndex } from './exchange-index.js';
import { buildTimeline } from './job-timeline.js';
import { getCurlOptions } from '../render/headline.js';
import { countOutcomes } from '../render/outcome-labels.js';
import type {
  Suppression,
  TargetConnection,
  CreatedResources,
  Report,
  RuleReport,
  GatewayReport,
  LatencyReport,
  OperationReport,
} from './report.js';
import { groupBy } from '../../base/group-by.js';
import type { Call } from '../model/call.js';
import { operations } from '../rules/operations.js';

export interface ReportInput {
  /** The whole journal. */
  readonly trace: Trace;
  /** One trace for each service in the journal. Default: the whole journal is of one service. */
  readonly services?: readonly Trace[];
  readonly tool: Report['tool'];
  readonly target: string;
  /** How the requests reached the target. */
  readonly access?: TargetConnection;
  readonly verdicts: readonly Verdict[];
  /** What the run could not remove. */
  readonly leftBehind?: CreatedResources | undefined;
  readonly notes?: readonly string[];
  /** What was seen of the minimum. Default: nothing was required. */
  readonly evidence?: CoverageReport;
  /** Why the target could not be judged at all. */
  readonly fatalReason?: string;
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
  /** Adds to the reason of a rule without evidence what helps, or what explains it. */
  readonly formatReason?: (reason: string) => string;
}

/** The number of findings that the report lists for one rule. */
const MAX_FINDINGS = 5;
const MAX_REASON_LENGTH = 1000;

const NOTHING_REQUIRED = createRecordingCoverage([]);

export function buildReport({
  trace: { exchanges },
  trace,
  services = [trace],
  tool,
  target,
  access = {},
  leftBehind,
  verdicts: judged,
  notes = [],
  evidence: seen = NOTHING_REQUIRED,
  fatalReason,
  baseline,
  formatReason = (reason) => reason,
}: ReportInput): Report {
  const verdicts = judged.map((verdict) =>
    verdict.outcome === 'not-covered' && verdict.reason !== undefined
      ? { ...verdict, reason: formatReason(verdict.reason) }
      : verdict,
  );
  const evidence = new ExchangeIndex(exchanges, services);
  const calls = services.flatMap((service) => service.calls);
  const startedAt = exchanges.reduce((first, one) => Math.min(first, one.startedAt), Infinity);
  const endedAt = exchanges.reduce((last, one) => Math.max(last, one.endedAt), 0);
  const epoch = exchanges.length === 0 ? 0 : startedAt;
  const isComplete = fatalReason === undefined && seen.gaps.length === 0;
  const baselineResult =
    baseline && applyBaseline(baseline, verdicts, (sequence) => evidence.operation(sequence), isComplete);
  const causes = causesIn(verdicts, baselineResult);
  const rules = verdicts.map((verdict) =>
    ruleReport(verdict, evidence, baselineResult, causes, getCurlOptions(access)),
  );
  const cited = collectCitedExchanges(rules);
  const { outcome, reason } = computeOutcome({
    rules,
    evidence: seen,
    fatalReason,
    baseline: baselineResult?.entries,
  });
  return {
    reportVersion: '1.0',
    tool,
    target,
    ...(Object.keys(access).length > 0 && { access }),
    outcome,
    ...(reason !== undefined && { reason: truncateText(reason, MAX_REASON_LENGTH) }),
    evidence: seen,
    summary: countOutcomes(rules),
    requests: exchanges.length,
    jobs: calls.filter(({ operation, isSuccess }) => operation === 'startGeneration' && isSuccess).length,
    startedAt: epoch,
    seconds: Math.max(0, endedAt - epoch) / 1000,
    operations: operationReports(calls),
    gateways: gatewayReports(calls),
    ...(leftBehind && { leftBehind }),
    rules,
    ...(baselineResult && { baseline: baselineResult.entries }),
    timeline: buildTimeline(services, (sequence) => cited.has(sequence), epoch),
    exchanges: [...cited]
      .sort((one, two) => one - two)
      .flatMap((sequence) => {
        const exchange = evidence.exchange(sequence);
        return exchange ? [exchangeReport(exchange, epoch)] : [];
      }),
    notes: notes.map((note) => truncateText(note)),
  };
}

type Causes = ReadonlyMap<Finding, RootCause>;

/** The causes of violations, and those of warnings. */
function causesIn(verdicts: readonly Verdict[], baselineResult: AppliedBaseline | undefined): Causes {
  const ofKind = (kind: Finding['severity']) =>
    verdicts.flatMap(({ rule, findings }) =>
      findings
        .filter((finding) => finding.severity === kind && !baselineResult?.findSuppression(rule.id, finding))
        .map((finding) => ({ rule: rule.id, finding })),
    );
  return new Map([...groupByRootCause(ofKind('fail')), ...groupByRootCause(ofKind('warn'))]);
}

function ruleReport(
  { rule, outcome: judged, checked, findings, reason }: Verdict,
  evidence: ExchangeIndex,
  baselineResult: AppliedBaseline | undefined,
  causes: Causes,
  curlOptions: readonly string[],
): RuleReport {
  const weighed = findings.map((finding) => ({
    finding,
    accepted: baselineResult?.findSuppression(rule.id, finding),
    cause: causes.get(finding),
  }));
  const isFailing = weighed.some(({ finding, accepted }) => finding.severity === 'fail' && !accepted);
  const outcome = judged === 'fail' && !isFailing ? 'accepted' : judged;
  const listed = weighed
    .toSorted((one, two) => compareFindings(one, rule.id) - compareFindings(two, rule.id))
    .slice(0, MAX_FINDINGS)
    .map(({ finding, accepted, cause }) => ({
      ...findingReport(finding, evidence, curlOptions),
      ...(accepted && { accepted }),
      ...(cause &&
        (cause.shownBy === rule.id
          ? cause.others.length > 0 && { alsoBreaks: cause.others }
          : { sameCauseAs: cause.shownBy })),
    }));
  return {
    id: rule.id,
    sections: rule.sections,
    level: rule.level,
    outcome,
    ...(checked > 0 && { checked }),
    title: rule.title,
    ...(rule.interpretation !== undefined && { reading: rule.interpretation }),
    ...(reason !== undefined && { reason }),
    ...(rule.hint !== undefined && (outcome === 'fail' || outcome === 'warn') && { hint: rule.hint }),
    findings: listed,
    ...(findings.length > listed.length && { more: findings.length - listed.length }),
  };
}

interface ListedFinding {
  readonly finding: Finding;
  readonly accepted: Suppression | undefined;
  readonly cause: RootCause | undefined;
}

/**
 * Findings that fail the run come first, so the limit never removes all of them. Of these, the one that shows the cause of
 * other findings is first, and those with a cause that another rule shows are last.
 */
function compareFindings({ finding: { severity }, accepted, cause }: ListedFinding, rule: string): number {
  const byKind = severity === 'fail' ? (accepted ? 1 : 0) : severity === 'warn' ? 2 : 3;
  if (!cause) return byKind + 0.3;
  return byKind + (cause.shownBy !== rule ? 0.6 : cause.others.length > 0 ? 0 : 0.3);
}

/** The exchanges that findings cite. */
function collectCitedExchanges(rules: readonly RuleReport[]): ReadonlySet<number> {
  const sequences = rules.flatMap(({ findings }) =>
    findings.flatMap(({ exchange, compared, about }) => [exchange, compared, about]),
  );
  return new Set(sequences.filter((sequence) => sequence !== undefined));
}

// The requests of each operation by their results, and the responses of gateways.

/** The operations with at least one request, in the order of the interface. */
function operationReports(calls: readonly Call[]): readonly OperationReport[] {
  const byOperation = groupBy(calls, ({ operation }) => operation);
  return operations.flatMap(({ id, endpoint }) => {
    const own = byOperation.get(id);
    if (!own) return [];
    const counts = { ...ZERO_COUNTS };
    for (const call of own) counts[classifyCall(call)]++;
    const latency = computeLatency(own);
    return [{ operation: id, endpoint, requests: own.length, ...counts, ...(latency && { latency }) }];
  });
}

function gatewayReports(calls: readonly Call[]): readonly GatewayReport[] {
  const statuses = calls.flatMap(({ gatewayStatus }) => gatewayStatus ?? []);
  return [...groupBy(statuses, (status) => status)]
    .map(([status, all]) => ({ status, requests: all.length }))
    .sort((one, two) => one.status - two.status);
}

const ZERO_COUNTS = {
  succeeded: 0,
  redirected: 0,
  refused: 0,
  limited: 0,
  serverErrors: 0,
  gateway: 0,
  lost: 0,
};

function classifyCall({ status, gatewayStatus }: Call): keyof typeof ZERO_COUNTS {
  if (gatewayStatus !== undefined) return 'gateway';
  if (status === 0) return 'lost';
  if (status === 429) return 'limited';
  if (status >= 500) return 'serverErrors';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'redirected' : 'succeeded';
}

/** Of complete responses of the service; `undefined` without any. */
function computeLatency(calls: readonly Call[]): LatencyReport | undefined {
  const all = calls
    .filter(({ status, gatewayStatus }) => status !== 0 && gatewayStatus === undefined)
    .map(({ exchange }) => Math.max(0, exchange.endedAt - exchange.startedAt))
    .sort((one, two) => one - two);
  if (all.length === 0) return undefined;
  const at = (share: number): number => rounded(all[Math.max(1, Math.ceil(share * all.length)) - 1] ?? 0);
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Three digits say more than a percentile of some requests does. */
const rounded = (ms: number): number => (ms === 0 ? 0 : Number(ms.toPrecision(3)));
