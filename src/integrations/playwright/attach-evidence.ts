/** Attaches the journal as HAR and the state of the sandbox to the report of a failed test. */
import type { TestInfo } from '@playwright/test';
import { UserError } from '../../base/user-error.js';
import type { RemoteWorkspace } from '../../app/remote-workspace.js';

export async function attachEvidence(workspace: RemoteWorkspace, testInfo: TestInfo): Promise<void> {
  try {
    const [har, state] = [await workspace.har(), await workspace.save()];
    await attach(testInfo, 'deckhand-journal.har', har);
    await attach(testInfo, 'deckhand-moment.json', state);
  } catch (error) {
    // The report must show the test's own failure first, so a stopped server becomes only an annotation.
    if (!(error instanceof UserError)) throw error;
    testInfo.annotations.push({
      type: 'deckhand',
      description: `No journal and no saved state: ${error.message}`,
    });
  }
}

function attach(testInfo: TestInfo, name: string, document: object): Promise<void> {
  return testInfo.attach(name, {
    body: JSON.stringify(document, undefined, 2),
    contentType: 'application/json',
  });
}
