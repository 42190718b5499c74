/**
 * Says what traffic breaks while it passes, as soon as the calls about one job show it: for whoever watches. It tells only what
 * later traffic cannot take back; the verdicts on the whole are another's. Judging is done one thing at a time, by whoever
 * has the time for it.
 */
import type { Exchange } from '../../journal/exchange.js';
import type { Finding, Rule, RuleFacts } from '../rule.js';
import { rules as allRules } from '../rules/all-rules.js';
import { callOf, isKeyed, type Call } from '../trace/call.js';
import { traceOf, type Trace } from '../trace/trace.js';
import { Things, type Thing } from './things.js';

export interface LiveFinding {
  readonly rule: RuleFacts;
  readonly finding: Finding;
  /** The exchange that shows it. */
  readonly exchange: Exchange;
}

/** What these say of one request they conclude from what others show, before and after: they are for the report. */
const COMPARING = /^(?:keys|workspace)\//;

/** So many attempts to change something are remembered: each may be why something else is not what it was. */
const MOST_CHANGES = 100;

/** So many different findings are told; whoever has seen these knows. */
const MOST_TOLD = 500;

export class LiveRules {
  readonly #baseUrl: string | undefined;
  readonly #rules: readonly Rule[];
  readonly #things = new Things();
  /** What was added to since it was judged. The one that has waited longest comes first. */
  readonly #waiting = new Set<Thing>();
  #changes: Call[] = [];
  readonly #told = new Set<string>();

  constructor({
    baseUrl,
    rules = allRules,
  }: { readonly baseUrl?: string; readonly rules?: readonly Rule[] } = {}) {
    this.#baseUrl = baseUrl;
    this.#rules = rules.filter(({ id }) => !COMPARING.test(id));
  }

  /** Takes an exchange; judges nothing yet. */
  add(exchange: Exchange): void {
    const call = callOf(exchange, this.#baseUrl);
    if (!call) return;
    this.#waiting.add(this.#things.add(call));
    if (call.operation === 'updatePresentation')
      this.#changes = [...this.#changes, call].slice(-MOST_CHANGES);
  }

  /** Whether there is something to judge. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Judges what has waited longest. @returns what was not told before */
  next(): readonly LiveFinding[] {
    for (const thing of this.#waiting) {
      this.#waiting.delete(thing);
      const fresh = new Map([...thing.fresh].map((call) => [call.exchange.sequence, call]));
      thing.fresh.clear();
      if (fresh.size === 0) continue;
      const calls = [...new Set([...thing.calls, ...this.#changes])];
      const trace = traceOf(
        calls.sort((one, two) => one.exchange.sequence - two.exchange.sequence),
        0,
      );
      return this.#rules.flatMap((rule) => this.#news(rule, trace, fresh));
    }
    return [];
  }

  #news(rule: Rule, trace: Trace, fresh: ReadonlyMap<number, Call>): readonly LiveFinding[] {
    return findingsOf(rule, trace).flatMap((finding): LiveFinding[] => {
      const call = fresh.get(finding.exchange ?? -1);
      if (!call || finding.kind === 'observed' || hangsOnOthers(call)) return [];
      const name = `${rule.id} ${finding.kind} ${finding.message}`;
      if (this.#told.has(name) || this.#told.size >= MOST_TOLD) return [];
      this.#told.add(name);
      return [{ rule, finding, exchange: call.exchange }];
    });
  }
}

/** A rule that fails has no say here; the report on the whole will tell. */
function findingsOf(rule: Rule, trace: Trace): readonly Finding[] {
  try {
    return rule.judge(trace).findings;
  } catch {
    return [];
  }
}

/** Whether what is wrong with it depends on how other requests fare: refusals, redirections, and what has no good key. */
function hangsOnOthers(call: Call): boolean {
  const { status } = call;
  return !isKeyed(call) || call.refused || status === 501 || (status >= 300 && status < 400);
}
