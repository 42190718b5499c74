/** Negates the effects of operations: an effect that is missing, undone, on something else, or there after a refusal. */
import {
  afterRename,
  editResponse,
  editBody,
  editJobPresentation,
  editGetPresentation,
  isFromOtherWorkspace,
  type CallFilter,
} from '../../mutants/response-edits.js';
import { objectOf } from '../../reference-service/operations.js';
import { reply } from '../../reference-service/job.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import type { MutationOperator } from './activations.js';

const rename = ['1', '2.1', '4.7'];

const missing: readonly MutationOperator[] = [
  {
    id: 'patch-without-effect',
    title: 'A rename is answered and changes nothing',
    sections: rename,
    createHooks: (when) =>
      afterRename((resource, call) => ({ ...resource, title: call.presentation?.formerTitles.at(-1) }), when),
  },
  {
    id: 'start-without-effect',
    title: 'A start is answered and makes no job',
    sections: ['1', '4.4', '4.5'],
    createHooks: (when) =>
      editResponse(
        'startGeneration',
        (response, call) => {
          if (call.job) call.world.jobs.delete(call.world.keyOf(call.job.id, call.workspace));
          return response;
        },
        when,
      ),
  },
  {
    id: 'create-without-effect',
    title: 'Creating is answered and makes no presentation',
    sections: ['1', '4.2', '4.3'],
    createHooks: (when) =>
      editResponse(
        'createPresentation',
        (response, call) => {
          if (call.presentation)
            call.world.presentations.delete(
              call.world.keyOf(String(call.presentation.resource['id']), call.workspace),
            );
          return response;
        },
        when,
      ),
  },
  {
    id: 'reply-without-effect',
    title: 'A reply is accepted and the question stays',
    sections: ['3', '4.5', '4.6'],
    createHooks: (when) => ({
      replaceResponse: (call) =>
        call.operation === 'sendGenerationMessage' &&
        isAsking(call) &&
        !isFromOtherWorkspace(call) &&
        when(call)
          ? { status: 202, body: { accepted: true } }
          : undefined,
    }),
  },
  {
    id: 'completion-without-effect',
    title: 'The presentation of a completed job cannot be fetched',
    sections: ['2.1', '2.2', '4.2'],
    createHooks: (when) => ({
      authorize: (isAuthorized, call) =>
        isAuthorized &&
        !(call.operation === 'getPresentation' && call.presentation?.origin === 'generation' && when(call)),
    }),
  },
];

const undone: readonly MutationOperator[] = [
  {
    id: 'patch-undone',
    title: 'A fetch shows the title from before the rename',
    sections: rename,
    createHooks: (when) =>
      editGetPresentation(
        (resource, { presentation }) => ({ ...resource, title: presentation?.formerTitles.at(-1) }),
        (call) => call.presentation?.lastRename !== undefined && when(call),
      ),
  },
  {
    id: 'create-undone',
    title: 'A presentation made from a template is gone after it was fetched',
    sections: ['1', '4.2', '4.3'],
    createHooks: (when) => ({
      authorize: (isAuthorized, call) =>
        isAuthorized &&
        !(
          call.operation === 'getPresentation' &&
          call.presentation?.origin === 'template' &&
          call.presentation.fetches > 0 &&
          when(call)
        ),
    }),
  },
];

const elsewhere: readonly MutationOperator[] = [
  {
    id: 'patch-renames-the-others',
    title: 'A rename also renames the other presentations of the workspace',
    sections: rename,
    createHooks: (when) =>
      editResponse(
        'updatePresentation',
        (response, call) => {
          for (const other of call.world.presentations.values())
            if (other.owner === call.workspace)
              other.resource = { ...other.resource, title: objectOf(call.input)['title'] };
          return response;
        },
        (call) => isRename(call) && when(call),
      ),
  },
  {
    id: 'reply-moves-another-job',
    title: 'A reply moves every other job that asks, and not this one',
    sections: ['3', '4.5', '4.6'],
    createHooks: (when) => ({
      replaceResponse: (call) => {
        if (
          call.operation !== 'sendGenerationMessage' ||
          !isAsking(call) ||
          isFromOtherWorkspace(call) ||
          !when(call)
        )
          return undefined;
        for (const job of call.world.jobs.values()) if (job !== call.job) reply(job, call.world);
        return { status: 202, body: { accepted: true } };
      },
    }),
  },
];

/** The call is refused and carried out. */
const despite: readonly MutationOperator[] = (
  [
    ['no-key', 'without a key', ({ key }: Call) => key === undefined],
    [
      'wrong-key',
      'with a wrong key',
      ({ key, world }: Call) => key !== undefined && !world.workspaces.some((one) => one.key === key),
    ],
    [
      'foreign',
      'with the key of another workspace',
      (call: Call) => isFromOtherWorkspace(call) && call.workspace !== undefined,
    ],
  ] as const
).flatMap(([id, how, isMeant]): MutationOperator[] => [
  {
    id: `patch-despite-${id}`,
    title: `A rename ${how} is refused and carried out`,
    sections: ['1', '5', '4.7'],
    createHooks: (when) =>
      carriedOut('updatePresentation', isMeant, when, ({ presentation, input }) => {
        const { title } = objectOf(input);
        if (presentation && typeof title === 'string')
          presentation.resource = { ...presentation.resource, title };
      }),
  },
  {
    id: `reply-despite-${id}`,
    title: `A reply ${how} is refused and carried out`,
    sections: ['3', '5', '4.6'],
    createHooks: (when) =>
      carriedOut('sendGenerationMessage', isMeant, when, ({ job, world }) => {
        if (job) reply(job, world);
      }),
  },
]);

/** Valid values that differ from the stored ones. */
const others: Readonly<Record<string, (value: unknown) => unknown>> = {
  id: (value) => `${String(value)}-2`,
  title: () => 'Something else',
  workspace_id: () => 'workspace-elsewhere',
  sections: (value) => (value as JsonObject[]).map((section) => ({ ...section, heading: 'Rewritten' })),
  is_public: (value) => value !== true,
  url: () => 'https://slides.example/view/elsewhere',
  created_at: () => '2019-05-17T08:00:00.000Z',
  updated_at: () => '2019-05-17T08:00:00.000Z',
};

const sectionsChanged: readonly (readonly [
  id: string,
  what: string,
  change: (sections: JsonObject[]) => unknown,
])[] = [
  ['sections-shorter', 'one slide less', (all) => all.slice(1)],
  ['sections-in-other-order', 'its slides in another order', (all) => all.toReversed()],
];

const changed: readonly MutationOperator[] = [
  ...Object.entries(others).map(
    ([field, make]) =>
      [
        `${field.replace('_', '-')}-changed`,
        `another ${field}`,
        (resource: JsonObject) => ({ ...resource, [field]: make(resource[field]) }),
      ] as const,
  ),
  ...sectionsChanged.map(
    ([id, what, change]) =>
      [
        id,
        what,
        (resource: JsonObject) => ({ ...resource, sections: change(resource['sections'] as JsonObject[]) }),
      ] as const,
  ),
].flatMap(([id, what, edit]): MutationOperator[] => [
  {
    id: `fetch-${id}`,
    title: `A fetched presentation has ${what}`,
    sections: ['1', '2.1', '4.2', '5'],
    createHooks: (when) => editGetPresentation(edit, when),
  },
  {
    id: `completed-${id}`,
    title: `The presentation in a completed view has ${what}`,
    sections: ['1', '2.1', '2.2', '3', '4.5', '5'],
    createHooks: (when) => editJobPresentation(edit, (_job, call) => when(call)),
  },
  {
    id: `patch-and-${id}`,
    title: `After a rename, the presentation has ${what}`,
    sections: [...rename, '5'],
    createHooks: (when) =>
      afterRename(
        (resource) => edit({ ...resource }),
        (call) => isRename(call) && when(call),
      ),
  },
]);

/** A job whose view changes because of another job (section 2.2: a view describes its job). */
const crossTalk: MutationOperator = {
  id: 'start-changes-earlier-questions',
  title: 'After the start of another job, the view of a completed job has the generation_id of that job',
  sections: ['2.2', '4.5'],
  createHooks: (when) =>
    editBody(
      'getGenerationStatus',
      (view, { world }) => ({ ...view, generation_id: [...world.jobs.values()].at(-1)?.id }),
      (call) =>
        call.job !== [...call.world.jobs.values()].at(-1) && call.job?.endedAt !== undefined && when(call),
    ),
};

export const effectMutations: readonly MutationOperator[] = [
  ...missing,
  ...undone,
  ...elsewhere,
  ...despite,
  ...changed,
  crossTalk,
];

function isRename({ input }: Call): boolean {
  return typeof objectOf(input)['title'] === 'string';
}

function isAsking({ job }: Call): boolean {
  return job?.stages[job.at]?.status === 'awaiting_input';
}

function carriedOut(
  operation: string,
  isMeant: CallFilter,
  when: CallFilter,
  carryOut: (call: Call) => void,
): ServiceHooks {
  return {
    editResponse: (response, call) => {
      if (call.operation === operation && response.status >= 400 && isMeant(call) && when(call))
        carryOut(call);
      return response;
    },
  };
}
