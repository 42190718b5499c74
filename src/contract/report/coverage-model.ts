/** How much of what the interface documents a run has seen, as plain data. Judges nothing: what was seen may be wrong. */

export interface Coverage {
  /** The seven operations, with the statuses they answered. */
  readonly operations: readonly CoverageItem[];
  /** The statuses that the interface names. */
  readonly statuses: readonly CoverageItem[];
  /** The states of a job. */
  readonly states: readonly CoverageItem[];
  /** The fields of answers, those with a condition once for each state. */
  readonly fields: readonly CoverageItem[];
  /** The statements of the interface. */
  readonly statements: readonly CoverageItem[];
}

export interface CoverageItem {
  readonly name: string;
  /** Of the interface. */
  readonly sections: readonly string[];
  /** `out-of-reach`: no run can see it on the wire. */
  readonly seen: 'yes' | 'partly' | 'no' | 'out-of-reach';
  /** What was seen, or why it was not. */
  readonly note?: string;
}
