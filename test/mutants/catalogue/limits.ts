/** Sections 7 and 8: clients that exceed the rate limit get 429. */
import type { Mutant } from '../mutant.js';
import { limitForProbes } from '../../reference-service/rate-limit.js';

/** The wrong codes; headers and body still say that it is the rate limit. */
const codes = [400, 403, 420, 503];

const probed: readonly Mutant[] = codes.map((status) => ({
  id: `rate-limit-returns-${status}`,
  title: `Exceeding the rate limit is answered with ${status}.`,
  sections: ['7', '8'],
  needs: ['rate-limit'],
  hooks: {
    choices: { rateLimit: limitForProbes },
    editResponse: (original) =>
      original.status === 429
        ? {
            ...original,
            status,
            headers: { ...original.headers, 'ratelimit-limit': '15', 'ratelimit-remaining': '0' },
          }
        : original,
  },
}));

export const limits: readonly Mutant[] = [...probed];
