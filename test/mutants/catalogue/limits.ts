/** Sections 7 and 8: clients that exceed the rate limit get 429. */
import type { Mutant } from '../mutant.js';
import { limitForProbes, type RateLimit } from '../plain-service/rate-limit.js';

/** The wrong codes; headers and body still say that it is the rate limit. */
const codes = [400, 403, 420, 503];

/** A limit that every request counts for: a run meets it in the middle. */
const limitOfRun: RateLimit = { requests: 20, perMs: 20_000, counts: 'every-request' };

const bodies: readonly (readonly [id: string, what: string, status: number, body: unknown])[] = [
  ['503-in-the-run', '503 and a body that names it', 503, { error: 'Rate limit exceeded' }],
];

const inTheRun: readonly Mutant[] = bodies.map(([id, what, status, body]) => ({
  id: `rate-limit-answers-${id}`,
  title: `Exceeding a rate limit is answered with ${what}.`,
  sections: ['7', '8'],
  needs: ['rate-limit'],
  apply: {
    choices: { rateLimit: limitOfRun },
    answer: (honest) => (honest.status === 429 ? { ...honest, status, body } : honest),
  },
}));

const probed: readonly Mutant[] = codes.map((status) => ({
  id: `rate-limit-answers-${status}`,
  title: `Exceeding the rate limit is answered with ${status}.`,
  sections: ['7', '8'],
  needs: ['rate-limit'],
  apply: {
    choices: { rateLimit: limitForProbes },
    answer: (honest) =>
      honest.status === 429
        ? {
            ...honest,
            status,
            headers: { ...honest.headers, 'ratelimit-limit': '15', 'ratelimit-remaining': '0' },
          }
        : honest,
  },
}));

export const limits: readonly Mutant[] = [...probed, ...inTheRun];
