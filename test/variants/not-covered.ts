/** Rules that some variants leave uncovered. `*` matches any characters. */

export const WITHOUT_REPLY = [
  'operation/send-generation-message',
  'keys/send-generation-message-*',
  'job/awaiting-input-has-message',
  'job/accepts-message-while-awaiting-input',
  'job/reply-*',
  'job/no-5xx-for-applied-reply',
  'isolation/other-key-cannot-reply-to-job',
];

export const WITHOUT_COMPLETED_JOB = [
  'job/completed-*',
  'job/tokens-used-never-decreases',
  'job/final-tokens-used-is-stable',
  'presentation/matches-job-result',
  'job/unique-presentation',
];

/** Only jobs with the default prompt can start. */
export const WITHOUT_SPECIAL_JOB = [
  ...WITHOUT_REPLY,
  'keys/start-generation-accepts-x-api-key',
  'job/failed-has-error',
  'job/tokens-used-only-while-generating-or-completed',
  'job/unique-presentation',
];

export const WITHOUT_JOB = [
  ...WITHOUT_SPECIAL_JOB,
  ...WITHOUT_COMPLETED_JOB,
  'job/*',
  'start/*',
  'operation/start-generation',
  'operation/get-generation-status',
  'keys/start-generation-*',
  'keys/get-generation-status-*',
  'isolation/other-key-cannot-poll-job',
];

export const WITHOUT_CREATION = [
  'operation/create-presentation',
  'keys/create-presentation-*',
  'create/*',
  'templates/no-5xx-for-listed-id',
  'isolation/same-workspace-has-access',
];

/** A finished job is polled only once. */
export const POLLED_ONCE = ['job/final-tokens-used-is-stable', 'rename/job-shows-known-title'];
