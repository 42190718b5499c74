/** The state of a stand-in that a tab saves, through JSON and back. */
import { createDeckhand, type Deckhand, type DeckhandOptions } from '../../../src/app/deckhand.js';
import { putBack } from '../../../src/integrations/browser/put-back.js';
import { journalEntries, takeTabState, type SavedTab } from '../../../src/integrations/browser/tab-state.js';
import { readSavedTab } from '../../../src/integrations/browser/read-saved-tab.js';

export async function texts(deckhand: Deckhand, speed = 1): Promise<{ state: string; entries: string }> {
  return {
    state: JSON.stringify(await takeTabState(deckhand, speed)),
    entries: JSON.stringify(journalEntries(deckhand).toReversed()),
  };
}

export async function saved(deckhand: Deckhand, speed = 1): Promise<SavedTab> {
  const { state, entries } = await texts(deckhand, speed);
  const read = readSavedTab(state, entries);
  if ('refused' in read) throw new Error(read.refused);
  return read;
}

/**
 * @param code the part of the page's code that runs before the restore
 */
export async function reloaded(
  kept: SavedTab,
  options: DeckhandOptions = {},
  code: (deckhand: Deckhand) => unknown = () => {},
): Promise<Deckhand> {
  const deckhand = createDeckhand(options);
  await code(deckhand);
  await putBack(deckhand, kept, options.speed ?? 1);
  return deckhand;
}

export async function ask(deckhand: Deckhand, path: string, json?: unknown, key = 'deckhand-dev-key') {
  const response = await deckhand.fetch(`http://localhost/api/v1${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Starts a job; returns its id. */
export async function startJob(deckhand: Deckhand, key?: string): Promise<string> {
  return (await ask(deckhand, '/presentations/generate', { prompt: 'Boats' }, key)).body.generation_id;
}

export async function view(deckhand: Deckhand, id: string, key?: string) {
  return (await ask(deckhand, `/presentations/generate/${id}/status`, undefined, key)).body;
}
