/** `deckhand/browser/window`: who imports it has the verbs on `window` typed. Nothing here exists at run time. */
import type { DeckhandConsole } from './console-verbs.js';

declare global {
  var deckhand: DeckhandConsole;
}
