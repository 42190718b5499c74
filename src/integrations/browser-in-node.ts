/** What Node gets of `deckhand/browser`: it can be imported, where pages are rendered on a server, and says what to use instead. */
import { UserError } from '../base/user-error.js';

/** @throws UserError always: there is no service worker here */
export function setupDeckhandWorker(): never {
  throw new UserError('bad-option', 'deckhand/browser runs in a browser, and this is Node.', {
    hint: 'Call it where there is a window; in a Node test, use setupDeckhand of deckhand/node.',
  });
}
