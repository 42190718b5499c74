/** Which documented parts of the interface a run has seen, as plain data. Says nothing about correctness. */

export interface Coverage {
  /** The seven operations, with the statuses they returned. */
  readonly operations: readonly CoverageItem[];
  /** The documented statuses. */
  readonly statuses: readonly CoverageItem[];
  readonly states: readonly CoverageItem[];
  /** The response fields. Fields that depend on the state appear once for each state. */
  readonly fields: readonly CoverageItem[];
  readonly statements: readonly CoverageItem[];
}

export interface CoverageItem {
  readonly name: string;
  readonly sections: readonly string[];
  /** `out-of-reach`: HTTP traffic cannot show it. */
  readonly seen: 'yes' | 'partly' | 'no' | 'out-of-reach';
  /** What the run saw, or the reason why it did not see the item. */
  readonly note?: string;
}
