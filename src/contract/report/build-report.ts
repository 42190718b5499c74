/** Builds the report from the verdicts and the evidence in the journal. */
import { applyBaseline, type Baseline, type BaselineResult } from '../baseline.js';
import type { EvidenceReport } from '../evidence/minimum.js';
import { outcomeOf } from '../evidence/outcome.js';
import { recordingEvidence } from '../evidence/recording.js';
import type { Finding, Verdict } from '../rule.js';
import type { Trace } from '../model/trace.js';
import { boundedText } from './bounded.js';
import { causesOf, type Cause } from './causes.js';
import { exchangeReport } from './finding-report.js';
import { findingReport } from './finding-report.js';
import { Evidence } from './evidence.js';
import { timelineOf } from './timeline.js';
import { curlAccess } from './run-words.js';
import { summaryOf } from './outcomes.js';
import type {
  Acceptance,
  Access,
  LeftBehind,
  Report,
  RuleReport,
  GatewayReport,
  LatencyReport,
  OperationReport,
} from './model.js';
import { groupBy } from '../../base/group-by.js';
import type { Call } from '../model/call.js';
import { operations } from '../rows/operations.js';

export interface ReportInput {
  /** The whole journal. */
  readonly trace: Trace;
  /** One trace for each service in the journal. Default: the whole journal is of one service. */
  readonly services?: readonly Trace[];
  readonly tool: Report['tool'];
  readonly target: string;
  /** How the requests reached the target. */
  readonly access?: Access;
  readonly verdicts: readonly Verdict[];
  /** What the run could not remove. */
  readonly leftBehind?: LeftBehind | undefined;
  readonly notes?: readonly string[];
  /** What was seen of the minimum. Default: nothing was required. */
  readonly evidence?: EvidenceReport;
  /** Why the target could not be judged at all. */
  readonly unusable?: string;
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
  /** Adds to the reason of a rule without evidence what helps, or what explains it. */
  readonly explain?: (reason: string) => string;
}

/** The number of findings that the report lists for one rule. */
const maxFindings = 5;
const maxReason = 1000;

const NOTHING_REQUIRED = recordingEvidence([]);

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
  unusable,
  baseline,
  explain = (reason) => reason,
}: ReportInput): Report {
  const verdicts = judged.map((verdict) =>
    verdict.outcome === 'not-reached' && verdict.reason !== undefined
      ? { ...verdict, reason: explain(verdict.reason) }
      : verdict,
  );
  const evidence = new Evidence(exchanges, services);
  const calls = services.flatMap((service) => service.calls);
  const startedAt = exchanges.reduce((first, one) => Math.min(first, one.startedAt), Infinity);
  const endedAt = exchanges.reduce((last, one) => Math.max(last, one.endedAt), 0);
  const epoch = exchanges.length === 0 ? 0 : startedAt;
  const isComplete = unusable === undefined && seen.missing.length === 0;
  const baselineResult =
    baseline && applyBaseline(baseline, verdicts, (sequence) => evidence.operation(sequence), isComplete);
  const causes = causesIn(verdicts, baselineResult);
  const rules = verdicts.map((verdict) =>
    ruleReport(verdict, evidence, baselineResult, causes, curlAccess(access)),
  );
  const cited = citedBy(rules);
  const { outcome, reason } = outcomeOf({
    rules,
    evidence: seen,
    unusable,
    baseline: baselineResult?.entries,
  });
  return {
    reportVersion: '1.0',
    tool,
    target,
    ...(Object.keys(access).length > 0 && { access }),
    outcome,
    ...(reason !== undefined && { reason: boundedText(reason, maxReason) }),
    evidence: seen,
    summary: summaryOf(rules),
    requests: exchanges.length,
    jobs: calls.filter(({ operation, ok }) => operation === 'startGeneration' && ok).length,
    startedAt: epoch,
    seconds: Math.max(0, endedAt - epoch) / 1000,
    operations: operationReports(calls),
    gateways: gatewayReports(calls),
    ...(leftBehind && { leftBehind }),
    rules,
    ...(baselineResult && { baseline: baselineResult.entries }),
    timeline: timelineOf(services, (sequence) => cited.has(sequence), epoch),
    exchanges: [...cited]
      .sort((one, two) => one - two)
      .flatMap((sequence) => {
        const exchange = evidence.exchange(sequence);
        return exchange ? [exchangeReport(exchange, epoch)] : [];
      }),
    notes: notes.map((note) => boundedText(note)),
  };
}

type Causes = ReadonlyMap<Finding, Cause>;

/** The causes of violations, and those of warnings. */
function causesIn(verdicts: readonly Verdict[], baselineResult: BaselineResult | undefined): Causes {
  const ofKind = (kind: Finding['kind']) =>
    verdicts.flatMap(({ rule, findings }) =>
      findings
        .filter((finding) => finding.kind === kind && !baselineResult?.acceptanceOf(rule.id, finding))
        .map((finding) => ({ rule: rule.id, finding })),
    );
  return new Map([...causesOf(ofKind('fail')), ...causesOf(ofKind('warn'))]);
}

function ruleReport(
  { rule, outcome: judged, checked, findings, reason }: Verdict,
  evidence: Evidence,
  baselineResult: BaselineResult | undefined,
  causes: Causes,
  curlOptions: readonly string[],
): RuleReport {
  const weighed = findings.map((finding) => ({
    finding,
    accepted: baselineResult?.acceptanceOf(rule.id, finding),
    cause: causes.get(finding),
  }));
  const isFailing = weighed.some(({ finding, accepted }) => finding.kind === 'fail' && !accepted);
  const outcome = judged === 'fail' && !isFailing ? 'accepted' : judged;
  const listed = weighed
    .toSorted((one, two) => weight(one, rule.id) - weight(two, rule.id))
    .slice(0, maxFindings)
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
    ...(rule.reading !== undefined && { reading: rule.reading }),
    ...(reason !== undefined && { reason }),
    ...(rule.hint !== undefined && (outcome === 'fail' || outcome === 'warn') && { hint: rule.hint }),
    findings: listed,
    ...(findings.length > listed.length && { more: findings.length - listed.length }),
  };
}

interface Weighed {
  readonly finding: Finding;
  readonly accepted: Acceptance | undefined;
  readonly cause: Cause | undefined;
}

/**
 * Findings that fail the run come first, so the limit never removes all of them. Of these, the one that shows the cause of
 * other findings is first, and those with a cause that another rule shows are last.
 */
function weight({ finding: { kind }, accepted, cause }: Weighed, rule: string): number {
  const byKind = kind === 'fail' ? (accepted ? 1 : 0) : kind === 'warn' ? 2 : 3;
  if (!cause) return byKind + 0.3;
  return byKind + (cause.shownBy !== rule ? 0.6 : cause.others.length > 0 ? 0 : 0.3);
}

/** The exchanges that findings cite. */
function citedBy(rules: readonly RuleReport[]): ReadonlySet<number> {
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
    const counts = { ...NONE };
    for (const call of own) counts[kindOf(call)]++;
    const latency = latencyOf(own);
    return [{ operation: id, endpoint, requests: own.length, ...counts, ...(latency && { latency }) }];
  });
}

function gatewayReports(calls: readonly Call[]): readonly GatewayReport[] {
  const statuses = calls.flatMap(({ gateway }) => gateway ?? []);
  return [...groupBy(statuses, (status) => status)]
    .map(([status, all]) => ({ status, requests: all.length }))
    .sort((one, two) => one.status - two.status);
}

const NONE = { succeeded: 0, redirected: 0, refused: 0, limited: 0, serverErrors: 0, gateway: 0, lost: 0 };

function kindOf({ status, gateway }: Call): keyof typeof NONE {
  if (gateway !== undefined) return 'gateway';
  if (status === 0) return 'lost';
  if (status === 429) return 'limited';
  if (status >= 500) return 'serverErrors';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'redirected' : 'succeeded';
}

/** Of complete responses of the service; `undefined` without any. */
function latencyOf(calls: readonly Call[]): LatencyReport | undefined {
  const all = calls
    .filter(({ status, gateway }) => status !== 0 && gateway === undefined)
    .map(({ exchange }) => Math.max(0, exchange.endedAt - exchange.startedAt))
    .sort((one, two) => one - two);
  if (all.length === 0) return undefined;
  const at = (share: number): number => rounded(all[Math.max(1, Math.ceil(share * all.length)) - 1] ?? 0);
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Three digits say more than a percentile of some requests does. */
const rounded = (ms: number): number => (ms === 0 ? 0 : Number(ms.toPrecision(3)));
