/** Reads the job and the presentation that the user names, in a run that changes nothing. Sections 4.2 and 4.5. */
import type { Requester } from '../requester.js';
import { pollAsOtherWorkspace } from './other-workspace.js';
import { fetchTitle, poll } from './poll.js';
import type { RunResults } from './run-results.js';
import type { SharedProgress } from './shared-progress.js';

export async function readGiven(
  requester: Requester,
  shared: SharedProgress,
): Promise<Pick<RunResults, 'jobs' | 'finished' | 'presentations'>> {
  const { generationId, presentationId } = requester.settings;
  const status = generationId === undefined ? undefined : (await poll(requester, generationId)).status;
  if (generationId !== undefined && status !== undefined)
    await pollAsOtherWorkspace(requester, shared, { id: generationId, status });
  const title = presentationId === undefined ? undefined : await fetchTitle(requester, presentationId);
  return {
    jobs: generationId === undefined ? [] : [generationId],
    finished:
      generationId !== undefined && (status === 'completed' || status === 'failed')
        ? [{ id: generationId, status }]
        : [],
    presentations: presentationId !== undefined && title !== undefined ? [{ id: presentationId, title }] : [],
  };
}
