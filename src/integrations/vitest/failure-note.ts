/** Adds the sandbox's journal to the report of a failed test: as text, and as an attached HAR. */
import type { TestContext } from 'vitest';
import { counted } from '../../base/text/counted.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Har } from '../../journal/har.js';
import { journalText } from '../../app/journal-text.js';
import type { TestDeckhand } from './test-deckhand.js';

/** @param others the other requests during the test: without a key, or with a key that is not a sandbox's */
export function failureNote(deckhand: TestDeckhand, others: readonly Exchange[]): string {
  const journal = deckhand.journal();
  if (journal.length > 0)
    return `${counted(journal.length, 'request')} to this test's sandbox:\n${journalText(journal)}`;
  const nothing = `No request had the key of this test, ${deckhand.key}.`;
  return others.length === 0
    ? nothing
    : `${nothing}\n${counted(others.length, 'request')} came without it:\n${journalText(others)}`;
}

export async function annotateFailed(
  result: Result,
  annotate: TestContext['annotate'],
  note: string,
  har: Har,
): Promise<void> {
  const attachment = {
    contentType: 'application/json',
    body: JSON.stringify(har),
    bodyEncoding: 'utf-8' as const,
  };
  await annotateEnded(result, () => annotate(note.replaceAll('\n', '\n    '), 'deckhand', attachment));
}

type Result = NonNullable<TestContext['task']['result']>;

/** vitest accepts annotations only while a test runs, but these belong to a test that has ended. */
export async function annotateEnded(result: Result, annotate: () => Promise<unknown>): Promise<void> {
  const { state } = result;
  result.state = 'run';
  try {
    const annotated = annotate();
    result.state = state;
    await annotated;
  } finally {
    result.state = state;
  }
}
