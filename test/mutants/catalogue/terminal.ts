/** Sections 3 and 7: completed and failed are terminal; a job seen in a terminal state stays in it. */
import { editView, shownBefore, timesShown } from '../edits.js';
import type { Mutant, Need } from '../mutant.js';
import { resultOf } from '../plain-service/job.js';
import type { Call, Variation } from '../plain-service/variation.js';
import type { Job, JsonObject } from '../plain-service/records.js';

type End = 'completed' | 'failed';

/** Each state of a job that falls back into it. */
const after: Record<
  'generating' | 'awaiting_input' | End,
  (view: JsonObject, call: Call, job: Job) => JsonObject
> = {
  generating: (_view, _call, { id }) => ({ generation_id: id, status: 'generating' }),
  awaiting_input: (_view, _call, { id }) => ({
    generation_id: id,
    status: 'awaiting_input',
    message: 'Shall I go on?',
  }),
  failed: (_view, _call, { id }) => ({
    generation_id: id,
    status: 'failed',
    error: 'It went wrong after all.',
  }),
  completed: (_view, { world }, job) => ({
    generation_id: job.id,
    status: 'completed',
    presentation: resultOf(job, [], world),
  }),
};

/** Once `when` holds, a job that a poll has shown as terminal is in another state. */
function fallBack(end: End, into: keyof typeof after, when: (job: Job, call: Call) => boolean): Variation {
  return editView(end, after[into], (job, call) => shownBefore(job, end) && when(job, call));
}

const needs: Record<End, readonly Need[]> = { completed: [], failed: ['failure'] };

const sections = ['3', '7'];

const later = (['completed', 'failed'] as const).flatMap((end): Mutant[] => {
  const own = end === 'failed' ? sections : ['3'];
  return [
    {
      id: `${end}-restarts-much-later`,
      title: `A ${end} job is generating again once ten more requests were answered.`,
      sections: own,
      needs: needs[end],
      apply: fallBack(
        end,
        'generating',
        ({ endedAt }, { world }) => world.requests > (endedAt ?? Infinity) + 10,
      ),
    },
    {
      id: `${end}-restarts-at-the-third-look`,
      title: `A ${end} job is generating again when it is polled for the third time since.`,
      sections: own,
      needs: needs[end],
      apply: fallBack(end, 'generating', (job) => timesShown(job, end) > 2),
    },
    {
      id: `${end}-reopened-by-message`,
      title: `A ${end} job takes a message and is generating again.`,
      sections: own,
      needs: needs[end],
      apply: {
        ...fallBack(end, 'generating', ({ lateMessages }) => lateMessages > 0),
        choices: { uncalledMessages: { generating: 'taken', finished: 'taken' } },
      },
    },
  ];
});

export const terminal: readonly Mutant[] = [
  ...later,
  {
    id: 'completed-restarts-after-rename',
    title: 'A completed job is generating again once its presentation was renamed.',
    sections: ['3'],
    apply: fallBack('completed', 'generating', ({ result }) => result?.presentation.lastRename !== undefined),
  },
  {
    id: 'completed-flickers',
    title: 'A completed job is generating at the second poll since, and completed again afterwards.',
    sections: ['3'],
    apply: fallBack('completed', 'generating', (job) => timesShown(job, 'completed') === 2),
  },
  {
    id: 'completed-that-asked-asks-again',
    title: 'A completed job that had asked asks again when it is polled again.',
    sections: ['3'],
    needs: ['question'],
    apply: fallBack('completed', 'awaiting_input', ({ replies }) => replies > 0),
  },
  {
    id: 'completed-restarts-seconds-later',
    title: 'A completed job is generating again two seconds after its presentation was last changed.',
    sections: ['3'],
    apply: fallBack('completed', 'generating', ({ result }, { world }) => {
      const at = Date.parse(String(result?.presentation.resource['updated_at']));
      return result?.presentation.lastRename !== undefined && world.now() - at > 2000;
    }),
  },
];
