/** Mutates the state machine of the document: fields of other statuses, terminal statuses that change, totals that decrease. */
import { editBody, editView, shownBefore, type CallFilter } from '../../mutants/response-edits.js';
import type { Job, JsonObject } from '../../reference-service/store.js';
import type { ScriptedState } from '../../reference-service/job-scripts.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import { lifecycle } from './requirements.js';
import type { MutationOperator } from './activations.js';

type Status = ScriptedState['status'];

const sections = ['2.2', '3', '4.5'];
const states = Object.entries(lifecycle.states).map(([name, state]) => ({
  name: name as Status,
  id: name.replace('_', '-'),
  fields: [...state.required, ...state.optional],
  ...state,
}));

/** A value for a field where it does not belong. */
const strange: Readonly<Record<string, (job: Job) => unknown>> = {
  progress: () => ({ slides_total: 5, slides_completed: 2, current_step: 'Writing' }),
  tokens_used: () => 640,
  message: () => 'What next?',
  error: () => 'It went wrong.',
  presentation: (job) => job.result?.snapshot ?? { id: 'draft', title: 'Draft' },
};

const strangeFields = states.flatMap(({ name, id, fields }) =>
  [...new Set(states.flatMap((state) => state.fields))]
    .filter((field) => !fields.includes(field))
    .map((field): MutationOperator => ({
      id: `${id}-has-${field.replace('_', '-')}`,
      title: `The view of a ${name} job has ${field}`,
      sections,
      createHooks: (when) => edit(name, when, (view, job) => ({ ...view, [field]: strange[field]?.(job) })),
    })),
);

/** A poll after one that showed the end shows another state. */
const leftEnds = states
  .filter(({ terminal }) => terminal)
  .flatMap((end) =>
    states
      .filter(({ name }) => name !== end.name)
      .map((next): MutationOperator => ({
        id: `${end.id}-becomes-${next.id}`,
        title: `A job that was ${end.name} is ${next.name}`,
        sections: [...sections, '7'],
        createHooks: (when) =>
          edit(
            end.name,
            when,
            (view, job) => ({
              generation_id: view['generation_id'],
              status: next.name,
              ...Object.fromEntries(next.required.map((field) => [field, strange[field]?.(job)])),
            }),
            (job) => shownBefore(job, end.name),
          ),
      })),
  );

const fallingTotals = lifecycle.grows.flatMap((field) =>
  states
    .filter(({ fields }) => fields.includes(field))
    .map(({ name, id }): MutationOperator => ({
      id: `${id}-${field.replace('_', '-')}-falls`,
      title: `The ${field} of a ${name} job falls`,
      sections,
      createHooks: (when) =>
        edit(
          name,
          when,
          (view) => ({ ...view, [field]: 1 }),
          (job) => job.shown.slice(0, -1).some((view) => field in view),
        ),
    })),
);

/** The fields that a view always has name this job. */
const otherJob = lifecycle.always.includes('generation_id')
  ? [
      ...states.map(({ name, id }): MutationOperator => ({
        id: `${id}-names-another-job`,
        title: `The view of a ${name} job has the generation_id of another job`,
        sections,
        createHooks: (when) => edit(name, when, (view, job) => ({ ...view, generation_id: `${job.id}0` })),
      })),
      {
        id: 'start-names-an-earlier-job',
        title: 'A start answers the generation_id of the first job',
        sections: ['2.2', '3', '4.4'],
        createHooks: (when: CallFilter): ServiceHooks =>
          editBody(
            'startGeneration',
            (body, { world }) => ({ ...body, generation_id: [...world.jobs.values()][0]?.id }),
            (call) => (call.job?.ordinal ?? 0) > 1 && when(call),
          ),
      },
    ]
  : [];

export const lifecycleMutations: readonly MutationOperator[] = [
  ...strangeFields,
  ...leftEnds,
  ...fallingTotals,
  ...otherJob,
];

function edit(
  status: Status,
  when: CallFilter,
  change: (view: JsonObject, job: Job) => unknown,
  applies: (job: Job) => boolean = () => true,
): ServiceHooks {
  return editView(
    status,
    (view, _call, job) => change(view, job),
    (job, call) => applies(job) && when(call),
  );
}
