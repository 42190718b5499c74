/** Sections 1 and 5: a key gives access to its own workspace, and does not change others. */
import { isForeign } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { reply } from '../../reference-service/job.js';
import { refuse } from '../../reference-service/operations.js';
import type { Operation } from '../../reference-service/routes.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';

/** The broken statements when the operation on resources of another workspace is not refused, or not harmless. */
const fetch = { sections: ['1', '4.2', '5'], needs: ['other-key'] } as const;
const poll = { sections: ['1', '4.5', '5'], needs: ['other-key'] } as const;
const rename = { sections: ['1', '4.7', '5'], needs: ['other-key'] } as const;
const message = { sections: ['1', '4.6', '5'], needs: ['other-key', 'question'] } as const;

/** The operation works with the key of any workspace. */
function openTo(operation: Operation, when: (call: Call) => boolean = () => true): ServiceHooks {
  return { authorize: (honest, call) => honest || (call.operation === operation && when(call)) };
}

/** An effect of the operation with the key of another workspace, which is refused as it should be. */
function onAttempt(operation: Operation, happens: (call: Call) => unknown): ServiceHooks {
  return {
    replaceResponse: (call) => {
      if (call.operation === operation && isForeign(call)) happens(call);
      return undefined;
    },
  };
}

const readable: readonly Mutant[] = [
  {
    id: 'foreign-fetch-refused-and-shown',
    title:
      'A fetch with the key of another workspace is refused with 403, and the refusal holds the presentation.',
    ...fetch,
    hooks: {
      editResponse: (honest, call) =>
        call.operation === 'getPresentation' && call.workspace && isForeign(call)
          ? { status: 403, body: { error: 'Not yours.', resource: call.presentation?.resource } }
          : honest,
    },
  },
];

const writable: readonly Mutant[] = [
  {
    id: 'foreign-rename',
    title: 'The key of another workspace renames a presentation.',
    ...rename,
    hooks: openTo('updatePresentation'),
  },
  {
    id: 'foreign-rename-refused-and-done',
    title: 'A rename with the key of another workspace is refused, and takes effect all the same.',
    ...rename,
    hooks: {
      ...openTo('updatePresentation'),
      editResponse: (honest, call) =>
        call.operation === 'updatePresentation' && isForeign(call)
          ? refuse(404, 'There is nothing here.')
          : honest,
    },
  },
];

const harmful: readonly Mutant[] = [
  {
    id: 'foreign-message-refused-and-done',
    title: 'A reply with the key of another workspace is refused, and the job goes on with it.',
    ...message,
    hooks: onAttempt('sendGenerationMessage', ({ job, world }) => job && reply(job, world)),
  },
  {
    id: 'foreign-fetch-removes-the-presentation',
    title: 'A fetch with the key of another workspace is refused, and takes the presentation from its owner.',
    ...fetch,
    hooks: onAttempt('getPresentation', ({ world, presentation }) => {
      world.presentations.delete(String(presentation?.resource['id']));
    }),
  },
  {
    id: 'foreign-rename-empties-the-title',
    title:
      'A rename with the key of another workspace is refused, and leaves the presentation without its title.',
    ...rename,
    hooks: onAttempt('updatePresentation', ({ presentation }) => {
      if (presentation) presentation.resource = { ...presentation.resource, title: '' };
    }),
  },
  {
    id: 'foreign-poll-moves-the-job',
    title:
      'A poll with the key of another workspace is refused, and moves an unfinished job to that workspace, where its owner does not find it.',
    ...poll,
    hooks: onAttempt('getGenerationStatus', ({ world, job, workspace }) => {
      if (job && workspace && job.endedAt === undefined) world.jobs.set(job.id, { ...job, owner: workspace });
    }),
  },
];

export const workspaces: readonly Mutant[] = [...readable, ...writable, ...harmful];
