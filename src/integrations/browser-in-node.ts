/** `deckhand/browser` in Node: the import works, for server-side rendering, but each call throws an error with the alternative. */
import { UserError } from '../base/user-error.js';

/** @throws UserError always: Node has no service worker */
export function setupDeckhandWorker(): never {
  throw new UserError('invalid-option', 'deckhand/browser runs in a browser, and this is Node.', {
    hint: 'Call it in a browser only; in a Node test, use setupDeckhand of deckhand/node.',
  });
}
