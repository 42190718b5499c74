/** Shared reasons for the outcome not-covered. They hold for any journal. */
import type { JobStatus } from '../../generated/lifecycle.js';

export const NO_START = 'no job start in the traffic';

export const NO_SECOND_START = 'no second job start in the traffic';

export const NO_ACCEPTED_START = 'no successful job start';

export const NO_TEMPLATE_START = 'no successful start with template_id';

export const NO_QUESTION = 'no job with status awaiting_input';

export const NO_ACCEPTED_REPLY = 'no accepted reply in the traffic';

export const NO_POLL_AFTER_REPLY = 'no poll after an accepted reply';

export const NO_OTHER_QUESTION = 'no reply while two jobs awaited input';

export const NO_FAILURE = 'no failed job in the traffic';

export const NO_PRESENTATION =
  'no presentation in the traffic (a job must complete, or POST /presentations must return an id)';

export const NO_OTHER_WORKSPACE_KEY = 'no request with a key of another workspace';

export const NO_DISABLED_KEY = 'no request with a key without API access';

export const NO_RATE_LIMIT = 'no rate limit response';

export const NO_RENAME = 'no GET after a rename';

/** The reasons if no poll returned a status. */
export const NO_JOB_WITH_STATUS: Readonly<Record<JobStatus, string>> = {
  generating: 'no poll of a generating job in the traffic',
  awaiting_input: NO_QUESTION,
  completed: 'no completed job in the traffic',
  failed: NO_FAILURE,
};
