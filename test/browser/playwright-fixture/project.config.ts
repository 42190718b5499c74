/** A configuration file of Deckhand, for pages.spec.ts. */
import type { DeckhandConfig } from 'deckhand/config';

export default { basePath: '/backend/api/v1' } satisfies DeckhandConfig;
