/** Runs one rule on all services of a journal, and merges equal findings. */
import { groupBy } from '../base/group-by.js';
import {
  isClientFinding,
  type Finding,
  type OperationVerdict,
  type RuleResult,
  type RuleOutcome,
  type Rule,
  type Verdict,
  type VerdictReason,
} from './rule.js';
import type { Trace } from './model/trace.js';

/** The number of different findings of one rule. Further ones are only counted. */
const MAX_FINDINGS = 100;

/** The number of exchanges of one finding. */
const MAX_OTHER_EXCHANGES = 50;

interface MergedFinding {
  finding: Finding;
  count: number;
  readonly exchanges: Set<number>;
}

/**
 * Applies a rule to the traces of all services in a journal. A bug in a rule gives it the outcome `error`, and does not affect
 * other rules.
 */
export function evaluateRule(rule: Rule, traces: readonly Trace[]): Verdict {
  try {
    return createVerdict(
      rule,
      traces.map((trace) => rule.judge(trace)),
    );
  } catch (error) {
    return {
      rule,
      outcome: 'error',
      checked: 0,
      findings: [],
      reason: { text: `the rule has a bug: ${String(error)}` },
    };
  }
}

function createVerdict(rule: Rule, results: readonly RuleResult[]): Verdict {
  const all = results.flatMap((result) => result.findings.map((finding) => limitSeverity(finding, rule)));
  const operations = createOperationVerdicts(results, all);
  return {
    rule,
    ...summarize(results, all),
    findings: mergeFindings(all),
    ...(operations.length > 0 && { operations }),
  };
}

/** A recommendation cannot fail a service. */
const limitSeverity = (finding: Finding, { level }: Rule): Finding =>
  level === 'should' && finding.severity === 'fail' ? { ...finding, severity: 'warn' } : finding;

/** The verdicts on each operation; none for a rule that is not about operations. */
function createOperationVerdicts(
  results: readonly RuleResult[],
  findings: readonly Finding[],
): readonly OperationVerdict[] {
  const checks = results.flatMap((result) => result.operations ?? []);
  return [...groupBy(checks, ({ operation }) => operation)].map(([operation, own]) => ({
    operation,
    ...summarize(
      own,
      findings.filter((finding) => finding.operation === operation),
    ),
  }));
}

/** @param results what was checked, in one service each */
function summarize(
  results: readonly Pick<RuleResult, 'checked' | 'notCovered'>[],
  findings: readonly Finding[],
): Pick<Verdict, 'outcome' | 'checked' | 'reason'> {
  const checked = results.reduce((sum, result) => sum + result.checked, 0);
  const worst = (['fail', 'warn', 'info'] as const).find((severity) =>
    findings.some((finding) => finding.severity === severity),
  );
  const outcome: RuleOutcome = worst ?? (checked > 0 ? 'pass' : 'not-covered');
  return { outcome, checked, ...(outcome === 'not-covered' && { reason: getReason(results.at(-1)) }) };
}

function getReason(result: Pick<RuleResult, 'notCovered'> | undefined): VerdictReason {
  const reason = result?.notCovered ?? 'no exchange covers this rule';
  return typeof reason === 'string' ? { text: reason } : reason;
}

/** In the order of their exchanges. */
function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const merged = new Map<string, MergedFinding>();
  const omitted = new Map<Finding['severity'], number>();
  for (const finding of findings) {
    const { severity, exchange = 0, count = 1 } = finding;
    const key = getMergeKey(finding);
    const known = merged.get(key);
    if (known) addOccurrence(known, finding);
    else if (merged.size < MAX_FINDINGS) merged.set(key, { finding, count, exchanges: new Set([exchange]) });
    else omitted.set(severity, (omitted.get(severity) ?? 0) + count);
  }
  return [
    ...[...merged.values()]
      .sort((one, two) => (one.finding.exchange ?? 0) - (two.finding.exchange ?? 0))
      .map(withCount),
    ...[...omitted].map(([severity, count]) => ({
      severity,
      message: `and ${count} more different findings`,
    })),
  ];
}

function addOccurrence(known: MergedFinding, finding: Finding): void {
  const { exchange = 0, count = 1 } = finding;
  known.count += count;
  if (known.exchanges.size < MAX_OTHER_EXCHANGES) known.exchanges.add(exchange);
  if (exchange < (known.finding.exchange ?? 0)) known.finding = finding;
}

/** Findings with the same message about one operation, or of the same client and field, are merged. */
function getMergeKey({ severity, message, operation, clientId, documentedField }: Finding): string {
  return JSON.stringify([severity, operation, clientId ?? message, documentedField]);
}

function withCount({ finding, count, exchanges }: MergedFinding): Finding {
  if (count === 1) return finding;
  if (isClientFinding(finding)) return { ...finding, count };
  const otherExchanges = [...exchanges].filter((sequence) => sequence !== finding.exchange);
  return { ...finding, count, otherExchanges };
}
