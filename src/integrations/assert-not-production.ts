/** Prevents a mock server from responding in production. */
import { UserError } from '../base/user-error.js';

/** @throws UserError if this process runs in production, unless the user allows it */
export function assertNotProduction(isAllowed = false): void {
  if (process.env['NODE_ENV'] !== 'production' || isAllowed) return;
  throw new UserError(
    'not-allowed',
    'Deckhand is a mock server, and does not respond where NODE_ENV is production.',
    {
      hint: 'Start it in development only. To test a production build with it, write allowProduction: true.',
    },
  );
}
