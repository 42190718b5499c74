/**
 * Judges clients while they are at it: takes one exchange at a time, in the order in which they began or ended, and keeps no
 * more than what it remembers of clients, however long the journal. A bug in a rule costs that rule's verdict, never the run.
 */
import type { Exchange } from '../../journal/exchange.js';
import type { Finding, Outcome, Verdict } from '../rule.js';
import type { Call } from '../trace/call.js';
import { ConductMemory } from './memory.js';
import type { ConductOptions } from './options.js';
import type { ConductRule, Judged, Remark } from './rule.js';
import { conductRules } from './rules/all-conduct-rules.js';
import type { Step } from './step.js';

/** One thing that a rule found of one client. */
export interface ConductFinding extends Finding {
  /** Who it was, for a reader: user agent, and the mark of its key. */
  readonly client: string;
  /** The exchanges that show it best, by `sequence`. */
  readonly exchanges: readonly number[];
  /** How often it was seen. */
  readonly times: number;
}

export interface ConductVerdict extends Verdict {
  readonly rule: ConductRule;
  readonly findings: readonly ConductFinding[];
}

/** A rule that a client broke, the first time that it did. */
export interface Misconduct {
  readonly rule: ConductRule;
  readonly finding: ConductFinding;
}

export interface ConductWatch {
  /**
   * @param call the exchange as a call, where it was read already, by the same base address
   * @returns what is new: each rule that a client broke for the first time. What is merely observed is not told.
   */
  see(exchange: Exchange, call?: Call): readonly Misconduct[];
  /** What there is to say of everything seen so far: one verdict for each rule, in the order of the rules. */
  verdicts(): readonly ConductVerdict[];
}

/** Of how many clients a rule speaks one by one. */
const CLIENTS = 50;

interface Tally {
  readonly rule: ConductRule;
  checked: number;
  /** By client and kind. */
  readonly found: Map<string, ConductFinding>;
  error?: string;
}

export function watchConduct(options: ConductOptions = {}): ConductWatch {
  const memory = new ConductMemory(options);
  const tallies = (options.rules ?? conductRules).map((rule): Tally => ({
    rule,
    checked: 0,
    found: new Map(),
  }));
  return {
    see(exchange, call) {
      const step = memory.meet(exchange, call);
      if (!step) return [];
      const news: Misconduct[] = [];
      for (const tally of tallies) {
        const judged = judgedBy(tally, step);
        if (judged === undefined) continue;
        tally.checked++;
        const finding = judged === 'kept' ? undefined : note(tally, step, judged);
        if (finding) news.push({ rule: tally.rule, finding });
      }
      memory.take(step);
      return news;
    },
    verdicts: () => tallies.map(verdictOf),
  };
}

function judgedBy(tally: Tally, step: Step): Judged {
  if (tally.error !== undefined) return undefined;
  try {
    return tally.rule.judge(step);
  } catch (error) {
    tally.error = `the rule itself failed: ${String(error)}`;
    return undefined;
  }
}

/** @returns the finding when it is worth telling */
function note({ found }: Tally, { client, exchange }: Step, remark: Remark): ConductFinding | undefined {
  const name = `${client.name}\n${remark.kind}`;
  const known = found.get(name);
  if (known) {
    found.set(name, { ...known, times: known.times + 1 });
    return undefined;
  }
  if (found.size >= CLIENTS) return undefined;
  const { exchanges = [exchange.sequence], ...said } = remark;
  const finding = { ...said, exchange: exchange.sequence, exchanges, client: client.label(), times: 1 };
  found.set(name, finding);
  return remark.kind === 'observed' ? undefined : finding;
}

function verdictOf({ rule, checked, found, error }: Tally): ConductVerdict {
  if (error !== undefined) return { rule, outcome: 'error', findings: [], reason: error };
  const findings = [...found.values()];
  const outcome = outcomeOf(checked, findings);
  return { rule, outcome, findings, ...(outcome === 'not-reached' && { reason: rule.notReached }) };
}

function outcomeOf(checked: number, findings: readonly ConductFinding[]): Outcome {
  for (const kind of ['fail', 'warn', 'observed'] as const) {
    if (findings.some((finding) => finding.kind === kind)) return kind;
  }
  return checked > 0 ? 'pass' : 'not-reached';
}
