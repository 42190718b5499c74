/** Starts the planned jobs of the key under test, and follows them to their ends. Sections 3 and 4.4 to 4.6. */
import type { RunPlan } from '../run-plan.js';
import type { Requester } from '../requester.js';
import { startWithoutValidKey } from './invalid-keys.js';
import { JobLoop } from './job-loop.js';
import { jobSteps } from './job-steps.js';
import type { RunResults } from './run-results.js';
import { JobStarter } from './start-job.js';
import type { SharedProgress } from './shared-progress.js';

export type JobResults = Pick<
  RunResults,
  'jobs' | 'finished' | 'unfinished' | 'presentations' | 'unfetched' | 'acceptedTemplateId'
>;

export async function followJobs(
  requester: Requester,
  plan: RunPlan,
  { templateIds }: Pick<RunResults, 'templateIds'>,
  shared: SharedProgress,
): Promise<JobResults> {
  const starter = new JobStarter(requester, templateIds, shared.startSent);
  const loop = new JobLoop({
    requester,
    plan,
    shared,
    by: 'key',
    jobs: plan.jobs,
    steps: jobSteps,
    start: async ({ prompt, via }) => {
      if (!requester.reserveStart()) return { kind: 'rejected', isTemporary: false };
      const result = await starter.start(prompt, via);
      const { acceptedTemplateId } = starter;
      if (result.kind === 'rejected') requester.releaseStart();
      else {
        shared.reachFirstStart({ templateId: acceptedTemplateId, isStarted: true });
        if (result.id !== undefined) shared.addJob(result.id);
      }
      return result;
    },
    onStopped: (jobs) => (shared.followedJobs = jobs),
    afterFirstStart: (body) => startWithoutValidKey(requester, plan, body),
  });
  const results = await loop.run().finally(() => shared.close());
  const { acceptedTemplateId } = starter;
  return { ...results, ...(acceptedTemplateId !== undefined && { acceptedTemplateId }) };
}
