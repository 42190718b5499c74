/** The folder of the bundled scenarios. */
import { fileURLToPath } from 'node:url';

export const BUNDLED_SCENARIOS = fileURLToPath(new URL('../../scenarios/', import.meta.url));
