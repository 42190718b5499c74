/** What was asked for last, kept for as long as the tab lives: Keeps the last prompt in sessionStorage.. */
import type { StartGenerationRequest } from 'deckhand/types/assumed';

const NAME = 'deck-app:draft';

export function readDraft(): StartGenerationRequest | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(NAME) ?? '') as Partial<StartGenerationRequest> | null;
    return typeof draft?.prompt === 'string' ? { ...draft, prompt: draft.prompt } : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(draft: StartGenerationRequest): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(draft));
  } catch {
    // A browser that stores nothing still makes decks.
  }
}
