/** Keeps the last prompt in sessionStorage. */
import type { StartGenerationRequest } from 'deckhand/types/mock';

const STORAGE_KEY = 'deck-app:draft';

export function readDraft(): StartGenerationRequest | undefined {
  try {
    const draft = JSON.parse(
      sessionStorage.getItem(STORAGE_KEY) ?? '',
    ) as Partial<StartGenerationRequest> | null;
    return typeof draft?.prompt === 'string' ? { ...draft, prompt: draft.prompt } : undefined;
  } catch {
    return undefined;
  }
}

export function saveDraft(draft: StartGenerationRequest): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {
    // Without storage, the app only forgets the prompt.
  }
}
