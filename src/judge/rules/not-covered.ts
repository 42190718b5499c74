/** Shared reasons for the outcome not-covered. They hold for any journal. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { VerdictReason } from '../rule.js';

export const NO_START: VerdictReason = { text: 'no job start in the traffic', missing: 'start' };

export const NO_SECOND_START: VerdictReason = {
  text: 'no second job start in the traffic',
  missing: 'second-start',
};

export const NO_ACCEPTED_START: VerdictReason = {
  text: 'no successful job start',
  missing: 'accepted-start',
};

export const NO_TEMPLATE_START: VerdictReason = {
  text: 'no successful start with template_id',
  missing: 'template-start',
};

export const NO_QUESTION: VerdictReason = { text: 'no job with status awaiting_input', missing: 'question' };

export const NO_ACCEPTED_REPLY: VerdictReason = {
  text: 'no accepted reply in the traffic',
  missing: 'accepted-reply',
};

export const NO_POLL_AFTER_REPLY: VerdictReason = {
  text: 'no poll after an accepted reply',
  missing: 'poll-after-reply',
};

export const NO_OTHER_QUESTION: VerdictReason = {
  text: 'no reply while two jobs awaited input',
  missing: 'other-question',
};

export const NO_FAILURE: VerdictReason = { text: 'no failed job in the traffic', missing: 'failure' };

export const NO_PRESENTATION =
  'no presentation in the traffic (a job must complete, or POST /presentations must return an id)';

export const NO_OTHER_WORKSPACE_KEY: VerdictReason = {
  text: 'no request with a key of another workspace',
  missing: 'other-workspace-key',
};

export const NO_DISABLED_KEY: VerdictReason = {
  text: 'no request with a key without API access',
  missing: 'key-without-access',
};

export const NO_RATE_LIMIT: VerdictReason = { text: 'no rate limit response', missing: 'rate-limit' };

export const NO_RENAME = 'no GET after a rename';

/** The reasons if no poll returned a status. */
export const NO_JOB_WITH_STATUS: Readonly<Record<JobStatus, string | VerdictReason>> = {
  generating: 'no poll of a generating job in the traffic',
  awaiting_input: NO_QUESTION,
  completed: 'no completed job in the traffic',
  failed: NO_FAILURE,
};
