/** Builds the report from the verdicts and the evidence in the journal. */
import { applyBaseline, type Baseline, type BaselineResult } from '../baseline.js';
import type { EvidenceReport } from '../evidence/model.js';
import { outcomeOf } from '../evidence/outcome.js';
import { recordingEvidence } from '../evidence/recording.js';
import type { Finding, Verdict } from '../rule.js';
import type { Trace } from '../../trace/model.js';
import { boundedText } from './bounded.js';
import { causesOf, type Cause } from './causes.js';
import { coverageOf } from './coverage.js';
import { exchangeReport } from './exchange-report.js';
import { findingReport } from './finding-report.js';
import { Evidence } from './evidence.js';
import { curlAccess } from './run-words.js';
import { summaryOf } from './outcomes.js';
import type { Acceptance, Access, LeftBehind, Report, RuleReport } from './model.js';

export interface ReportInput extends ReportOptions {
  readonly trace: Trace;
}

interface ReportOptions {
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

/** Builds the report of a journal that was judged as one trace. */
export function buildReport({ trace, ...options }: ReportInput): Report {
  const evidence = new Evidence();
  evidence.count(trace.exchanges);
  evidence.add(trace);
  const findings = options.verdicts.flatMap((verdict) => verdict.findings);
  evidence.cite(trace.exchanges, [trace], findings);
  return reportOf(evidence, options);
}

export function reportOf(
  evidence: Evidence,
  {
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
  }: ReportOptions,
): Report {
  const verdicts = judged.map((verdict) =>
    verdict.outcome === 'not-reached' && verdict.reason !== undefined
      ? { ...verdict, reason: explain(verdict.reason) }
      : verdict,
  );
  const { startedAt, endedAt, requests, jobs } = evidence;
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
    requests,
    jobs,
    startedAt,
    seconds: Math.max(0, endedAt - startedAt) / 1000,
    operations: evidence.operations.operations(),
    gateways: evidence.operations.gateways(),
    ...(leftBehind && { leftBehind }),
    rules,
    coverage: coverageOf(evidence.coverage, verdicts, explain),
    ...(baselineResult && { baseline: baselineResult.entries }),
    timeline: evidence.timeline.timeline(startedAt),
    exchanges: [...cited].sort(ascending).flatMap((sequence) => {
      const exchange = evidence.exchange(sequence);
      return exchange ? [exchangeReport(exchange, startedAt)] : [];
    }),
    notes: notes.map((note) => boundedText(note)),
  };
}

const ascending = (one: number, two: number): number => one - two;

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
  { rule, outcome: judged, findings, reason }: Verdict,
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
