/**
 * The requests of the other key: lists the templates, creates a presentation, and follows a job beside those of the first key. A run that
 * creates little only lists. Sections 4.1, 4.3, 4.4 and 5.
 */
import { getField } from '../../base/json.js';
import { getJson } from '../../judge/model/body.js';
import { getStartedJobId } from '../../judge/model/call.js';
import { findTemplateIds } from '../../judge/rules/checks/template-ids.js';
import type { RunPlan } from '../run-plan.js';
import { startBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import { createdIds } from '../response-kinds.js';
import { waitForAll } from '../wait-for-all.js';
import { createPresentation } from './create-presentations.js';
import { JobLoop } from './job-loop.js';
import type { OtherWorkspaceResults } from './run-results.js';
import type { StartResult } from './start-job.js';
import type { SharedProgress } from './shared-progress.js';

export async function useOtherWorkspace(
  requester: Requester,
  plan: RunPlan,
  shared: SharedProgress,
): Promise<OtherWorkspaceResults> {
  const list = await requester.call({ operation: 'listTemplates', by: 'other' });
  if (requester.settings.smoke || requester.settings.readOnly) return { hasBrokenList: false };
  const listed = findTemplateIds(getJson(list.responseBody));
  const [created] = await waitForAll([
    createAsOther(requester, listed, shared),
    plan.hasOtherJob ? followJobOfOther(requester, plan, listed, shared) : Promise.resolve(),
  ]);
  return { ...created, hasBrokenList: list.status >= 500 };
}

/** The template of the first key, if the other workspace has it, too. */
async function templateOf(listed: readonly string[], shared: SharedProgress): Promise<string | undefined> {
  const { templateId } = await shared.firstStart;
  return templateId !== undefined && listed.includes(templateId) ? templateId : listed[0];
}

/** Creates a presentation in the other workspace to learn its workspace_id, and fetches it with the first key. */
async function createAsOther(
  requester: Requester,
  listed: readonly string[],
  shared: SharedProgress,
): Promise<Omit<OtherWorkspaceResults, 'hasBrokenList'>> {
  const created = await createPresentation(requester, {
    via: 'bearer',
    title: '[deckhand check] of the other key',
    templateId: await templateOf(listed, shared),
    by: 'other',
  });
  const ids = created ? createdIds(created) : [];
  for (const id of ids) {
    const call = await requester.call({ operation: 'getPresentation', id, by: 'other' });
    if (!call.isSuccess || getField(getJson(call.responseBody), 'id') === undefined) continue;
    await requester.call({ operation: 'getPresentation', id });
    return { presentation: id };
  }
  const [missing] = ids;
  return missing === undefined ? {} : { missingPresentation: missing };
}

/** Follows a job whose start overlaps with one of the first key: a service may keep one of them where all requests find it. */
async function followJobOfOther(
  requester: Requester,
  plan: RunPlan,
  listed: readonly string[],
  shared: SharedProgress,
): Promise<void> {
  const { isStarted } = await shared.firstStart;
  await shared.nextStartSent;
  if (!isStarted || !requester.reserveStart()) return;
  const { questionPrompt, prompt } = requester.settings;
  const text = questionPrompt ?? prompt;
  const body = startBody(requester.settings, text, await templateOf(listed, shared));
  const loop = new JobLoop({
    requester,
    plan,
    shared,
    by: 'other',
    jobs: [{ prompt: text, via: 'bearer', asks: true, isLate: false, isLast: false }],
    steps: [],
    start: async (): Promise<StartResult> => {
      const starting = requester.call({ operation: 'startGeneration', by: 'other', body });
      shared.setOtherStart(starting.then((call) => (call.isSuccess ? getStartedJobId(call) : undefined)));
      const call = await starting;
      const id = call.isSuccess ? getStartedJobId(call) : undefined;
      if (!call.isSuccess) requester.releaseStart();
      // Ids may be unique in a workspace only. A poll of such a job looks like one of the other workspace's job.
      return id === undefined || shared.hasJob(id)
        ? { kind: 'rejected', isTemporary: false }
        : { kind: 'started', id, body };
    },
  });
  await loop.run();
}
