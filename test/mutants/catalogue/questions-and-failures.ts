/** Sections 2.2, 4.5, 7: the text of a question, and the reason of a failure. */
import { editResponse, timesShown } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { refuse } from '../../reference-service/operations.js';
import type { Job } from '../../reference-service/store.js';
import type { ServiceResponse, Call, ServiceHooks } from '../../reference-service/hooks.js';

const failures: readonly Mutant[] = [
  {
    id: 'first-poll-of-a-failure-gets-502',
    title: 'The first poll after the failure of a job gets 502, and the next one shows the failure.',
    hooks: editResponse(
      'getGenerationStatus',
      () => refuse(502, 'The outline component failed.'),
      ({ job }) => job !== undefined && isFirstFailure(job),
    ),
  },
  {
    id: 'failed-poll-returns-500',
    title:
      'Polling a failed job returns 500 with the view as its body, instead of reporting it in the status response.',
    hooks: editResponse(
      'getGenerationStatus',
      (original) => ({ ...original, status: 500 }),
      ({ job }) => job !== undefined && timesShown(job, 'failed') > 0,
    ),
  },
].map((mutant): Mutant => ({ ...mutant, sections: ['2.2', '3', '4.5', '7'], needs: ['failure'] }));

/** Whether this poll is the first one that shows the failure. */
function isFirstFailure(job: Job): boolean {
  return job.shown.at(-1)?.['status'] === 'failed' && timesShown(job, 'failed') === 1;
}

const isAsking = ({ job }: Call): boolean => job?.states[job.at]?.status === 'awaiting_input';

/** Replies to an open question get this response, and change nothing. */
function replying(response: ServiceResponse, when: (call: Call) => boolean = () => true): ServiceHooks {
  return {
    replaceResponse: (call) =>
      call.operation === 'sendGenerationMessage' && isAsking(call) && when(call) ? response : undefined,
  };
}

const replies: readonly Mutant[] = [
  {
    id: 'reply-changes-nothing',
    title: 'A reply to an open question is accepted, and the job asks the same question forever.',
    sections: ['3', '4.5', '4.6'],
    needs: ['question'],
    hooks: replying({ status: 202, body: { accepted: true } }),
  },
];

export const questionsAndFailures: readonly Mutant[] = [...replies, ...failures];
