/** `await expect(deckhand).toHaveBehaved()` in Playwright. */
import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test';
import { behaviourOf, type BehavedOptions } from '../behaved.js';
import type { AnyWorkspace } from '../../app/remote-workspace.js';

/** @throws UserError when an option or a rule is unknown */
export async function toHaveBehaved(
  this: ExpectMatcherState,
  deckhand: AnyWorkspace,
  options: BehavedOptions = {},
): Promise<MatcherReturnType> {
  const { pass, message } = await behaviourOf(deckhand, options, this.isNot);
  return {
    pass,
    name: 'toHaveBehaved',
    message: () =>
      `${this.utils.matcherHint('toHaveBehaved', 'deckhand', '', { isNot: this.isNot })}\n\n${message}`,
  };
}
