/** Edited texts that are not saved, by scenario. They are kept while the user visits other views. */
import { signal } from '@preact/signals';

export interface Draft {
  readonly text: string;
  /** The digest of the text before the edit. */
  readonly digest: string;
}

const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** Components that call this render again when the draft changes. */
export function draftOf(scenario: string): Draft | undefined {
  return drafts.value.get(scenario);
}

/** @param draft omit it to delete the draft */
export function keepDraft(scenario: string, draft?: Draft): void {
  const updated = new Map(drafts.peek());
  updated.delete(scenario);
  if (draft) updated.set(scenario, draft);
  drafts.value = updated;
}

// With drafts, the browser asks before the page is closed.
addEventListener('beforeunload', (event) => {
  if (drafts.peek().size > 0) event.preventDefault();
});
