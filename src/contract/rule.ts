/**
 * What a rule is, and what it may say. A rule reads a trace and nothing else: it sends nothing, keeps nothing, and knows
 * neither who wrote the journal nor who will read the verdict.
 */
import type { Trace } from './trace/trace.js';

/** `must`: a documented promise. `should`: advice of the interface. `may`: the interface leaves it open. */
export type Level = 'must' | 'should' | 'may';

/** What a rule says of the target; `error` says that the rule itself is broken. */
export type Outcome = 'pass' | 'fail' | 'warn' | 'observed' | 'not-reached' | 'error';

/** `fail`: a documented statement is broken. `warn`: unusual, yet nobody can call it wrong. `observed`: an open point. */
export type FindingKind = 'fail' | 'warn' | 'observed';

/** One thing that a rule found. */
export interface Finding {
  readonly kind: FindingKind;
  readonly message: string;
  /** In words, or as a value where a value was expected. */
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The exchange that shows it: its `sequence` in the journal. */
  readonly exchange?: number;
}

/** One thing that was observed, perhaps many times. */
export interface Observation {
  readonly message: string;
  readonly times: number;
  /** The exchange that shows it first. */
  readonly exchange: number;
}

/** What a rule returns. Nothing checked and nothing found means not reached. */
export interface Judgement {
  /** How many pieces of evidence were looked at. */
  readonly checked: number;
  readonly findings: readonly Finding[];
  /** What was seen of an open point. Of a part of a journal: what is new in it. */
  readonly observations?: readonly Observation[];
  /** Why there was nothing to look at, and what would reach it. */
  readonly notReached?: string;
  /** What its requests were answered with, where none succeeded and so nothing is shown. */
  readonly inVain?: readonly string[];
}

/** What a rule is called and rests on, whatever it judges: a service, or its clients. */
export interface RuleFacts {
  /** Reads as a fact: `job/terminal-is-final`. */
  readonly id: string;
  /** The sections of the interface that the rule rests on. */
  readonly sections: readonly string[];
  readonly level: Level;
  readonly title: string;
  /** The reading of the text that the rule takes, where the text has two. */
  readonly reading?: string;
  /** What to change, where that can be said in general. */
  readonly hint?: string;
}

export interface Rule extends RuleFacts {
  readonly judge: (trace: Trace) => Judgement;
}

/** A rule together with what it said of one journal. */
export interface Verdict {
  readonly rule: RuleFacts;
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** With `not-reached` and `error`: why. */
  readonly reason?: string;
}
