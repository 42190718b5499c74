/**
 * Says while traffic passes what its last exchanges show, each finding once. It reports only findings that later traffic cannot
 * explain. `Judge` has the verdicts about the whole journal.
 */
import type { Exchange } from '../journal/exchange.js';
import { isOfClient, type Finding, type Rule, type RuleFacts } from './rule.js';
import { isKeyed, type Call } from './model/call.js';
import { readTrace, type Trace, type TraceOptions } from './model/trace.js';

export interface LiveFinding {
  readonly rule: RuleFacts;
  readonly finding: Finding;
  /** The exchange that proves it. */
  readonly exchange: Exchange;
}

/** The number of exchanges that are kept. */
const KEPT = 1000;

/** The number of different findings that are reported. */
const MAX_REPORTED = 500;

/** Ms in which a request may end that started before others. */
const MAX_WAIT = 10_000;

/** Rules that compare requests which may be far apart. Only the report contains their findings. */
const REPORT_ONLY = /^(?:keys|workspace)\//;

export class LiveJudge {
  readonly #options: TraceOptions;
  readonly #rules: readonly Rule[];
  readonly #report: (found: LiveFinding) => void;
  readonly #reported = new Set<string>();
  readonly #exchanges: Exchange[] = [];
  /** The last exchange that was removed, by `sequence`. */
  #removed = 0;
  #isChanged = false;

  constructor(rules: readonly Rule[], options: TraceOptions, report: (found: LiveFinding) => void) {
    this.#rules = rules.filter(({ id }) => !REPORT_ONLY.test(id));
    this.#options = options;
    this.#report = report;
  }

  /** Adds an exchange that has ended. */
  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > KEPT)
      this.#removed = Math.max(this.#removed, this.#exchanges.shift()?.sequence ?? 0);
    this.#isChanged = true;
  }

  /** Whether exchanges were added since the last judgement. */
  get isWaiting(): boolean {
    return this.#isChanged;
  }

  /** Judges the exchanges before the first one that has not ended yet: what it changes explains what the others show. */
  step(): void {
    this.#judge(this.#beforeUnended());
  }

  /** Judges all exchanges. */
  flush(): void {
    this.#judge(this.#exchanges);
  }

  #beforeUnended(): readonly Exchange[] {
    const ordered = this.#exchanges.toSorted((one, two) => one.sequence - two.sequence);
    const now = Math.max(...ordered.map(({ endedAt }) => endedAt));
    let last = this.#removed;
    const end = ordered.findIndex(({ sequence, endedAt }) => {
      const isAfterUnended = sequence > last + 1;
      last = Math.max(last, sequence);
      return isAfterUnended && now - endedAt < MAX_WAIT;
    });
    return end < 0 ? ordered : ordered.slice(0, end);
  }

  /** Reports the findings that were not reported before. */
  #judge(judged: readonly Exchange[]): void {
    this.#isChanged = false;
    const trace = readTrace(judged, this.#options);
    const calls = new Map(trace.calls.map((call) => [call.exchange.sequence, call]));
    const exchanges = new Map(trace.exchanges.map((exchange) => [exchange.sequence, exchange]));
    for (const rule of this.#rules) {
      for (const finding of findingsOf(rule, trace)) {
        const { exchange: sequence = -1 } = finding;
        const exchange = exchanges.get(sequence);
        const isCertain = isOfClient(finding) || !dependsOnOthers(calls.get(sequence));
        if (exchange && isCertain && this.#isNew(rule, finding)) this.#report({ rule, finding, exchange });
      }
    }
  }

  #isNew({ id }: Rule, { kind, message, clientId }: Finding): boolean {
    if (kind === 'observed' || this.#reported.size >= MAX_REPORTED) return false;
    const name = `${id} ${kind} ${clientId ?? message}`;
    if (this.#reported.has(name)) return false;
    this.#reported.add(name);
    return true;
  }
}

/** A rule with a bug reports nothing live. The report names it. */
function findingsOf(rule: Rule, trace: Trace): readonly Finding[] {
  try {
    return rule.judge(trace).findings;
  } catch {
    return [];
  }
}

/** Whether findings about a call depend on other requests: refusals, redirects, and calls without a valid key. */
function dependsOnOthers(call: Call | undefined): boolean {
  if (!call) return true;
  const { status } = call;
  return !isKeyed(call) || call.refused || status === 501 || (status >= 300 && status < 400);
}
