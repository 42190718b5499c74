/** The state of a mock server that a tab saves, through JSON and back. */
import { createDeckhand, type Deckhand, type DeckhandOptions } from '../../../src/app/deckhand.js';
import { restoreSaved } from '../../../src/integrations/browser/put-back.js';
import { entryText, journalEntries, tabLines } from '../../../src/integrations/browser/tab-state.js';
import type { SavedTexts } from '../../../src/integrations/browser/tab-storage.js';

export function saved(deckhand: Deckhand): SavedTexts {
  const entries = journalEntries(deckhand).toReversed().map(entryText);
  return { state: tabLines(deckhand), entries: `[${entries.join(',')}]` };
}

/** The same texts with changed lines of the state. */
export function withLines(
  { state, entries }: SavedTexts,
  change: (line: any) => unknown, // eslint-disable-line @typescript-eslint/no-explicit-any -- it can be damaged on purpose
): SavedTexts {
  const lines = state.trimEnd().split('\n');
  return { entries, state: lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join('') };
}

/**
 * @param code the part of the page's code that runs before the restore
 */
export async function reloaded(
  kept: SavedTexts,
  options: DeckhandOptions = {},
  code: (deckhand: Deckhand) => unknown = () => {},
): Promise<Deckhand> {
  const deckhand = createDeckhand(options);
  await code(deckhand);
  restoreSaved(deckhand, kept);
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
