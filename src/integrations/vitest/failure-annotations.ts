/** Adds the sandbox's journal to the report of a failed test: as text, and as an attached HAR. */
import type { TestContext } from 'vitest';
import { formatJournal } from '../../app/format-journal.js';
import { pluralize } from '../../base/text/pluralize.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Har } from '../../journal/har.js';
import type { VitestSandbox } from './sandbox.js';

type TestResult = NonNullable<TestContext['task']['result']>;

/** @param others the other requests during the test: without a key, or with a key that opens no sandbox */
export function formatFailure(deckhand: VitestSandbox, others: readonly Exchange[]): string {
  const journal = deckhand.journal();
  if (journal.length > 0)
    return `${pluralize(journal.length, 'request')} to this test's sandbox:\n${formatJournal(journal)}`;
  const noRequests = `No request used this test's API key, ${deckhand.apiKey}.`;
  return others.length === 0
    ? noRequests
    : `${noRequests}\n${pluralize(others.length, 'request')} used another key or none:\n${formatJournal(others)}`;
}

export async function annotateFailure(
  result: TestResult,
  annotate: TestContext['annotate'],
  note: string,
  har: Har,
): Promise<void> {
  const attachment = {
    contentType: 'application/json',
    body: JSON.stringify(har),
    bodyEncoding: 'utf-8' as const,
  };
  await annotateAfterEnd(result, () => annotate(note.replaceAll('\n', '\n    '), 'deckhand', attachment));
}

/** Vitest accepts annotations only while a test runs, but these belong to a test that has ended. */
export async function annotateAfterEnd(result: TestResult, annotate: () => Promise<unknown>): Promise<void> {
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
