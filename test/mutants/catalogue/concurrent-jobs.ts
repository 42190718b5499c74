/** Sections 3 and 4.6: concurrent jobs. A reply advances the job that it is sent to, and a finished job never changes. */
import { editResponse } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { reply } from '../../reference-service/job.js';
import type { Job } from '../../reference-service/store.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';

const isAsking = (job: Job): boolean => job.states[job.at]?.status === 'awaiting_input';

/** The other jobs of the workspace that ask, the oldest one first. */
const otherAskers = ({ store, workspace, job }: Call): readonly Job[] =>
  [...store.jobs.values()].filter((other) => other !== job && other.owner === workspace && isAsking(other));

/** The reply goes to the oldest job that asks, and not to the one in the path. */
const toTheOldest: ServiceHooks = {
  replaceResponse: (call) => {
    const { operation, job, workspace, store } = call;
    const [oldest] = otherAskers(call);
    if (operation !== 'sendGenerationMessage' || !job || job.owner !== workspace || !isAsking(job))
      return undefined;
    if (!oldest || oldest.ordinal > job.ordinal) return undefined;
    reply(oldest, store);
    return { status: 202, body: { accepted: true } };
  },
};

const replies = { sections: ['3', '4.6'], needs: ['question'] } as const;

export const jobsTogether: readonly Mutant[] = [
  {
    id: 'reply-advances-oldest-job',
    // The reply that follows soon hides that the job stays in its question. Only a third question rules a coincidence out.
    detectedAs: 'warn',
    title: 'A reply advances the oldest job of the workspace that asks.',
    ...replies,
    hooks: toTheOldest,
  },
  {
    id: 'reply-returns-500-but-applied',
    title: 'Every reply returns 500, and advances its job.',
    ...replies,
    hooks: editResponse('sendGenerationMessage', (original) => ({ ...original, status: 500 })),
  },
];
