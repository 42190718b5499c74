/** Starts the planned jobs of the key under test, and follows them to their ends. Sections 3 and 4.4 to 4.6. */
import type { RunPlan } from '../run-plan.js';
import type { Requester } from '../requester.js';
import { startWithoutValidKey } from './invalid-keys.js';
import { JobLoop } from './job-loop.js';
import { jobSteps } from './job-steps.js';
import type { RunResults } from './run-results.js';
import { JobStarter } from './start-job.js';
import type { Tracks } from './tracks.js';

export type JobResults = Pick<
  RunResults,
  'jobs' | 'finished' | 'unfinished' | 'presentations' | 'unfetched' | 'acceptedTemplateId'
>;

export async function followJobs(
  requester: Requester,
  plan: RunPlan,
  { templateIds }: Pick<RunResults, 'templateIds'>,
  tracks: Tracks,
): Promise<JobResults> {
  const starter = new JobStarter(requester, templateIds, tracks.startSent);
  const loop = new JobLoop({
    requester,
    plan,
    tracks,
    by: 'key',
    jobs: plan.jobs,
    steps: jobSteps,
    start: async ({ prompt, via }) => {
      if (!requester.reserveStart()) return { kind: 'rejected', isTemporary: false };
      const result = await starter.start(prompt, via);
      const { acceptedTemplateId } = starter;
      if (result.kind === 'rejected') requester.releaseStart();
      else {
        tracks.reachFirstStart({ templateId: acceptedTemplateId, isStarted: true });
        if (result.id !== undefined) tracks.addJob(result.id);
      }
      return result;
    },
    onStopped: (jobs) => (tracks.followedJobs = jobs),
    afterFirstStart: (body) => startWithoutValidKey(requester, plan, body),
  });
  const results = await loop.run().finally(() => tracks.close());
  const { acceptedTemplateId } = starter;
  return { ...results, ...(acceptedTemplateId !== undefined && { acceptedTemplateId }) };
}
