/** Ids after a restart: an app that stores ids must not find new jobs under old ids. */
import { expect, it } from 'vitest';
import { Deckhand, type DeckhandOptions } from '../../src/app/deckhand.js';

async function firstJob(idSalt: string | undefined, options: DeckhandOptions = {}) {
  const workspace = new Deckhand({ scenario: 'instant', ...options }, { idSalt }).workspace('ws_dev');
  const { generation_id: id, status_response } = workspace.startJob({ prompt: 'A deck' });
  return {
    id,
    view: JSON.stringify(status_response)
      .replaceAll(id.slice(4), 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[^"]*/g, ''),
  };
}

it('differ in each process, unless a seed is set, and the jobs stay the same', async () => {
  const [one, two] = [await firstJob('one'), await firstJob('two')];
  expect(one.id).toMatch(/^gen_[0-9a-z]{16}$/);
  expect(one.id).not.toBe(two.id);
  expect(one.view).toBe(two.view);
  expect((await firstJob('one', { seed: 1 })).id).toBe((await firstJob('two', { seed: 1 })).id);
  expect((await firstJob(undefined)).id).toBe((await firstJob(undefined)).id);
});
