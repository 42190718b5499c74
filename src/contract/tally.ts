/**
 * What one rule has said so far, over one trace or over the parts of a long one. The same thing found again and again is one
 * finding, shown where it was seen first; what is kept is bounded.
 */
import type { Finding, Judgement, Outcome, Rule, Verdict } from './rule.js';

/** So many different findings of one rule are kept; no reader looks at more. The others count. */
const MOST_DIFFERENT = 100;

interface Found {
  finding: Finding;
  times: number;
}

export class Tally {
  readonly #rule: Rule;
  readonly #found: Found[] = [];
  /** By kind and message those that say no more, the others by all that they say. */
  readonly #bare = {
    fail: new Map<string, Found>(),
    warn: new Map<string, Found>(),
    observed: new Map<string, Found>(),
  };
  readonly #detailed = new Map<string, Found>();
  readonly #more = new Map<Finding['kind'], number>();
  #checked = 0;
  #notReached: string | undefined;
  readonly #inVain = new Set<string>();
  #error: string | undefined;

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** Takes what the rule says of a trace. @param isCounted which of its findings are new */
  add(judge: () => Judgement, isCounted: (finding: Finding) => boolean = () => true): void {
    try {
      const { checked, findings, observations = [], notReached, inVain = [] } = judge();
      this.#checked += checked;
      this.#notReached = notReached;
      for (const answer of inVain) this.#inVain.add(answer);
      for (const finding of findings) if (isCounted(finding)) this.#find(finding, 1);
      for (const { times, ...observed } of observations) this.#find({ kind: 'observed', ...observed }, times);
    } catch (error) {
      this.#error ??= `the rule itself failed: ${String(error)}`;
    }
  }

  verdict(): Verdict {
    const rule = this.#rule;
    if (this.#error !== undefined) return { rule, outcome: 'error', findings: [], reason: this.#error };
    const findings = this.findings();
    const outcome = this.#outcome(findings);
    if (outcome !== 'not-reached') return { rule, outcome, findings };
    return { rule, outcome, findings, reason: this.#reason() };
  }

  /** In the order of the exchanges that show them. */
  findings(): readonly Finding[] {
    const different = this.#found
      .toSorted((one, two) => (one.finding.exchange ?? 0) - (two.finding.exchange ?? 0))
      .map(({ finding, times }) =>
        times === 1 ? finding : { ...finding, message: `${finding.message} (${times} times)` },
      );
    const others = [...this.#more].map(([kind, times]) => ({
      kind,
      message: `and ${times} more that differ`,
    }));
    return [...different, ...others];
  }

  #reason(): string {
    if (this.#inVain.size === 0) return this.#notReached ?? 'nothing on the wire shows it';
    return `it never succeeded, and what it answered (${[...this.#inVain].sort().join(', ')}) proves nothing`;
  }

  #find(finding: Finding, times: number): void {
    const { kind, message, expected, actual, exchange = 0 } = finding;
    const isBare = expected === undefined && actual === undefined;
    const alike = isBare ? this.#bare[kind] : this.#detailed;
    const name = isBare ? message : JSON.stringify([kind, message, expected, actual]);
    const known = alike.get(name);
    if (known) {
      known.times += times;
      if (exchange < (known.finding.exchange ?? 0)) known.finding = finding;
    } else if (this.#found.length < MOST_DIFFERENT) {
      const found = { finding, times };
      this.#found.push(found);
      alike.set(name, found);
    } else this.#more.set(kind, (this.#more.get(kind) ?? 0) + times);
  }

  #outcome(findings: readonly Finding[]): Outcome {
    for (const kind of ['fail', 'warn', 'observed'] as const) {
      if (findings.some((finding) => finding.kind === kind)) return kind;
    }
    return this.#checked > 0 ? 'pass' : 'not-reached';
  }
}
