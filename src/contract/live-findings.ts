/**
 * What the judge finds in the last exchanges of a growing journal, each finding once. Reports only findings that later traffic
 * cannot explain. The report of the judge has the verdicts about the whole journal.
 */
import { ReorderBuffer } from '../journal/reorder-buffer.js';
import type { Exchange } from '../journal/exchange.js';
import { charactersOf } from '../journal/segments.js';
import { isOfClient, type Finding, type Rule, type RuleFacts } from './rule.js';
import { isKeyed, type Call } from '../trace/call.js';
import { readTrace, type Trace, type TraceOptions } from '../trace/model.js';

export interface LiveFinding {
  readonly rule: RuleFacts;
  readonly finding: Finding;
  /** The exchange that proves it. */
  readonly exchange: Exchange;
}

/** The number of exchanges in the window, and of characters in their bodies. */
const WINDOW = { exchanges: 1000, characters: 16_777_216 } as const;

/** Rules that compare requests which may be far apart. Only the report contains their findings. */
const REPORT_ONLY = /^(?:keys|workspace)\//;

/** The number of different findings that are reported live. */
const MAX_REPORTED = 500;

export class LiveFindings {
  readonly #options: TraceOptions;
  readonly #rules: readonly Rule[];
  readonly #report: (found: LiveFinding) => void;
  /** Holds an exchange back until all exchanges that started before it have ended. */
  readonly #order = new ReorderBuffer((exchange) => this.#take(exchange));
  readonly #reported = new Set<string>();
  #exchanges: Exchange[] = [];
  #characters = 0;
  #isChanged = false;

  constructor(options: TraceOptions, rules: readonly Rule[], report: (found: LiveFinding) => void) {
    this.#options = options;
    this.#rules = rules.filter(({ id }) => !REPORT_ONLY.test(id));
    this.#report = report;
  }

  /** Adds an exchange that has ended. */
  add(exchange: Exchange): void {
    this.#order.add(exchange);
  }

  /** Adds the held-back exchanges without waiting any longer. */
  flush(): void {
    this.#order.flush();
  }

  /** Whether the window changed since it was judged. */
  get isWaiting(): boolean {
    return this.#isChanged;
  }

  /** Judges the window, and reports the findings that were not reported before. */
  judge(): void {
    this.#isChanged = false;
    const trace = readTrace(this.#exchanges, this.#options);
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

  #take(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#characters += charactersOf(exchange);
    while (this.#exchanges.length > WINDOW.exchanges || this.#characters > WINDOW.characters) {
      const removed = this.#exchanges.shift();
      if (!removed) break;
      this.#characters -= charactersOf(removed);
    }
    this.#isChanged = true;
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
