/** Sends requests with the key of another workspace to resources of the first one. Section 5. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { RunState, KnownPresentation } from '../run-state.js';
import { messageBodies } from '../request-bodies.js';

/** A service may check the workspace of the key in one header only. */
const vias = ['bearer', 'x-api-key'] as const;

interface JobInState {
  readonly id: string;
  readonly status: JobStatus | undefined;
}

export const hasOtherKey = (context: RunState) => context.session.settings.otherApiKey !== undefined;

/** Whether the other workspace has a job with the same id, because each workspace counts its own: requests would reach that job. */
async function isOwnOfOther(context: RunState, id: string): Promise<boolean> {
  await context.startOfOther;
  return context.jobOfOther === id;
}

/** Polls a job, once for each of its states. */
export async function pollAsOtherWorkspace(context: RunState, { id, status }: JobInState): Promise<void> {
  if (!hasOtherKey(context) || (await isOwnOfOther(context, id))) return;
  if (!context.isFirst(`foreign poll ${status}`)) return;
  for (const via of vias)
    await context.session.call({ operation: 'getGenerationStatus', id, by: 'other', via });
}

/** @returns whether it was sent */
export async function replyAsOtherWorkspace(context: RunState, id: string, body: unknown): Promise<boolean> {
  if (!hasOtherKey(context) || (await isOwnOfOther(context, id))) return false;
  if (!context.isFirst(`foreign reply ${JSON.stringify(body)}`)) return false;
  for (const via of vias)
    await context.session.call({ operation: 'sendGenerationMessage', id, by: 'other', via, body });
  return true;
}

/** Sends a message to a job without a question, once for each of its states. */
export async function messageAsOtherWorkspace(context: RunState, { id, status }: JobInState): Promise<void> {
  const { session, messageBody } = context;
  if (!hasOtherKey(context) || (await isOwnOfOther(context, id))) return;
  if (!context.isFirst(`foreign message ${status}`)) return;
  const body = messageBodies(session.settings, `[deckhand check] with another key while ${status}`)[
    messageBody
  ];
  await session.call({ operation: 'sendGenerationMessage', id, by: 'other', body });
}

export async function accessAsOtherWorkspace(context: RunState, { id }: KnownPresentation): Promise<void> {
  if (!hasOtherKey(context)) return;
  for (const via of vias) {
    await context.session.call({ operation: 'getPresentation', id, by: 'other', via });
    if (context.session.settings.readOnly) continue;
    const body = { title: `[deckhand check] of ${id} with another key in ${via}` };
    await context.session.call({ operation: 'updatePresentation', id, by: 'other', via, body });
  }
}

/** Fetches the other workspace's presentation again, after the changes of the first key. */
export async function fetchAsOtherWorkspace(context: RunState): Promise<void> {
  const { session, otherPresentation, missingOfOther } = context;
  if (context.isListOfOtherBroken)
    for (const via of vias) await session.call({ operation: 'listTemplates', by: 'other', via });
  if (otherPresentation !== undefined)
    await session.call({ operation: 'getPresentation', id: otherPresentation, by: 'other' });
  if (missingOfOther === undefined) return;
  // A replica may have been late. The other key cannot fetch what it created, if this still fails.
  await session.sleep(session.settings.consistencyWindow);
  for (const via of vias)
    await session.call({ operation: 'getPresentation', id: missingOfOther, by: 'other', via });
}
