/** Rules that some choices of a service leave without evidence. `*` matches any characters. */

export const WITHOUT_REPLY = [
  'operation/send-generation-message',
  'keys/send-generation-message-*',
  'job/question-*',
  'job/reply-*',
  'workspace/foreign-key-replies-to-no-job',
];

export const WITHOUT_COMPLETED_JOB = [
  'job/completed-*',
  'job/tokens-never-fall',
  'job/final-total-is-final',
  'presentation/same-fetched-as-in-its-job',
  'job/presentation-is-its-own',
];

/** Only jobs with the default prompt can start. */
export const WITHOUT_SPECIAL_JOB = [
  ...WITHOUT_REPLY,
  'keys/start-generation-accepts-x-api-key',
  'job/failed-says-why',
  'job/tokens-used-only-in-its-states',
  'job/presentation-is-its-own',
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
  'workspace/foreign-key-polls-no-job',
];

export const WITHOUT_CREATION = [
  'operation/create-presentation',
  'keys/create-presentation-*',
  'create/*',
  'templates/can-be-used',
  'workspace/key-reaches-its-own',
];

/** A finished job is seen once. */
export const POLLED_ONCE = ['job/final-total-is-final', 'rename/shows-in-its-job'];
