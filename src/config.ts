/** `deckhand/config`: what `deckhand.config.ts` imports. */
export { defineConfig, type DeckhandConfig } from './setup/config.js';
