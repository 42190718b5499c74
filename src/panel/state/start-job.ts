/** Starts a job from the panel, and opens it. */
import { workspaceClient } from '../api/client.js';
import { NO_FILTER } from './filter.js';
import { navigate } from './route.js';
import { showToast } from './toasts.js';

/** The last prompt, so that starting another job takes one click. */
export let lastPrompt = 'A pitch for electric harbour taxis';

export async function startJob(prompt = lastPrompt, scenario = ''): Promise<void> {
  const job = await workspaceClient().startJob({
    prompt,
    ...(scenario && { scenario }),
  });
  lastPrompt = prompt;
  showToast(`The job was started with the scenario ${job.scenario}.`);
  navigate({ view: 'jobs', item: job.generation_id, filter: NO_FILTER });
}
