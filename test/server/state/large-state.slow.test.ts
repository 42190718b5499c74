/** A state that is longer than a snapshot can be, and long enough to stop all requests if it was written at once. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { StateKeeper } from '../../../src/server/state/state-keeper.js';
import { MOST_OF_SNAPSHOT } from '../../../src/service/snapshot/saved.js';
import { folderOf } from '../../cli/temporary.js';

const API = 'http://127.0.0.1:4010/api/v1';
const KEY = { 'x-api-key': 'deckhand-dev-key' };

it('a workspace of 40 MB is kept, and other work goes on while it is written', async () => {
  const file = join(folderOf({}), 'state.json');
  const first = createDeckhand({ scenario: 'instant' });
  const ids: string[] = [];
  for (let job = 0; job < 5000; job += 1) {
    const response = await first.fetch(`${API}/presentations/generate`, {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: `${job} ${'tides '.repeat(1320)}` }),
    });
    ids.push((await response.json()).generation_id);
  }
  let turns = 0;
  const work = setInterval(() => (turns += 1), 0);
  const keeper = await StateKeeper.open(first, file, (message) => expect.fail(message));
  clearInterval(work);
  await keeper?.close();
  expect(statSync(file).size).toBeGreaterThan(MOST_OF_SNAPSHOT);
  // One for each block of 500 jobs, at least.
  expect(turns).toBeGreaterThanOrEqual(5);
  const second = createDeckhand({ scenario: 'instant' });
  const reader = await StateKeeper.open(second, file, (message) => expect.fail(message));
  for (const id of [ids[0], ids.at(-1)]) {
    const response = await second.fetch(`${API}/presentations/generate/${id}/status`, { headers: KEY });
    expect((await response.json()).status).toBe('completed');
  }
  await reader?.close();
});
