/**
 * `deckhand/jest-preset`: Jest cannot `require` ES modules on Node before 24.9, and msw 2 has three of them below its CommonJS.
 * The preset maps these to copies in CommonJS.
 */
import { fileURLToPath } from 'node:url';

export const moduleNameMapper = {
  '^(rettime|until-async|@open-draft/deferred-promise)$': fileURLToPath(
    new URL('../jest/$1.cjs', import.meta.url),
  ),
};
