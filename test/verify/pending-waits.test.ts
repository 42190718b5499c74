import { expect, test } from 'vitest';
import { realNow } from '../../src/base/real-time.js';
import { Deckhand } from '../../src/app/deckhand.js';
import { fetchTransport } from '../../src/journal/transport.js';
import { verify } from '../../src/verify/index.js';

test('a run leaves no wait behind, which would keep the process alive', async () => {
  const pending = new Set<object>();
  let longWaits = 0;
  const deckhand = new Deckhand({ scenario: 'instant' });
  await verify(
    {
      baseUrl: 'http://127.0.0.1:4010/api/v1',
      apiKey: 'deckhand-dev-key',
      requestsPerMinute: 0,
      pollInterval: 1,
      consistencyWindow: 1,
    },
    {
      transport: fetchTransport((request) => deckhand.fetch(request)),
      clock: {
        now: realNow,
        // A short wait ends at once. A long one ends only by its signal.
        sleep: (ms, signal) =>
          new Promise((resolve) => {
            const wait = {};
            pending.add(wait);
            const end = (): void => {
              pending.delete(wait);
              resolve();
            };
            signal?.addEventListener('abort', end, { once: true });
            if (ms < 5_000) setImmediate(end);
            else longWaits++;
          }),
      },
    },
  );
  expect(longWaits).toBeGreaterThan(0);
  expect(pending.size).toBe(0);
});
