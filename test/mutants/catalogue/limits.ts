/** Sections 7 and 8: clients that exceed the rate limit get 429. */
import type { Mutant } from '../mutant.js';
import { refuse } from '../../reference-service/operations.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import type { ServiceStore } from '../../reference-service/store.js';
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

/** Requests of all keys in this time share the limit. */
const SHARED_MS = 1_000;

/** Right after a 429, other keys get one, too. */
function limitOfAllKeys(): ServiceHooks {
  const limitedAt = new WeakMap<ServiceStore, number>();
  return {
    choices: { rateLimit: limitForProbes },
    editResponse: (original, { store, workspace }) => {
      if (original.status === 429 && workspace === store.workspaces[0]) limitedAt.set(store, store.now());
      const isShared =
        workspace !== undefined && store.now() - (limitedAt.get(store) ?? -Infinity) < SHARED_MS;
      return isShared ? refuse(429, 'The rate limit is exceeded.', { 'retry-after': '1' }) : original;
    },
  };
}

export const limits: readonly Mutant[] = [
  ...probed,
  {
    id: 'rate-limit-returns-pages',
    title: 'Exceeding the rate limit is answered with a page and 503.',
    sections: ['7', '8'],
    needs: ['rate-limit'],
    detectedAs: 'warn',
    hooks: {
      choices: { rateLimit: limitForProbes },
      editRawResponse: (original) =>
        original.status === 429
          ? {
              ...original,
              status: 503,
              headers: { 'content-type': 'text/html' },
              body: Buffer.from('<html><h1>503 Service Temporarily Unavailable</h1></html>'),
            }
          : original,
    },
  },
  {
    id: 'rate-limit-of-one-key-limits-the-other',
    title: 'A 429 of one key is followed by a 429 of the other key.',
    sections: ['8'],
    needs: ['rate-limit', 'other-key'],
    detectedAs: 'warn',
    hooks: limitOfAllKeys(),
  },
];
