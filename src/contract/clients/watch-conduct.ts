/** Judges clients live: after each exchange. */
import type { Exchange } from '../../journal/exchange.js';
import { LiveWindow } from '../live-window.js';
import type { ClientFinding } from './client-finding.js';
import type { ClientRule } from './client-rule.js';
import { judgeConduct, type ConductOptions, type ConductVerdict } from './judge-conduct.js';
import { clientRules } from './rules/all-client-rules.js';

/** A rule that a client broke, reported for the first time. */
export interface Misconduct {
  readonly rule: ClientRule;
  readonly finding: ClientFinding;
}

export interface ConductWatch {
  /**
   * Adds an exchange and judges the last 1,000 exchanges again, which takes some milliseconds.
   * @returns the rules that a client broke and that were not reported before; no observations
   */
  see(exchange: Exchange): readonly Misconduct[];
  /** Judges the last 50,000 exchanges at most. @returns one verdict for each rule, in the order of the rules */
  verdicts(): readonly ConductVerdict[];
}

const MAX_KEPT = 50_000;

export function watchConduct({ rules = clientRules, ...options }: ConductOptions = {}): ConductWatch {
  const window = new LiveWindow({ ...options, rules });
  let exchanges: Exchange[] = [];
  return {
    see(exchange) {
      window.add(exchange);
      exchanges.push(exchange);
      if (exchanges.length >= 2 * MAX_KEPT) exchanges = exchanges.slice(-MAX_KEPT);
      return window.judge() as readonly (Misconduct & { exchange: Exchange })[];
    },
    verdicts: () => judgeConduct(exchanges.slice(-MAX_KEPT), { ...options, rules }),
  };
}
