/** `deckhand/config`: what `deckhand.config.ts` imports. */
export { defineConfig, type DeckhandConfig } from './app/config/config.js';
