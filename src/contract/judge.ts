/**
 * Judges a journal by rules. The same function serves a run that has just ended and a HAR file read back: it sees
 * exchanges and an address, nothing else. A bug in a rule costs that rule's verdict, never the run.
 */
import type { Exchange } from '../journal/exchange.js';
import type { Finding, Judgement, Outcome, Rule, Verdict } from './rule.js';
import { rules as allRules } from './rules/all-rules.js';
import { readTrace, type Trace } from './trace/trace.js';

export interface JudgeOptions {
  /** The base address, ending in /api/v1. When left out, everything below a path part /api/v1 counts. */
  readonly baseUrl?: string;
  /** Default: every rule there is. */
  readonly rules?: readonly Rule[];
}

/** One verdict for each rule, in the order of the rules. */
export function judge(exchanges: readonly Exchange[], options: JudgeOptions = {}): readonly Verdict[] {
  return judgeTrace(readTrace(exchanges, options.baseUrl), options.rules ?? allRules);
}

/** As `judge`, over a trace that was read already. */
export function judgeTrace(trace: Trace, rules: readonly Rule[]): readonly Verdict[] {
  return rules.map((rule) => verdict(rule, trace));
}

function verdict(rule: Rule, trace: Trace): Verdict {
  let judgement: Judgement;
  try {
    judgement = rule.judge(trace);
  } catch (error) {
    return { rule, outcome: 'error', findings: [], reason: `the rule itself failed: ${String(error)}` };
  }
  const outcome = outcomeOf(judgement);
  const reason =
    outcome === 'not-reached' ? (judgement.notReached ?? 'nothing on the wire shows it') : undefined;
  return { rule, outcome, findings: condensed(judgement.findings), ...(reason !== undefined && { reason }) };
}

/** The same thing found again and again is one finding, shown where it was seen first. */
function condensed(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { kind, message, expected, actual } = finding;
    const name = JSON.stringify([kind, message, expected, actual]);
    const group = groups.get(name);
    if (group) group.push(finding);
    else groups.set(name, [finding]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    return others.length === 0
      ? [first]
      : [{ ...first, message: `${first.message} (${others.length + 1} times)` }];
  });
}

function outcomeOf({ checked, findings }: Judgement): Outcome {
  for (const kind of ['fail', 'warn', 'observed'] as const) {
    if (findings.some((finding) => finding.kind === kind)) return kind;
  }
  return checked > 0 ? 'pass' : 'not-reached';
}
