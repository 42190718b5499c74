/**
 * The verdict of one rule. Merges equal findings into one with a count, at the first exchange that proves it. The number of
 * findings is limited.
 */
import { isOfClient, type Finding, type Judgement, type Outcome, type Rule, type Verdict } from './rule.js';
import type { Trace } from './model/trace.js';

/** The number of different findings that are kept for one rule. Further ones are only counted. */
const MAX_DIFFERENT = 100;

/** The number of further exchanges that are kept for one finding. */
const MAX_SIGHTINGS = 50;

/**
 * Applies a rule to the traces of all services in a journal. A bug in a rule gives it the outcome `error`, and does not affect
 * other rules.
 */
export function verdictOf(rule: Rule, traces: readonly Trace[]): Verdict {
  try {
    return verdictBy(
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

function verdictBy(rule: Rule, judgements: readonly Judgement[]): Verdict {
  const findings = merged(judgements.flatMap((judgement) => judgement.findings));
  const checked = judgements.reduce((sum, judgement) => sum + judgement.checked, 0);
  const outcome = outcomeOf(findings) ?? (checked > 0 ? 'pass' : 'not-reached');
  if (outcome !== 'not-reached') return { rule, outcome, checked, findings };
  const reason = judgements.at(-1)?.notReached ?? 'not seen: an exchange that is evidence for this rule';
  return { rule, outcome, checked, findings, reason };
}

const outcomeOf = (findings: readonly Finding[]): Outcome | undefined =>
  (['fail', 'warn', 'observed'] as const).find((kind) => findings.some((finding) => finding.kind === kind));

interface Counted {
  finding: Finding;
  times: number;
  readonly exchanges: Set<number>;
}

/** In the order of their exchanges. */
function merged(findings: readonly Finding[]): readonly Finding[] {
  const counted = new Map<string, Counted>();
  const unlisted = new Map<Finding['kind'], number>();
  for (const finding of findings) {
    const { kind, exchange = 0, times = 1 } = finding;
    const name = nameOf(finding);
    const known = counted.get(name);
    if (known) addTo(known, finding);
    else if (counted.size < MAX_DIFFERENT)
      counted.set(name, { finding, times, exchanges: new Set([exchange]) });
    else unlisted.set(kind, (unlisted.get(kind) ?? 0) + times);
  }
  return [
    ...[...counted.values()]
      .sort((one, two) => (one.finding.exchange ?? 0) - (two.finding.exchange ?? 0))
      .map(withTimes),
    ...[...unlisted].map(([kind, times]) => ({ kind, message: `and ${times} more different findings` })),
  ];
}

function addTo(known: Counted, finding: Finding): void {
  const { exchange = 0, times = 1 } = finding;
  known.times += times;
  if (known.exchanges.size < MAX_SIGHTINGS) known.exchanges.add(exchange);
  if (exchange < (known.finding.exchange ?? 0)) known.finding = finding;
}

/**
 * Equal for findings to merge: one cause is one finding. For a service, the message names the cause, and the first values stand
 * for all. For a client, the client does.
 */
function nameOf({ kind, message, clientId }: Finding): string {
  return `${kind} ${clientId ?? message}`;
}

function withTimes({ finding, times, exchanges }: Counted): Finding {
  if (times === 1) return finding;
  if (isOfClient(finding)) return { ...finding, times };
  const alsoIn = [...exchanges].filter((sequence) => sequence !== finding.exchange);
  return { ...finding, times, alsoIn };
}
