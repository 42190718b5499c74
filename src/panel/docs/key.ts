/** The API key of all requests of the reference. */
import { signal } from '@preact/signals';

/** A stand-in accepts the development keys whatever other keys it has. */
export const key = signal('deckhand-dev-key');
