/** The coverage of a report: required topics, gaps, and uncovered topics. */

export type CoverageTopic = (typeof coverageTopics)[number];

/** A required topic that the traffic does not cover. */
export interface CoverageGap {
  /** A topic, the id of a rule, `run` for a run that ended early, or `recording` for an incomplete recording. */
  readonly topic: string;
  /** A clause without a full stop: "the start of a job never succeeded (400)". */
  readonly reason: string;
  /** The flags that help, such as `--template-id`. Empty if none does. */
  readonly flags: readonly string[];
  /** The last status of the job that explains the gap. Of several jobs, the first one. */
  readonly jobStatus?: string;
  /** The topic of the gap that caused this one. */
  readonly causedBy?: string;
}

/** What must be covered. `recording`: the recording is complete and contains a judged exchange. */
export interface CoverageProfile {
  readonly name: 'full' | 'read-only' | 'smoke' | 'recording';
  /** Topics and rule ids, after `added` and `waived`. */
  readonly required: readonly string[];
  /** The topics and rules that the user added. */
  readonly added: readonly string[];
  /** The topics that the user removed. */
  readonly waived: readonly string[];
}

/** A topic outside the profile that is not covered, and the flags that help. Without any, the profile skips the topic. */
export interface UncoveredTopic {
  readonly topic: CoverageTopic;
  readonly flags: readonly string[];
}

export interface CoverageReport {
  readonly profile: CoverageProfile;
  /** Required topics that are not covered. With any gap, the outcome is never `pass`. */
  readonly gaps: readonly CoverageGap[];
  readonly uncovered: readonly UncoveredTopic[];
  /** What a recording lacks: `212 of 230 response bodies are missing`. Rules that need it are not covered. */
  readonly missingData?: readonly string[];
}

export interface CoverageOptions {
  /** Topics and rule ids that the run must cover, too. */
  readonly require?: readonly string[];
  /** Topics of the profile that may be uncovered. */
  readonly allowUncovered?: readonly string[];
}

/** The topics that `--require` and `--allow-uncovered` name. */
export const coverageTopics = [
  'templates',
  'start',
  'status',
  'end',
  'completed',
  'fetch',
  'rename',
  'auth',
  'isolation',
  'create',
  'question',
  'reply',
  'failure',
] as const;
