/** Reasons for `not-reached` that several rows share, or that a run can remove. They do not know what made the journal. */

import type { JobStatus } from '../../generated/lifecycle.js';

export const noStart = 'not seen: a job was started';
export const noSecondStart = 'not seen: a second job was started';
export const noAcceptedStart = 'the service accepted no start';
export const noTemplateStart = 'not seen: a start with a template succeeded';
export const noQuestion = 'not seen: a job asked a question';
export const noAcceptedReply = 'the service accepted no reply';
export const noPollAfterReply = 'not seen: an accepted reply was followed by a poll';
export const noOtherQuestion = 'not seen: a reply was accepted while another job asked a question';
export const noFailure = 'not seen: a job failed';
export const noPresentation =
  'not seen: a response contained a presentation (a job must complete, or creating must return an id)';
export const noOther = 'not seen: a request had a key of a second workspace';
export const noDisabledKey = 'not seen: a request came with the key of a workspace without API access';
export const noLimit = 'not seen: a request met a rate limit';
export const noRename = 'not seen: a presentation was renamed and fetched afterwards';

/** When no job was in a state. */
export const stateUnseen: Readonly<Record<JobStatus, string>> = {
  generating: 'not seen: a poll showed a generating job',
  awaiting_input: noQuestion,
  completed: 'not seen: a job completed',
  failed: noFailure,
};
