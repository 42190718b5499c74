/**
 * Judges a journal by rules. The same function serves a run that has just ended and a HAR file read back: it sees
 * exchanges and an address, nothing else. A bug in a rule costs that rule's verdict, never the run.
 */
import type { Exchange } from '../journal/exchange.js';
import type { Rule, Verdict } from './rule.js';
import { rules as allRules } from './rules/all-rules.js';
import { Tally } from './tally.js';
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
  return rules.map((rule) => {
    const tally = new Tally(rule);
    tally.add(() => rule.judge(trace));
    return tally.verdict();
  });
}
