/** The matchers `toFollowClientRules` and `toHaveReceived` for Vitest's `expect`. */
import type { AnyWorkspace } from '../../app/remote-workspace.js';
import type { OperationId } from '../../generated/routes.js';
import { checkClientRules, type ClientRulesOptions } from '../client-rules-assertion.js';
import type { MatcherResult } from './matcher-result.js';
import { VitestSandbox } from './sandbox.js';
import { matchReceivedIn, type ReceivedRequestOptions } from '../received-assertion.js';

/** The part of Vitest's matcher state that these matchers use. */
interface MatcherState {
  /** Undefined without `not`. */
  readonly isNot?: boolean;
}

/** @throws UserError when an option or a rule is unknown */
export function toFollowClientRules(
  this: MatcherState,
  deckhand: AnyWorkspace,
  options: ClientRulesOptions = {},
): Promise<MatcherResult> {
  return run(this, deckhand, checkClientRules(deckhand, options, this.isNot === true));
}

/** @throws UserError when the operation or an option is unknown */
export function toHaveReceived(
  this: MatcherState,
  deckhand: AnyWorkspace,
  operation: OperationId,
  options: ReceivedRequestOptions = {},
): Promise<MatcherResult> {
  return run(this, deckhand, matchReceivedIn(deckhand, operation, options, this.isNot === true));
}

async function run(
  { isNot = false }: MatcherState,
  deckhand: AnyWorkspace,
  matching: Promise<{ readonly pass: boolean; readonly message: string }>,
): Promise<MatcherResult> {
  const result = matching.then(({ pass, message }) => ({ pass, message: () => message }));
  return deckhand instanceof VitestSandbox ? deckhand.recordMatcher(isNot, result) : result;
}
