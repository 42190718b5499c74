/** Reasons for `not-reached` that several rules share. The options in brackets help to reach the rule. */

export const noStart = 'no job was started (--max-jobs, --read-only)';
export const noQuestion = 'no job asked a question (--question-prompt)';
export const noPresentation =
  'no response contained a presentation (a job must complete, or creating must return an id)';
export const noLimit = 'no request met a rate limit (--probe-rate-limit)';
export const noRename = 'no presentation was renamed and fetched afterwards';
