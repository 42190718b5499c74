/** `npm run soak` in small: enough to end a server without bounds, in a smaller heap. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { soak } from '../../bench/soak/soak.js';
import { install } from '../cli/deckhand-process.js';

const deckhand = install();

it('a server in a small heap outlives hostile requests, and its tenants keep their jobs', async () => {
  const cli = join(deckhand.folder, 'dist/cli/main.js');
  const { failures, sent, lost } = await soak({ cli, requests: 6000, time: 0, seed: 1, heap: 64 });
  expect(failures).toEqual([]);
  expect(lost).toBe(0);
  expect(sent).toBeGreaterThanOrEqual(6000);
}, 180_000);
