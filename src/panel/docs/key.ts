/** The API key of all requests of the reference. */
import { computed, signal } from '@preact/signals';

/** The development keys are off for other machines. */
const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);

/** The key as the user entered it. Empty until then, if no key is known. */
export const typedKey = signal(isLocal ? 'deckhand-dev-key' : '');

/** The key of requests and commands. */
export const key = computed(() => typedKey.value || 'YOUR-KEY');
