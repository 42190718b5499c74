/**
 * The report: what one check found, as plain data that survives JSON. Reporters turn it into text and know nothing else.
 * Texts in it may come from the target: they are bounded, free of keys, and otherwise as hostile as the target made them.
 */
import type { FindingKind, Level, Outcome } from '../rule.js';
import type { Coverage } from './coverage-model.js';

/** `accepted`: it fails, and the baseline knows every way in which it does. */
export type RuleOutcome = Outcome | 'accepted';

export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  /** The base address, or what else was judged. */
  readonly target: string;
  /** `error`: it could not be run or judged; `reason` says why. */
  readonly outcome: 'pass' | 'fail' | 'error';
  readonly reason?: string;
  /** How many rules had which outcome. */
  readonly summary: Readonly<Record<RuleOutcome, number>>;
  /** How many requests were sent, retries included. */
  readonly requests: number;
  /** How many jobs were started. */
  readonly jobs: number;
  /** When the first request began, in ms since 1970, and how long it all took. */
  readonly startedAt: number;
  readonly seconds: number;
  /** Every rule, in the order of the catalogue. */
  readonly rules: readonly RuleReport[];
  /** What was seen of everything the interface documents. */
  readonly coverage: Coverage;
  /** What became of each known violation, when there is a baseline. */
  readonly baseline?: readonly BaselineReport[];
  /** The jobs, as their polls showed them. */
  readonly traces: readonly JobReport[];
  /** The exchanges that findings and traces cite, in order. */
  readonly exchanges: readonly ExchangeReport[];
  /** What the run itself has to say, such as a wait or a request that was refused. */
  readonly notes: readonly string[];
}

export interface RuleReport {
  readonly id: string;
  readonly sections: readonly string[];
  readonly level: Level;
  readonly outcome: RuleOutcome;
  readonly title: string;
  /** The reading of the interface that the rule takes, where there are two. */
  readonly reading?: string;
  /** With `not-reached` and `error`: why. */
  readonly reason?: string;
  /** What to change, of a client that breaks the rule. */
  readonly hint?: string;
  readonly findings: readonly FindingReport[];
  /** How many findings beyond those listed there were. */
  readonly more?: number;
}

export interface FindingReport {
  readonly kind: FindingKind;
  readonly message: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The exchange that shows it: a `sequence` among `exchanges`. */
  readonly exchange?: number;
  /** A command that sends the request again, the key left to the environment. */
  readonly curl?: string;
  /** The known violation that it is, by the baseline. */
  readonly accepted?: Acceptance;
}

/** Who accepts a violation, why, and to which day (YYYY-MM-DD). */
export interface Acceptance {
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
}

/** An entry of the baseline after a run. */
export interface BaselineReport extends Acceptance {
  readonly rule: string;
  /** Only findings that say this, or are about this operation. */
  readonly message?: string;
  readonly operation?: string;
  /** `expired` and `gone` fail the run; `not-judged`: this run could not tell whether it still occurs. */
  readonly state: 'holds' | 'expired' | 'gone' | 'not-judged';
}

export interface ExchangeReport {
  readonly sequence: number;
  /** Ms after `startedAt`, and how long it took. */
  readonly at: number;
  readonly took: number;
  readonly method: string;
  /** The path as it was sent. */
  readonly path: string;
  /** Which key was sent how: `key in bearer`, `wrong key in x-api-key`, `no key`. */
  readonly key: string;
  /** Absent when no answer came; `failure` says how. */
  readonly status?: number;
  readonly failure?: string;
  /** The beginning of the bodies. */
  readonly sent?: string;
  readonly received?: string;
}

/** One job for a drawing: its polls and messages on a time axis. */
export interface JobReport {
  readonly id: string;
  readonly started?: number;
  readonly polls: readonly {
    readonly exchange: number;
    /** Ms after `startedAt`. */
    readonly at: number;
    /** As it was shown, known or not; absent when the poll brought none. */
    readonly status?: string;
    readonly tokens?: number;
    readonly progress?: { readonly completed: number; readonly total: number };
  }[];
  readonly messages: readonly { readonly exchange: number; readonly at: number; readonly status?: number }[];
}
