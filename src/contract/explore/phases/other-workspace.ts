/** Sends requests with the key of another workspace to resources of the first one. Section 5. */
import { fieldOf } from '../../../base/json.js';
import { jsonOf } from '../../model/payload.js';
import type { RunContext, FoundPresentation } from '../run-context.js';
import { waitForAll } from '../follow-jobs.js';
import { createdIds, messageBodies } from '../bodies.js';
import { templateCandidates } from '../../listed-templates.js';
import { create } from './create.js';
import { followJobOfOther } from './other-job.js';

/** A service may check the workspace of the key in one header only. */
const vias = ['bearer', 'x-api-key'] as const;

const hasOtherKey = (context: RunContext) => context.session.settings.otherApiKey !== undefined;

/** Whether the other workspace has a job with the same id, because each workspace counts its own: requests would reach that job. */
async function isOwnOfOther(context: RunContext, id: string): Promise<boolean> {
  await context.startOfOther;
  return context.jobOfOther === id;
}

export async function pollAsOtherWorkspace(context: RunContext, id: string, status: string): Promise<void> {
  if (
    !hasOtherKey(context) ||
    (await isOwnOfOther(context, id)) ||
    !context.isFirst(`foreign poll ${status}`)
  )
    return;
  for (const via of vias)
    await context.session.call({ operation: 'getGenerationStatus', id, by: 'other', via });
}

/** @returns whether it was sent */
export async function replyAsOtherWorkspace(
  context: RunContext,
  id: string,
  body: unknown,
): Promise<boolean> {
  if (!hasOtherKey(context) || (await isOwnOfOther(context, id))) return false;
  if (!context.isFirst(`foreign reply ${JSON.stringify(body)}`)) return false;
  for (const via of vias)
    await context.session.call({ operation: 'sendGenerationMessage', id, by: 'other', via, body });
  return true;
}

/** Sends a message to a job without a question, once for each of its states. */
export async function messageAsOtherWorkspace(
  context: RunContext,
  id: string,
  status: string,
): Promise<void> {
  const { session, isSmoke, messageBody } = context;
  if (isSmoke || !hasOtherKey(context) || (await isOwnOfOther(context, id))) return;
  if (!context.isFirst(`foreign message ${status}`)) return;
  const body = messageBodies(session.settings, `[deckhand check] with another key while ${status}`)[
    messageBody
  ];
  await session.call({ operation: 'sendGenerationMessage', id, by: 'other', body });
}

export async function accessAsOtherWorkspace(context: RunContext, { id }: FoundPresentation): Promise<void> {
  if (!hasOtherKey(context)) return;
  for (const via of vias) {
    await context.session.call({ operation: 'getPresentation', id, by: 'other', via });
    if (context.session.settings.readOnly) continue;
    const body = { title: `[deckhand check] of ${id} with another key in ${via}` };
    await context.session.call({ operation: 'updatePresentation', id, by: 'other', via, body });
  }
}

/**
 * Creates a presentation in the other workspace, and follows a job of it.
 * @param hasJob whether the plan has a job for it
 * @param followed settles when all jobs of the first key have ended
 */
export async function useOtherWorkspace(
  context: RunContext,
  hasJob: boolean,
  followed: Promise<void>,
): Promise<void> {
  const { session } = context;
  if (!hasOtherKey(context) || session.settings.readOnly) return;
  const list = await session.call({ operation: 'listTemplates', by: 'other' });
  context.isListOfOtherBroken = list.status >= 500;
  const listed = templateCandidates(jsonOf(list.received));
  // Both workspaces may have the template that the first key uses.
  const templates = (): readonly string[] => {
    const [known] = context.starter.templates;
    return [...listed.filter((id) => known === id), ...listed.filter((id) => known !== id)];
  };
  await waitForAll([
    ...(hasJob ? [followJobOfOther(context, templates, followed)] : []),
    createAsOtherWorkspace(context, templates),
  ]);
}

/** Creates a presentation in the other workspace to learn its workspace_id, and fetches it with the first key. */
async function createAsOtherWorkspace(
  context: RunContext,
  templates: () => readonly string[],
): Promise<void> {
  const { session } = context;
  await context.starter.settled;
  const created = await create(context, 'bearer', '[deckhand check] of the other key', 'other', templates());
  const ids = created ? createdIds(created.call).slice(0, 3) : [];
  context.missingOfOther = ids[0];
  for (const id of ids) {
    const call = await session.call({ operation: 'getPresentation', id, by: 'other' });
    if (!call.ok || fieldOf(jsonOf(call.received), 'id') === undefined) continue;
    context.otherPresentation = id;
    context.missingOfOther = undefined;
    await session.call({ operation: 'getPresentation', id });
    break;
  }
}

/** Fetches the other workspace's presentation again, after the changes of the first key. */
export async function fetchAsOtherWorkspace(context: RunContext): Promise<void> {
  const { session, otherPresentation, missingOfOther } = context;
  if (context.isListOfOtherBroken)
    for (const via of vias) await session.call({ operation: 'listTemplates', by: 'other', via });
  if (otherPresentation !== undefined)
    await session.call({ operation: 'getPresentation', id: otherPresentation, by: 'other' });
  if (missingOfOther === undefined) return;
  // A replica may have been late. The other key cannot fetch what it created, if this still fails.
  await session.sleep(session.settings.settle);
  for (const via of vias)
    await session.call({ operation: 'getPresentation', id: missingOfOther, by: 'other', via });
}
