/** `deckhand/browser/globals`: adds the types of the methods on `window` to a module that imports it. It has no code at run time. */
import type { DeckhandConsole } from './console-api.js';

declare global {
  var deckhand: DeckhandConsole;
}
