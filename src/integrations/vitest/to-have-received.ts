/** `await expect(deckhand).toHaveReceived('startGeneration', …)` in vitest. */
import type { OperationId } from '../../generated/routes.js';
import type { AnyWorkspace } from '../../app/remote-workspace.js';
import { checkReceivedOf, type ReceivedNowOptions } from '../received/check-received.js';

/** @throws UserError when the operation or an option is unknown */
export async function toHaveReceived(
  this: { readonly isNot: boolean },
  deckhand: AnyWorkspace,
  operation: OperationId,
  options: ReceivedNowOptions = {},
): Promise<{ pass: boolean; message: () => string }> {
  const { pass, message } = await checkReceivedOf(deckhand, operation, options, this.isNot);
  return { pass, message: () => message };
}
