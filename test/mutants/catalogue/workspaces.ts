/** Sections 1 and 5: a key gives access to its own workspace, and does not change others. */
import { isFromOtherWorkspace } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { reply } from '../../reference-service/job.js';
import { refuse } from '../../reference-service/operations.js';
import type { Operation } from '../../reference-service/routes.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';

/** The violated sections if the operation on resources of another workspace is not rejected, or not harmless. */
const fetch = { sections: ['1', '4.2', '5'], needs: ['other-key'] } as const;
const poll = { sections: ['1', '4.5', '5'], needs: ['other-key'] } as const;
const rename = { sections: ['1', '4.7', '5'], needs: ['other-key'] } as const;
const message = { sections: ['1', '4.6', '5'], needs: ['other-key', 'question'] } as const;

/** The operation works with the key of any workspace. */
function openTo(operation: Operation, when: (call: Call) => boolean = () => true): ServiceHooks {
  return { authorize: (original, call) => original || (call.operation === operation && when(call)) };
}

/** An effect of the operation with the key of another workspace, which is rejected as it should be. */
function onAttempt(operation: Operation, happens: (call: Call) => unknown): ServiceHooks {
  return {
    replaceResponse: (call) => {
      if (call.operation === operation && isFromOtherWorkspace(call)) happens(call);
      return undefined;
    },
  };
}

const readable: readonly Mutant[] = [
  {
    id: 'other-key-get-rejected-but-leaked',
    title:
      'A fetch with the key of another workspace is rejected with 403, and the rejection contains the presentation.',
    ...fetch,
    hooks: {
      editResponse: (original, call) =>
        call.operation === 'getPresentation' && call.workspace && isFromOtherWorkspace(call)
          ? { status: 403, body: { error: 'Not yours.', resource: call.presentation?.resource } }
          : original,
    },
  },
];

const writable: readonly Mutant[] = [
  {
    id: 'other-key-rename-accepted',
    title: 'The key of another workspace renames a presentation.',
    ...rename,
    hooks: openTo('updatePresentation'),
  },
  {
    id: 'other-key-rename-rejected-but-applied',
    title: 'A rename with the key of another workspace is rejected, and still takes effect.',
    ...rename,
    hooks: {
      ...openTo('updatePresentation'),
      editResponse: (original, call) =>
        call.operation === 'updatePresentation' && isFromOtherWorkspace(call)
          ? refuse(404, 'There is nothing here.')
          : original,
    },
  },
];

const harmful: readonly Mutant[] = [
  {
    id: 'other-key-message-rejected-but-applied',
    title: 'A reply with the key of another workspace is rejected, and the job continues with it.',
    ...message,
    hooks: onAttempt('sendGenerationMessage', ({ job, store }) => job && reply(job, store)),
  },
  {
    id: 'other-key-get-removes-presentation',
    title:
      'A fetch with the key of another workspace is rejected, and takes the presentation from its owner.',
    ...fetch,
    hooks: onAttempt('getPresentation', ({ store, presentation }) => {
      store.presentations.delete(String(presentation?.resource['id']));
    }),
  },
  {
    id: 'other-key-rename-clears-title',
    title:
      'A rename with the key of another workspace is rejected, and leaves the presentation without its title.',
    ...rename,
    hooks: onAttempt('updatePresentation', ({ presentation }) => {
      if (presentation) presentation.resource = { ...presentation.resource, title: '' };
    }),
  },
  {
    id: 'other-key-poll-advances-job',
    title:
      'A poll with the key of another workspace is rejected, and moves an unfinished job to that workspace, where its owner does not find it.',
    ...poll,
    hooks: onAttempt('getGenerationStatus', ({ store, job, workspace }) => {
      if (job && workspace && job.endedAt === undefined) store.jobs.set(job.id, { ...job, owner: workspace });
    }),
  },
];

export const workspaces: readonly Mutant[] = [...readable, ...writable, ...harmful];
