/** The matchers `toFollowClientRules` and `toHaveReceived` for Vitest's `expect`. */
import type { AnyWorkspace } from '../../app/remote-workspace.js';
import type { OperationId } from '../../generated/routes.js';
import { checkClientRules, type ClientRulesOptions } from '../client-rules-assertion.js';
import { matchReceivedIn, type ReceivedRequestOptions } from '../received-assertion.js';

/** The part of Vitest's matcher state that these matchers use. */
interface MatcherState {
  readonly isNot: boolean;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** @throws UserError when an option or a rule is unknown */
export async function toFollowClientRules(
  this: MatcherState,
  deckhand: AnyWorkspace,
  options: ClientRulesOptions = {},
): Promise<MatcherResult> {
  const { pass, message } = await checkClientRules(deckhand, options, this.isNot);
  return { pass, message: () => message };
}

/** @throws UserError when the operation or an option is unknown */
export async function toHaveReceived(
  this: MatcherState,
  deckhand: AnyWorkspace,
  operation: OperationId,
  options: ReceivedRequestOptions = {},
): Promise<MatcherResult> {
  const { pass, message } = await matchReceivedIn(deckhand, operation, options, this.isNot);
  return { pass, message: () => message };
}
