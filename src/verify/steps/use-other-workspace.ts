/** Makes something in the other workspace: a presentation, and a job beside those of the first key. Sections 4.3, 4.4 and 5. */
import { getField } from '../../base/json.js';
import { findTemplateIds } from '../../judge/rules/checks/template-ids.js';
import { getStartedJobId } from '../../judge/model/call.js';
import { getJson } from '../../judge/model/body.js';
import { createdIds } from '../request-bodies.js';
import { create } from './create-presentations.js';
import { follow } from './follow-job.js';
import { hasOtherKey } from './other-workspace.js';
import type { RunState } from '../run-state.js';
import { waitForAll } from '../senders.js';

/**
 * Creates a presentation in the other workspace, and follows a job of it.
 * @param hasJob whether the plan has a job for it
 * @param followed settles when all jobs of the first key have ended
 */
export async function useOtherWorkspace(
  context: RunState,
  hasJob: boolean,
  followed: Promise<unknown>,
): Promise<void> {
  const { session } = context;
  if (!hasOtherKey(context)) return;
  const list = await session.call({ operation: 'listTemplates', by: 'other' });
  context.isListOfOtherBroken = list.status >= 500;
  const listed = findTemplateIds(getJson(list.responseBody));
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
async function createAsOtherWorkspace(context: RunState, templates: () => readonly string[]): Promise<void> {
  const { session } = context;
  await context.starter.settled;
  const created = await create(context, 'bearer', '[deckhand check] of the other key', 'other', templates());
  const ids = created ? createdIds(created.call).slice(0, 3) : [];
  context.missingOfOther = ids[0];
  for (const id of ids) {
    const call = await session.call({ operation: 'getPresentation', id, by: 'other' });
    if (!call.isSuccess || getField(getJson(call.responseBody), 'id') === undefined) continue;
    context.otherPresentation = id;
    context.missingOfOther = undefined;
    await session.call({ operation: 'getPresentation', id });
    break;
  }
}

/** Ms to wait for a start of the first key. */
const MAX_WAIT = 30_000;

/** @param templates of the other workspace, likeliest first */
async function followJobOfOther(
  context: RunState,
  templates: () => readonly string[],
  followed: Promise<unknown>,
): Promise<void> {
  if (context.startsToCome > 0) await nextStart(context, followed);
  else await context.starter.settled;
  if (context.jobsLeft <= 0 || context.jobs.length === 0) return;
  context.jobsLeft--;
  const { questionPrompt, prompt } = context.session.settings;
  const body = context.starter.bodyFor(questionPrompt ?? prompt, templates()[0]);
  const starting = context.session.call({ operation: 'startGeneration', by: 'other', body });
  context.startOfOther = starting;
  const start = await starting;
  const id = start.isSuccess ? getStartedJobId(start) : undefined;
  context.jobOfOther = id;
  if (!start.isSuccess) context.jobsLeft++;
  // Ids may be unique in a workspace only. A poll of such a job looks like one of the other workspace's job.
  if (id !== undefined && !context.jobs.includes(id)) await follow(context, id, 'other');
}

/** Two starts at once: a service may keep one of them where all requests find it. */
async function nextStart({ session, starter }: RunState, followed: Promise<unknown>): Promise<void> {
  const until = session.now() + MAX_WAIT;
  const end = (): boolean => true;
  const over = Promise.race([starter.nextSent.then(end), followed.then(end, end)]);
  const pause = (): Promise<boolean> => session.sleep(session.settings.pollInterval).then(() => false);
  while (session.now() < until && !session.isOver) if (await Promise.race([over, pause()])) return;
}
