/** `await expect(deckhand).toHaveBehaved()` in vitest. */
import { behaviourOf, type BehavedOptions } from '../behaved.js';
import type { AnyWorkspace } from '../../app/remote-workspace.js';

/** The part of vitest's matcher state that is needed here. */
interface MatcherState {
  readonly isNot: boolean;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** @throws UserError when an option or a rule is unknown */
export async function toHaveBehaved(
  this: MatcherState,
  deckhand: AnyWorkspace,
  options: BehavedOptions = {},
): Promise<MatcherResult> {
  const { pass, message } = await behaviourOf(deckhand, options, this.isNot);
  return { pass, message: () => message };
}
