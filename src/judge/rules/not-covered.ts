/** Shared reasons for the outcome not-covered. They hold for any journal. */

import type { JobStatus } from '../../generated/lifecycle.js';

export const NO_START = 'no job start in the traffic';
export const NO_SECOND_START = 'no second job start in the traffic';
export const NO_ACCEPTED_START = 'no successful job start';
export const NO_TEMPLATE_START = 'no successful start with template_id';
export const NO_QUESTION = 'no job with status awaiting_input';
export const NO_ACCEPTED_REPLY = 'the service accepted no reply';
export const NO_POLL_AFTER_REPLY = 'no poll after an accepted reply';
export const NO_OTHER_QUESTION = 'no reply while two jobs awaited input';
export const NO_FAILURE = 'not seen: a job failed';
export const NO_PRESENTATION =
  'not seen: a response contained a presentation (a job must complete, or creating must return an id)';
export const NO_OTHER_WORKSPACE_KEY = 'no request with a key of another workspace';
export const NO_DISABLED_KEY = 'no request with a key without API access';
export const NO_RATE_LIMIT = 'no rate limit response';
export const NO_RENAME = 'no GET after a rename';

/** When no job was in a state. */
export const NO_JOB_WITH_STATUS: Readonly<Record<JobStatus, string>> = {
  generating: 'not seen: a poll showed a generating job',
  awaiting_input: NO_QUESTION,
  completed: 'not seen: a job completed',
  failed: NO_FAILURE,
};
