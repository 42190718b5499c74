/** What a run or a recording must show before its verdict counts. Plain data that survives JSON. */

/** The parts of the interface that `--require` and `--allow-incomplete` name. */
export const topics = [
  'templates',
  'start',
  'status',
  'end',
  'completed',
  'fetch',
  'rename',
  'keys',
  'isolation',
  'create',
  'question',
  'reply',
  'failure',
] as const;

export type Topic = (typeof topics)[number];

export const isTopic = (name: string): name is Topic => (topics as readonly string[]).includes(name);

/** Something that was not seen, so nothing can be said about it. */
export interface Gap {
  /** A topic, the id of a rule, `run` for a run that ended early, or `recording` for a recording that is not whole. */
  readonly topic: string;
  /** A clause without a full stop: "every start of a job was refused (400)". */
  readonly why: string;
  /** The options that help, such as `--template-id`. */
  readonly help?: string;
  /** The gap that caused this one. */
  readonly because?: string;
}

/** The least that must be seen. `recording`: the recording is whole and contains a judged exchange. */
export interface Minimum {
  readonly name: 'full' | 'read-only' | 'smoke' | 'recording';
  /** Topics and rule ids, after `raised` and `lowered`. */
  readonly required: readonly string[];
  /** The topics and rules that the user added. */
  readonly raised: readonly string[];
  /** The topics that the user removed. */
  readonly lowered: readonly string[];
}

/** A part of the interface outside the minimum that was not seen, and the option that helps. */
export interface Unexamined {
  readonly topic: Topic;
  readonly help: string;
}

export interface EvidenceReport {
  readonly minimum: Minimum;
  /** What the minimum requires and was not seen. With any gap, the outcome is never `pass`. */
  readonly missing: readonly Gap[];
  readonly unexamined: readonly Unexamined[];
  /** What a recording lacks: `212 of 230 response bodies are missing`, `the headers of 4 of 4 requests are missing`. Verdicts that rest on them are withheld. */
  readonly missingParts?: readonly string[];
}
