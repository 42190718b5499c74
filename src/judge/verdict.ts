/**
 * The verdict of one rule. Merges equal findings into one with a count, at the first exchange that proves it. The number of
 * findings is limited.
 */
import {
  isClientFinding,
  type Finding,
  type RuleResult,
  type RuleOutcome,
  type Rule,
  type Verdict,
} from './rule.js';
import type { Trace } from './model/trace.js';

/** The number of different findings that are kept for one rule. Further ones are only counted. */
const MAX_FINDINGS = 100;

/** The number of further exchanges that are kept for one finding. */
const MAX_OTHER_EXCHANGES = 50;

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
      reason: `the rule has a bug: ${String(error)}`,
    };
  }
}

function createVerdict(rule: Rule, judgements: readonly RuleResult[]): Verdict {
  const findings = mergeFindings(judgements.flatMap((judgement) => judgement.findings));
  const checked = judgements.reduce((sum, judgement) => sum + judgement.checked, 0);
  const outcome = outcomeOf(findings) ?? (checked > 0 ? 'pass' : 'not-covered');
  if (outcome !== 'not-covered') return { rule, outcome, checked, findings };
  const reason = judgements.at(-1)?.notCovered ?? 'no exchange covers this rule';
  return { rule, outcome, checked, findings, reason };
}

const outcomeOf = (findings: readonly Finding[]): RuleOutcome | undefined =>
  (['fail', 'warn', 'info'] as const).find((kind) => findings.some((finding) => finding.severity === kind));

interface Counted {
  finding: Finding;
  times: number;
  readonly exchanges: Set<number>;
}

/** In the order of their exchanges. */
function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const counted = new Map<string, Counted>();
  const unlisted = new Map<Finding['severity'], number>();
  for (const finding of findings) {
    const { severity, exchange = 0, count = 1 } = finding;
    const name = mergeKey(finding);
    const known = counted.get(name);
    if (known) addOccurrence(known, finding);
    else if (counted.size < MAX_FINDINGS)
      counted.set(name, { finding, times: count, exchanges: new Set([exchange]) });
    else unlisted.set(severity, (unlisted.get(severity) ?? 0) + count);
  }
  return [
    ...[...counted.values()]
      .sort((one, two) => (one.finding.exchange ?? 0) - (two.finding.exchange ?? 0))
      .map(withCount),
    ...[...unlisted].map(([severity, times]) => ({
      severity,
      message: `and ${times} more different findings`,
    })),
  ];
}

function addOccurrence(known: Counted, finding: Finding): void {
  const { exchange = 0, count = 1 } = finding;
  known.times += count;
  if (known.exchanges.size < MAX_OTHER_EXCHANGES) known.exchanges.add(exchange);
  if (exchange < (known.finding.exchange ?? 0)) known.finding = finding;
}

/**
 * Merge key: findings with the same message, or of the same client, are merged.
 */
function mergeKey({ severity, message, clientId }: Finding): string {
  return `${severity} ${clientId ?? message}`;
}

function withCount({ finding, times, exchanges }: Counted): Finding {
  if (times === 1) return finding;
  if (isClientFinding(finding)) return { ...finding, count: times };
  const alsoIn = [...exchanges].filter((sequence) => sequence !== finding.exchange);
  return { ...finding, count: times, otherExchanges: alsoIn };
}
