/** Bugs in responses that every run gets, of several operations: keys and texts in bodies, refused reads, lists that shrink, redirects, errors at the end. Sections 1 to 5. */
import {
  editBody,
  editJobPresentation,
  editResponse,
  isFromOtherWorkspace,
  timesShown,
} from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { refuse } from '../../reference-service/operations.js';
import {
  combine,
  type Call,
  type ServiceHooks,
  type ServiceResponse,
} from '../../reference-service/hooks.js';
import type { Job, Presentation, ServiceStore, Workspace } from '../../reference-service/store.js';

/** Adds fields to the body of each rejection. */
const inErrors = (fields: (call: Call) => object): ServiceHooks => ({
  editResponse: (original, call) =>
    original.status < 400 ? original : { ...original, body: { ...Object(original.body), ...fields(call) } },
});

/** The response in place of each success of the owner, while `when` holds. */
const instead = (response: (call: Call) => ServiceResponse, when: (call: Call) => boolean): ServiceHooks => ({
  editResponse: (original, call) =>
    original.status < 300 && call.workspace && !isFromOtherWorkspace(call) && when(call)
      ? response(call)
      : original,
});

const keys: readonly Mutant[] = [
  {
    id: 'key-in-the-template-list',
    title: 'The list of templates contains the key of the workspace.',
    sections: ['5'],
    hooks: editBody('listTemplates', (body, { workspace }) => ({ ...body, api_key: workspace?.key })),
  },
  {
    id: 'key-in-errors',
    title: 'Errors repeat the headers of the request, with a valid key.',
    sections: ['5'],
    hooks: inErrors(({ workspace, headers }) => (workspace ? { headers } : {})),
  },
  {
    id: 'key-of-the-owner-in-errors',
    title: 'An error about a resource of another workspace contains the key of its owner.',
    sections: ['1', '5'],
    needs: ['other-key'],
    hooks: inErrors(({ presentation, job, workspace }) => {
      const owner = presentation?.owner ?? job?.owner;
      return owner && owner !== workspace ? { detail: `Only ${owner.key} may do this.` } : {};
    }),
  },
];

const texts: readonly Mutant[] = [
  {
    id: 'title-in-errors-of-another-key',
    title: 'The rejection of another key contains the title of the presentation.',
    sections: ['1', '5'],
    needs: ['other-key'],
    hooks: inErrors((call) => {
      const { presentation } = call;
      return presentation && isFromOtherWorkspace(call)
        ? { error: `“${String(presentation.resource['title'])}” is not yours.` }
        : {};
    }),
  },
  {
    id: 'prompt-in-errors-without-a-key',
    title: 'The rejection of a poll without a key contains the prompt of the job.',
    sections: ['1', '4', '5'],
    hooks: inErrors(({ job, workspace }) => (job && !workspace ? { job: { prompt: job.prompt } } : {})),
  },
];

const askedQuestion = ({ store, presentation }: Call): boolean =>
  [...store.jobs.values()].some(
    (job) => job.result?.presentation === presentation && timesShown(job, 'awaiting_input') > 0,
  );

const fetchedBefore = new WeakMap<Presentation, number>();
/** Counts the fetches of its owner. */
const countFetches = ({ presentation }: Call): number => {
  const count = presentation ? (fetchedBefore.get(presentation) ?? 0) + 1 : 0;
  if (presentation) fetchedBefore.set(presentation, count);
  return count;
};

const reads: readonly Mutant[] = [
  {
    id: 'fetch-refused-after-a-question',
    title: 'The presentation of a job that asked a question is forbidden to its owner.',
    sections: ['1', '2.2', '4.2', '5'],
    needs: ['question'],
    hooks: instead(
      () => refuse(403, 'Not yours.'),
      (call) => call.operation === 'getPresentation' && askedQuestion(call),
    ),
  },
  {
    id: 'first-fetch-of-each-result-423',
    title: 'The first fetch of each generated presentation finds it locked.',
    sections: ['1', '2.2', '4.2', '5'],
    hooks: instead(
      () => refuse(423, 'It is being written.'),
      (call) =>
        call.operation === 'getPresentation' &&
        call.presentation?.origin === 'generation' &&
        countFetches(call) === 1,
    ),
  },
  ...([403, 503] as const).map((status): Mutant => ({
    id: `first-poll-of-each-job-${status}`,
    title: `The first poll of each job gets ${status}.`,
    sections: ['1', '3', '4.5'],
    hooks: instead(
      () => refuse(status, 'Not yet.'),
      ({ operation, job }) => operation === 'getGenerationStatus' && job?.shown.length === 1,
    ),
  })),
  {
    id: 'fetch-gone-at-the-end',
    title: 'A created presentation is gone after its third fetch.',
    sections: ['1', '2.1', '4.2', '5'],
    hooks: instead(
      () => refuse(404, 'There is nothing here.'),
      ({ operation, presentation }) =>
        operation === 'getPresentation' &&
        presentation?.origin === 'template' &&
        presentation.lastRename === undefined &&
        presentation.fetches > 1,
    ),
  },
];

const turns = new WeakMap<ServiceStore, number>();
/** Counts the lists and fetches with a valid key. */
function countReads({ store }: Call): number {
  turns.set(store, (turns.get(store) ?? 0) + 1);
  return turns.get(store) ?? 0;
}

const accepted: readonly Mutant[] = [
  {
    id: 'fetches-401-now-and-then',
    title: 'Each fifth fetch gets 401 with a valid key.',
    sections: ['5'],
    hooks: instead(
      () => refuse(401, 'Who are you?'),
      (call) => call.operation === 'getPresentation' && countReads(call) % 5 === 0,
    ),
  },
  {
    id: 'fetch-returns-another-id',
    title: 'Each second fetch returns the presentation with the id of its url.',
    sections: ['2.1', '4.2'],
    hooks: editResponse('getPresentation', (original, call) => ({
      ...original,
      body: countReads(call) % 2 === 0 ? { ...Object(original.body), id: 'deck' } : original.body,
    })),
  },
];

const countAll = (store: ServiceStore, origin: Presentation['origin']): number =>
  [...store.presentations.values()].filter((presentation) => presentation.origin === origin).length;

const firstCreated = ({ store, workspace }: Call): Presentation | undefined =>
  [...store.presentations.values()].find(
    (presentation) => presentation.owner === workspace && presentation.origin === 'template',
  );

const resources: readonly Mutant[] = [
  {
    id: 'templates-empty-after-the-first-job',
    title: 'The list of templates is empty once a job has completed.',
    sections: ['1', '4.1'],
    detectedAs: 'warn',
    hooks: editBody('listTemplates', (body, { store }) =>
      countAll(store, 'generation') > 0 ? { templates: [] } : body,
    ),
  },
  {
    id: 'templates-lose-one',
    title: 'The list of templates loses its last entry once a job has completed.',
    sections: ['1', '4.1'],
    detectedAs: 'warn',
    hooks: editBody('listTemplates', (body, { store }) =>
      countAll(store, 'generation') > 0
        ? { templates: (body['templates'] as readonly unknown[]).slice(0, -1) }
        : body,
    ),
  },
  {
    id: 'create-returns-one-id-only',
    title: 'POST /presentations returns nothing but the id of the first presentation.',
    sections: ['1', '2.1', '4.3'],
    hooks: editBody('createPresentation', (_body, call) => ({ id: firstCreated(call)?.resource['id'] })),
  },
  {
    id: 'job-takes-the-id-of-a-created-presentation',
    title: 'The presentation of a job has the id of a created one.',
    sections: ['1', '2.1', '2.2', '4.2', '4.3', '4.5'],
    hooks: editJobPresentation((presentation, call) => ({
      ...presentation,
      id: firstCreated(call)?.resource['id'] ?? presentation['id'],
    })),
  },
  {
    id: 'workspace-id-of-each-presentation',
    title: 'Each presentation has its own workspace_id.',
    sections: ['2.1', '5'],
    hooks: combine([
      editResponse('getPresentation', withOwnWorkspace),
      editResponse('createPresentation', withOwnWorkspace),
      editJobPresentation((presentation) => withWorkspace(presentation, String(presentation['id']))),
    ]),
  },
  {
    id: 'workspace-id-of-every-key',
    title: 'All workspaces have the same workspace_id, and their keys have no access to each other.',
    sections: ['2.1', '5'],
    needs: ['other-key'],
    hooks: {
      editResponse: (original) =>
        original.status < 300 ? { ...original, body: withOneWorkspace(original.body) } : original,
    },
  },
];

const withWorkspace = (resource: unknown, id: string): Record<string, unknown> => ({
  ...Object(resource),
  workspace_id: `workspace-of-${id}`,
});

function withOwnWorkspace(original: ServiceResponse): ServiceResponse {
  return { ...original, body: withWorkspace(original.body, String(Object(original.body).id)) };
}

function withOneWorkspace(body: unknown): unknown {
  const resource = Object(body) as { workspace_id?: unknown; presentation?: object };
  if (resource.workspace_id !== undefined) return { ...resource, workspace_id: 'workspace-default' };
  return resource.presentation
    ? { ...resource, presentation: withOneWorkspace(resource.presentation) }
    : body;
}

const renamed = new WeakMap<ServiceStore, Map<Workspace, number>>();
/** Counts the renames of a workspace. */
function countRenames({ store, workspace }: Call): number {
  if (!workspace) return 0;
  const counts = renamed.get(store) ?? new Map<Workspace, number>();
  renamed.set(store, counts.set(workspace, (counts.get(workspace) ?? 0) + 1));
  return counts.get(workspace) ?? 0;
}

/** A fetch returns the previous title for this number of ms after a rename. */
function lateBy(ms: number): ServiceHooks {
  const times = new WeakMap<Presentation, number>();
  return {
    editResponse: (original, { operation, presentation, store }) => {
      if (!presentation || original.status >= 300) return original;
      if (operation === 'updatePresentation') times.set(presentation, store.now());
      const at = times.get(presentation);
      if (operation !== 'getPresentation' || at === undefined || store.now() - at >= ms) return original;
      return { ...original, body: { ...Object(original.body), title: presentation.formerTitles.at(-1) } };
    },
  };
}

const operations: readonly Mutant[] = [
  {
    id: 'every-rename-is-late',
    title: 'Every rename gets 200, and is visible three and a half seconds later.',
    sections: ['1', '2.1', '4.7'],
    hooks: lateBy(3500),
  },
  {
    id: 'starts-500-from-the-fourth-on',
    title: 'Each start after the fourth gets 500.',
    sections: ['1', '4.4', '7'],
    detectedAs: 'warn',
    hooks: {
      replaceResponse: ({ operation, store }) =>
        operation === 'startGeneration' && store.jobs.size >= 4 ? refuse(500, 'No worker.') : undefined,
    },
  },
  {
    id: 'renames-409-after-the-third',
    title: 'Each rename after the third gets 409.',
    sections: ['1', '4', '4.7'],
    detectedAs: 'warn',
    hooks: {
      replaceResponse: (call) =>
        call.operation === 'updatePresentation' && !isFromOtherWorkspace(call) && countRenames(call) > 3
          ? refuse(409, 'Another version exists.')
          : undefined,
    },
  },
  {
    id: 'templates-403-after-the-first-job',
    title: 'The list of templates is forbidden once a job has completed.',
    sections: ['1', '4', '4.1'],
    hooks: instead(
      () => refuse(403, 'No.'),
      ({ operation, store }) => operation === 'listTemplates' && countAll(store, 'generation') > 0,
    ),
  },
  ...([409, 500] as const).map((status): Mutant => ({
    id: `renames-always-${status}`,
    title: `Each rename gets ${status}.`,
    sections: ['1', '4', '4.7'],
    hooks: {
      replaceResponse: ({ operation }) =>
        operation === 'updatePresentation' ? refuse(status, 'Not now.') : undefined,
    },
  })),
  {
    id: 'fetches-always-500',
    title: 'Each fetch gets 500.',
    sections: ['1', '4', '4.2'],
    hooks: {
      replaceResponse: ({ operation }) =>
        operation === 'getPresentation' ? refuse(500, 'Oops.') : undefined,
    },
  },
  {
    id: 'fetch-redirects-to-the-viewer',
    title: 'A fetch is redirected to the address of the viewer.',
    sections: ['4', '4.2'],
    hooks: editResponse('getPresentation', (_original, { presentation }) => ({
      status: 302,
      headers: { location: String(presentation?.resource['url']) },
    })),
  },
  {
    id: 'fetch-returns-the-page-of-the-viewer',
    title: 'A fetch returns the HTML page of the viewer.',
    sections: ['4', '4.2'],
    hooks: {
      editRawResponse: (original, { operation }) =>
        operation === 'getPresentation' && original.status < 300
          ? {
              ...original,
              headers: { 'content-type': 'text/html' },
              body: Buffer.from('<!doctype html><title>Viewer</title>'),
            }
          : original,
    },
  },
  {
    id: 'views-name-the-newest-job',
    title: 'Each second poll returns the view of the newest job of the workspace.',
    sections: ['2.2', '4.5'],
    hooks: editBody('getGenerationStatus', (view, { store, job, workspace }) => {
      const newest = [...store.jobs.values()].findLast(({ owner }) => owner === workspace);
      return newest && newest !== job && store.requests % 2 === 0 ? viewOf(newest, view) : view;
    }),
  },
];

const viewOf = ({ id, shown }: Job, view: object): object => shown.at(-1) ?? { ...view, generation_id: id };

export const responsesOfEveryRun: readonly Mutant[] = [
  ...keys,
  ...texts,
  ...reads,
  ...accepted,
  ...resources,
  ...operations,
];
