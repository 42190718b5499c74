/** `await expect(deckhand).toHaveBehaved()` in vitest. */
import { behaviourOf, type BehavedOptions } from '../behaved.js';
import type { WorkspaceVerbs } from '../../app/workspace-verbs.js';

/** Of vitest's own state of a matcher, what is needed here. */
interface MatcherState {
  readonly isNot: boolean;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** @throws UserError when there is no such option or rule */
export async function toHaveBehaved(
  this: MatcherState,
  deckhand: WorkspaceVerbs,
  options: BehavedOptions = {},
): Promise<MatcherResult> {
  const { pass, message } = await behaviourOf(deckhand, options, this.isNot);
  return { pass, message: () => message };
}
