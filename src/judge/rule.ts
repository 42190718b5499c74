/**
 * Types of rules and results. A rule is a pure function of a trace. It
 * does not depend on the source of the journal or on the format of the report.
 */
import type { Trace } from './model/trace.js';

/** `must`: a requirement. `should`: a recommendation. `may`: unspecified. As in RFC 2119. */
export type Level = 'must' | 'should' | 'may';

/** The outcome of a rule for one journal. `error`: the rule has a bug. */
export type RuleOutcome = 'pass' | 'fail' | 'warn' | 'info' | 'not-covered' | 'error';

/** `fail`: violates the spec. `warn`: likely wrong, not proven. `info`: unspecified behavior. */
export type Severity = 'fail' | 'warn' | 'info';

export interface Finding {
  readonly severity: Severity;
  readonly message: string;
  /** The expected value, or `Words`. */
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The place of the values in the body of the response, such as `sections[3].heading`. */
  readonly path?: string;
  /** The `sequence` of the exchange that proves it. */
  readonly exchange?: number;
  /** The `sequence` of an earlier exchange that shows the expected value. */
  readonly comparedWith?: number;
  /** The `sequence` of the request whose effect `exchange` shows. */
  readonly effectOf?: number;
  /** How often it was found. Default: once. */
  readonly count?: number;
  /** Further exchanges that prove it, if it was found several times. */
  readonly otherExchanges?: readonly number[];
  /** Of a finding about a client, listed once for each client: its user agent, and the mark of its key. */
  readonly client?: string;
  /** Tells clients with the same label apart. */
  readonly clientId?: number;
  /** Of a finding about a client: the most telling exchanges, by `sequence`, the decisive one last. */
  readonly evidence?: readonly number[];
  /** Of a finding about a client: the exchanges that broke the rule, by `sequence`, the last 1,000. */
  readonly violatingExchanges?: readonly number[];
  /** Why it is reported as a warning instead of a failure. */
  readonly downgrade?: string;
  /** Groups findings of several rules that have one root cause. */
  readonly cause?: string;
}

/** Result of a rule. Nothing checked and no findings: outcome `not-covered`. */
export interface RuleResult {
  /** The number of items that the rule checked, such as calls or jobs. */
  readonly checked: number;
  readonly findings: readonly Finding[];
  /** The reason to report when there was nothing to check, and the option that helps. */
  readonly notCovered?: string;
}

/** The description of a rule. */
export interface RuleMeta {
  /** Reads as a fact: `job/terminal-status-is-final`. Ids of rules about clients begin with `client/`. */
  readonly id: string;
  /** The sections of the interface on which the rule is based. */
  readonly sections: readonly string[];
  readonly level: Level;
  readonly title: string;
  /** How the rule interprets the interface where its text allows several meanings. */
  readonly interpretation?: string;
  /** What to change in a client that breaks the rule. */
  readonly hint?: string;
}

/** Ids of rules about clients begin with `client/`. A report about a client never says that the service broke a promise. */
export const isClientRule = ({ id }: { readonly id: string }): boolean => id.startsWith('client/');

export const isClientFinding = ({ clientId }: Finding): boolean => clientId !== undefined;

export interface Rule extends RuleMeta {
  readonly judge: (trace: Trace) => RuleResult;
}

export interface Verdict {
  readonly rule: RuleMeta;
  readonly outcome: RuleOutcome;
  /** The number of items that the rule checked. */
  readonly checked: number;
  readonly findings: readonly Finding[];
  /** The reason for `not-reached` and `error`. */
  readonly reason?: string;
}
