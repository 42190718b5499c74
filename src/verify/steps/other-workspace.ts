/** Sends requests with the key of another workspace to resources of the first one. Section 5. */
import { KEY_HEADERS } from '../api-keys.js';
import { replyBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import { PLAIN_REPLY } from './send-reply.js';
import type { JobInStatus, KnownPresentation, RunResults } from './run-results.js';
import type { SharedProgress } from './shared-progress.js';

/** A service may check the workspace of the key in one header only, so both are sent. */
export async function pollAsOtherWorkspace(
  requester: Requester,
  shared: SharedProgress,
  { id }: JobInStatus,
): Promise<void> {
  if (!hasOtherKey(requester) || (await shared.isJobOfOther(id))) return;
  for (const via of KEY_HEADERS)
    await requester.call({ operation: 'getGenerationStatus', id, by: 'other', via });
}

/** Replies to a question of the first workspace. @returns whether it was sent */
export async function replyAsOtherWorkspace(
  requester: Requester,
  shared: SharedProgress,
  id: string,
): Promise<boolean> {
  if (!hasOtherKey(requester) || (await shared.isJobOfOther(id))) return false;
  const body = replyBody(requester.settings, PLAIN_REPLY);
  for (const via of KEY_HEADERS)
    await requester.call({ operation: 'sendGenerationMessage', id, by: 'other', via, body });
  return true;
}

/** Sends a message to a job without a question. */
export async function messageAsOtherWorkspace(
  requester: Requester,
  shared: SharedProgress,
  { id, status }: JobInStatus,
): Promise<void> {
  if (!hasOtherKey(requester) || (await shared.isJobOfOther(id))) return;
  const body = replyBody(requester.settings, `[deckhand check] with another key while ${status}`);
  await requester.call({ operation: 'sendGenerationMessage', id, by: 'other', body });
}

export async function accessAsOtherWorkspace(
  requester: Requester,
  { id }: Pick<KnownPresentation, 'id'>,
): Promise<void> {
  if (!hasOtherKey(requester)) return;
  for (const via of KEY_HEADERS) {
    await requester.call({ operation: 'getPresentation', id, by: 'other', via });
    if (requester.settings.readOnly) continue;
    const body = { title: `[deckhand check] of ${id} with another key in ${via}` };
    await requester.call({ operation: 'updatePresentation', id, by: 'other', via, body });
  }
}

/** Fetches the other workspace's presentation again, after the changes of the first key. */
export async function fetchAsOtherWorkspace(requester: Requester, { other }: RunResults): Promise<void> {
  const { presentation, missingPresentation, hasBrokenList } = other;
  if (hasBrokenList)
    for (const via of KEY_HEADERS) await requester.call({ operation: 'listTemplates', by: 'other', via });
  if (presentation !== undefined)
    await requester.call({ operation: 'getPresentation', id: presentation, by: 'other' });
  if (missingPresentation === undefined) return;
  // A replica may have been late. The other key cannot fetch what it created, if this still fails.
  await requester.waitForConsistency();
  for (const via of KEY_HEADERS)
    await requester.call({ operation: 'getPresentation', id: missingPresentation, by: 'other', via });
}

const hasOtherKey = ({ settings }: Requester): boolean => settings.otherApiKey !== undefined;
