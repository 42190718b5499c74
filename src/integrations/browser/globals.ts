/**
 * `deckhand/browser/window`: an import of this module adds the types of the verbs on `window`. It has no code at run time.
 */
import type { DeckhandConsole } from './console-api.js';

declare global {
  var deckhand: DeckhandConsole;
}
