/**
 * `deckhand/browser` in Node: the import works, for pages that are rendered on a server, but each call throws an error that
 * names the alternative.
 */
import { UserError } from '../base/user-error.js';

/** @throws UserError always: Node has no service worker */
export function setupDeckhandWorker(): never {
  throw new UserError('invalid-option', 'deckhand/browser runs in a browser, and this is Node.', {
    hint: 'Call it where there is a window; in a Node test, use setupDeckhand of deckhand/node.',
  });
}
