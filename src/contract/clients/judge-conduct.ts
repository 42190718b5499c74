/** Judges the clients of a journal. */
import type { Exchange } from '../../journal/exchange.js';
import { judge } from '../judge.js';
import type { Verdict } from '../rule.js';
import type { TraceOptions } from '../trace/trace.js';
import type { ClientFinding } from './client-finding.js';
import type { ClientRule } from './client-rule.js';
import { clientRules } from './rules/all-client-rules.js';

export interface ConductOptions extends TraceOptions {
  /** Default: every rule about clients. */
  readonly rules?: readonly ClientRule[];
}

export interface ConductVerdict extends Verdict {
  readonly rule: ClientRule;
  readonly findings: readonly ClientFinding[];
}

/** @returns one verdict for each rule, in the order of the rules */
export function judgeConduct(
  exchanges: readonly Exchange[],
  { rules = clientRules, ...options }: ConductOptions = {},
): readonly ConductVerdict[] {
  return judge(exchanges, { ...options, rules }) as readonly ConductVerdict[];
}

/** Whether a client broke a rule. A `should` rule counts; an observation does not. */
export function isMisconduct({ outcome }: Pick<Verdict, 'outcome'>): boolean {
  return outcome === 'fail' || outcome === 'warn';
}
