/** Texts that were edited and not saved, by scenario: who looks at something else meanwhile finds them as they were. */

export interface Draft {
  readonly text: string;
  /** The digest of the text that it was made from. */
  readonly digest: string;
}

const drafts = new Map<string, Draft>();

export function draftOf(scenario: string): Draft | undefined {
  return drafts.get(scenario);
}

/** @param draft left out when there is none any more */
export function keepDraft(scenario: string, draft?: Draft): void {
  if (draft) drafts.set(scenario, draft);
  else drafts.delete(scenario);
}

/** The browser asks before a page is left that has some. */
addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});
