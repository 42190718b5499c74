/**
 * Adds up the judgements of one rule over the segments of a journal. Merges equal findings into one with a count, at the
 * first exchange that proves it. The number of findings is limited.
 */
import { isOfClient, type Finding, type Outcome, type Rule, type Verdict } from './rule.js';
import type { Trace } from '../trace/model.js';

/** The number of different findings that are kept for one rule. Further ones are only counted. */
const MAX_DIFFERENT = 100;

/** The number of further exchanges that are kept for one finding, and of exchanges of a client that broke a rule. */
const MAX_SIGHTINGS = 50;
const MAX_OFFENDERS = 1000;

const NONE: ReadonlySet<number> = new Set();

interface Counted {
  finding: Finding;
  times: number;
  readonly exchanges: Set<number>;
}

export class VerdictAccumulator {
  readonly #rule: Rule;
  readonly #counted = new Map<string, Counted>();
  readonly #unlisted = new Map<Finding['kind'], number>();
  readonly #failedResponses = new Set<string>();
  #checked = 0;
  #hasSucceeded = false;
  #notReached: string | undefined;
  #error: string | undefined;

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /**
   * Judges a trace and adds the result.
   * @param known exchanges, by `sequence`, whose findings were added with an earlier segment
   */
  judge(trace: Trace, known: ReadonlySet<number> = NONE): void {
    try {
      const {
        checked,
        findings,
        observations = [],
        notReached,
        hasSucceeded,
        failedResponses = [],
      } = this.#rule.judge(trace);
      this.#checked += checked;
      this.#notReached = notReached;
      this.#hasSucceeded ||= hasSucceeded === true;
      for (const response of failedResponses) this.#failedResponses.add(response);
      for (const finding of findings)
        if (!known.has(finding.exchange ?? -1)) this.#add(finding, finding.times ?? 1);
      for (const { times, ...observed } of observations) this.#add({ kind: 'observed', ...observed }, times);
    } catch (error) {
      this.#error ??= `the rule has a bug: ${String(error)}`;
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

  /** In the order of their exchanges. */
  findings(): readonly Finding[] {
    const different = [...this.#counted.values()]
      .filter(({ finding }) => !(this.#hasSucceeded && finding.unlessSucceeded === true))
      .sort((one, two) => (one.finding.exchange ?? 0) - (two.finding.exchange ?? 0))
      .map(withTimes);
    const others = [...this.#unlisted].map(([kind, times]) => ({
      kind,
      message: `and ${times} more different findings`,
    }));
    return [...different, ...others];
  }

  #reason(): string {
    if (this.#failedResponses.size === 0)
      return this.#notReached ?? 'not seen: an exchange that is evidence for this rule';
    return `not seen: the operation succeeded; its responses (${[...this.#failedResponses].sort().join(', ')}) prove nothing`;
  }

  #add(finding: Finding, times: number): void {
    const { kind, exchange = 0 } = finding;
    const name = nameOf(finding);
    const known = this.#counted.get(name);
    if (known) {
      known.times += times;
      if (known.exchanges.size < MAX_SIGHTINGS) known.exchanges.add(exchange);
      const offenders = joined(known.finding, finding);
      if (exchange < (known.finding.exchange ?? 0)) known.finding = finding;
      if (offenders) known.finding = { ...known.finding, offenders };
    } else if (this.#counted.size < MAX_DIFFERENT)
      this.#counted.set(name, { finding, times, exchanges: new Set([exchange]) });
    else this.#unlisted.set(kind, (this.#unlisted.get(kind) ?? 0) + times);
  }

  #outcome(findings: readonly Finding[]): Outcome {
    for (const kind of ['fail', 'warn', 'observed'] as const) {
      if (findings.some((finding) => finding.kind === kind)) return kind;
    }
    return this.#checked > 0 ? 'pass' : 'not-reached';
  }
}

/**
 * Equal for findings to merge: one cause is one finding. For a service, the message names the cause, and the first values stand
 * for all. For a client, the client does.
 */
function nameOf(finding: Finding): string {
  const { kind, message, clientId } = finding;
  return `${kind} ${clientId ?? message}`;
}

/** The offenders of two findings about a client. Segments overlap, so an exchange can be in both. */
function joined({ offenders: one }: Finding, { offenders: other }: Finding): readonly number[] | undefined {
  return one && other && [...new Set([...one, ...other])].slice(-MAX_OFFENDERS);
}

function withTimes({ finding, times, exchanges }: Counted): Finding {
  if (times === 1) return finding;
  if (isOfClient(finding)) return { ...finding, times };
  const alsoIn = [...exchanges].filter((sequence) => sequence !== finding.exchange);
  return { ...finding, times, alsoIn };
}
