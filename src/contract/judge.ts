/**
 * Judges a journal with rules. The journal may come from a run or from a HAR file. A bug in one rule gives this rule the
 * outcome `error` and does not affect the others.
 */
import type { Exchange } from '../journal/exchange.js';
import type { Rule, Verdict } from './rule.js';
import { rules as serviceRules } from './rules/all-rules.js';
import { readTrace, type TraceOptions, type Trace } from './trace/trace.js';
import { VerdictAccumulator } from './verdict-accumulator.js';

export interface JudgeOptions extends TraceOptions {
  /** Default: every rule about the service. */
  readonly rules?: readonly Rule[];
}

/** @returns one verdict for each rule, in the order of the rules */
export function judge(exchanges: readonly Exchange[], options: JudgeOptions = {}): readonly Verdict[] {
  return judgeTrace(readTrace(exchanges, options), options.rules ?? serviceRules);
}

/** Like `judge`, for a trace. */
export function judgeTrace(trace: Trace, rules: readonly Rule[]): readonly Verdict[] {
  return rules.map((rule) => {
    const accumulator = new VerdictAccumulator(rule);
    accumulator.judge(trace);
    return accumulator.verdict();
  });
}
