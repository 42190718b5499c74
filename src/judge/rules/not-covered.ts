/** Reasons for `not-reached` that several rows share, or that a run can remove. They do not know what made the journal. */

import type { JobStatus } from '../../generated/lifecycle.js';

export const NO_START = 'not seen: a job was started';
export const NO_SECOND_START = 'not seen: a second job was started';
export const NO_ACCEPTED_START = 'the service accepted no start';
export const NO_TEMPLATE_START = 'not seen: a start with a template succeeded';
export const NO_QUESTION = 'not seen: a job asked a question';
export const NO_ACCEPTED_REPLY = 'the service accepted no reply';
export const NO_POLL_AFTER_REPLY = 'not seen: an accepted reply was followed by a poll';
export const NO_OTHER_QUESTION = 'not seen: a reply was accepted while another job asked a question';
export const NO_FAILURE = 'not seen: a job failed';
export const NO_PRESENTATION =
  'not seen: a response contained a presentation (a job must complete, or creating must return an id)';
export const NO_OTHER_WORKSPACE_KEY = 'not seen: a request had a key of a second workspace';
export const NO_DISABLED_KEY = 'not seen: a request came with the key of a workspace without API access';
export const NO_RATE_LIMIT = 'not seen: a request met a rate limit';
export const NO_RENAME = 'not seen: a presentation was renamed and fetched afterwards';

/** When no job was in a state. */
export const NO_JOB_WITH_STATUS: Readonly<Record<JobStatus, string>> = {
  generating: 'not seen: a poll showed a generating job',
  awaiting_input: NO_QUESTION,
  completed: 'not seen: a job completed',
  failed: NO_FAILURE,
};
