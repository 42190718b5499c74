/**
 * What a rule of conduct is. It is shown one exchange at a time, with what its client had seen before, and says whether that
 * is how a client behaves. It keeps nothing itself, so a journal of any length is judged in the memory of what is remembered.
 */
import type { FindingKind, RuleFacts } from '../rule.js';
import type { Step } from './step.js';

/** What a rule says of a step that is not as it should be. */
export interface Remark {
  readonly kind: FindingKind;
  readonly message: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The exchanges that show it, by `sequence`, the one that gave it away last. Default: the step's own. */
  readonly exchanges?: readonly number[];
}

/** `kept`: there was something to judge, and it is as it should be. Undefined: it is none of the rule's business. */
export type Judged = Remark | 'kept' | undefined;

export interface ConductRule extends RuleFacts {
  /** What to change in a client that breaks it. */
  readonly hint: string;
  /** Why there was nothing to judge, when there was nothing. */
  readonly notReached: string;
  readonly judge: (step: Step) => Judged;
}
