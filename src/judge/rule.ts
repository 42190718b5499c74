/** Types of rules and results. A rule is a pure function of a trace. */
import type { OperationId } from '../generated/routes.js';
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
  /** Of a rule that applies to each operation. */
  readonly operation?: OperationId;
  /** Instead of the sections of the rule: those on which this finding is based. */
  readonly sections?: readonly string[];
  /** The expected value, or a `Description`. */
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The path of the values in the body of the response, such as `sections[3].heading`. */
  readonly path?: string;
  /** The `sequence` of the exchange of the finding. */
  readonly exchange?: number;
  /** The `sequence` of an earlier exchange with the expected value. */
  readonly comparedWith?: number;
  /** The `sequence` of the request whose effect is visible in `exchange`. */
  readonly effectOf?: number;
  /** Whether `effectOf` is only the last request that may have caused it. */
  readonly isCauseUncertain?: boolean;
  /** The number of occurrences. Default: 1. */
  readonly count?: number;
  /** Whether the message says how often it occurred. */
  readonly isCountInMessage?: boolean;
  /** The exchanges of further occurrences. */
  readonly otherExchanges?: readonly number[];
  /** Of a finding about a client, listed once for each client: its user agent, and the placeholder of its key. */
  readonly client?: string;
  /** Distinguishes clients with the same label. */
  readonly clientId?: number;
  /** Of a finding about a client: the relevant exchanges, by `sequence`, the decisive one last. */
  readonly evidence?: readonly number[];
  /** Of a finding about a client: the exchanges that violate the rule, by `sequence`, the last 1,000. */
  readonly violatingExchanges?: readonly number[];
  /** Whether the effect was seen on one connection only. */
  readonly isOfConnection?: boolean;
  /** Why it is reported as a warning instead of a failure. */
  readonly downgrade?: string;
  /** Of a finding about a field with a name that is not documented: the documented one that it probably means. */
  readonly documentedField?: string;
  /** Groups findings of several rules that have one root cause. */
  readonly cause?: string;
}

/** What the traffic lacks, so that a command can name the options that add it. */
export type MissingTraffic =
  | 'start'
  | 'second-start'
  | 'accepted-start'
  | 'template-start'
  | 'question'
  | 'other-question'
  | 'accepted-reply'
  | 'poll-after-reply'
  | 'failure'
  | 'other-workspace-key'
  | 'key-without-access'
  | 'rate-limit';

/** Why a rule is not covered, or why it has no verdict. */
export interface VerdictReason {
  /** A clause without a full stop: "no job start in the traffic". */
  readonly text: string;
  readonly missing?: MissingTraffic;
  /** The options that would cover the rule. */
  readonly flags?: readonly string[];
}

/** Result of a rule. Nothing checked and no findings: outcome `not-covered`. */
export interface RuleResult {
  /** The number of items that the rule checked, such as calls or jobs. */
  readonly checked: number;
  readonly findings: readonly Finding[];
  /** The reason to report if there was nothing to check. */
  readonly notCovered?: string | VerdictReason;
  /** Of a rule that applies to each operation: all operations, in the order of the contract. Its findings name theirs. */
  readonly operations?: readonly OperationCheck[];
}

/** What a rule checked of one operation. */
export interface OperationCheck {
  readonly operation: OperationId;
  readonly checked: number;
  readonly notCovered?: string | VerdictReason;
}

/** The description of a rule. */
export interface RuleMeta {
  /** Reads as a fact: `job/terminal-status-is-final`. Ids of client rules start with `client/`. */
  readonly id: string;
  /** The sections of the spec on which the rule is based. */
  readonly sections: readonly string[];
  readonly level: Level;
  readonly title: string;
  /** How the rule interprets the spec where its text allows several meanings. */
  readonly interpretation?: string;
  /** What to change in a client that violates the rule. */
  readonly hint?: string;
  /** Of a rule that applies to each operation: the operations. */
  readonly operations?: readonly OperationId[];
}

export interface Rule extends RuleMeta {
  readonly judge: (trace: Trace) => RuleResult;
}

/** The verdict of a rule on one operation. */
export interface OperationVerdict {
  readonly operation: OperationId;
  readonly outcome: RuleOutcome;
  readonly checked: number;
  /** The reason for `not-covered`. */
  readonly reason?: VerdictReason;
}

export interface Verdict {
  readonly rule: RuleMeta;
  readonly outcome: RuleOutcome;
  /** The number of items that the rule checked. */
  readonly checked: number;
  readonly findings: readonly Finding[];
  /** The reason for `not-covered` and `error`. */
  readonly reason?: VerdictReason;
  /** Of a rule that applies to each operation. `outcome` is the worst of them; `not-covered` only if all are. */
  readonly operations?: readonly OperationVerdict[];
}

/** Whether a rule is about clients. Such a violation is never reported as one of the service. */
export const isClientRule = ({ id }: { readonly id: string }): boolean => id.startsWith('client/');

/** Whether a rule is advice for the developers of clients. It never fails. */
export const isAdviceRule = ({ id }: { readonly id: string }): boolean => id.startsWith('advice/');

export const isClientFinding = ({ clientId }: Finding): boolean => clientId !== undefined;
