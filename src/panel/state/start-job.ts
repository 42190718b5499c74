/** Starts a job without an app, and opens it. */
import { workspaceClient } from '../api/client.js';
import { NO_FILTER } from './filter.js';
import { navigate } from './route.js';
import { showToast } from './toasts.js';

/** The last prompt, so that another job needs one click. */
export let lastPrompt = 'A pitch for electric harbour taxis';

export async function startJob(prompt = lastPrompt, scenario = ''): Promise<void> {
  const job = await workspaceClient().startJob({
    prompt,
    ...(scenario && { scenario }),
  });
  lastPrompt = prompt;
  showToast(`The job started. It plays ${job.scenario}.`);
  navigate({ view: 'jobs', item: job.generation_id, filter: NO_FILTER });
}
