/** Texts that were edited and not saved, by scenario: who looks at something else meanwhile finds them as they were. */
import { signal } from '@preact/signals';

export interface Draft {
  readonly text: string;
  /** The digest of the text that it was made from. */
  readonly digest: string;
}

const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** Who draws what comes of it is drawn anew when there is another, or none any more. */
export function draftOf(scenario: string): Draft | undefined {
  return drafts.value.get(scenario);
}

/** @param draft left out when there is none any more */
export function keepDraft(scenario: string, draft?: Draft): void {
  const kept = new Map(drafts.peek());
  kept.delete(scenario);
  if (draft) kept.set(scenario, draft);
  drafts.value = kept;
}

/** The browser asks before a page is left that has some. */
addEventListener('beforeunload', (event) => {
  if (drafts.peek().size > 0) event.preventDefault();
});
