/** Section 5: every operation requires a key, and accepts it in either of two headers. */
import { nameOf, type Mutant } from '../mutant.js';
import { keys } from '../../reference-service/handle.js';
import { refuse } from '../../reference-service/operations.js';
import type { Workspace, ServiceStore } from '../../reference-service/store.js';
import { operations } from '../../reference-service/routes.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';

/** Accepts calls without a valid key, as if they had the key of their workspace (or the first one). */
function letIn(when: (call: Call) => boolean): ServiceHooks {
  return { authenticate: (original, call) => original ?? (when(call) ? hostOf(call) : undefined) };
}

/** Performs calls without a valid key, and responds with a rejection. */
function rejectedButApplied(when: (call: Call) => boolean): ServiceHooks {
  const isIntruder = (call: Call) => when(call) && call.store.workspaces.every(({ key }) => key !== call.key);
  return {
    ...letIn(when),
    editResponse: (original, call) => (isIntruder(call) ? refuse(401, 'No.') : original),
  };
}

function hostOf({ store, job, presentation }: Call): Workspace | undefined {
  return job?.owner ?? presentation?.owner ?? store.workspaces[0];
}

/** The last workspace whose key came over a connection. Requests without a valid key on it are of this workspace. */
function keysOfConnections(): ServiceHooks {
  const workspaces = new WeakMap<ServiceStore, Map<string | undefined, Workspace>>();
  return {
    authenticate: (original, { store, connection }) => {
      const known = workspaces.get(store) ?? new Map<string | undefined, Workspace>();
      workspaces.set(store, known);
      if (original) known.set(connection, original);
      return original ?? known.get(connection);
    },
  };
}

const holes = operations.flatMap((operation): Mutant[] => {
  const [name, title] = nameOf[operation];
  const isMeant = (call: Call) => call.operation === operation;
  return [
    {
      id: `${name}-needs-no-key`,
      title: `${title} works without a key.`,
      sections: ['1', '4', '5'],
      hooks: letIn((call) => isMeant(call) && call.key === undefined),
    },
    {
      id: `${name}-accepts-any-key`,
      title: `${title} works with a key that was never issued.`,
      sections: ['1', '4', '5'],
      hooks: letIn((call) => isMeant(call) && call.key !== undefined),
    },
  ];
});

/** Keys that are almost the right one, and what the service does with them. */
const nearMisses: readonly (readonly [
  id: string,
  what: string,
  isTaken: (key: string, call: Call) => boolean,
])[] = [
  ['prefix', 'The beginning of a key', (key, call) => isAnyKey(call, (right) => right.startsWith(key))],
  [
    'suffix',
    'A key with further characters',
    (key, call) => isAnyKey(call, (right) => key.startsWith(right)),
  ],
  [
    'well-formed-invalid-key',
    'A key of the right form that was never issued',
    (key) => /^plain-[a-z]+-\w{8}$/.test(key),
  ],
];

const isAnyKey = ({ store }: Call, isSimilar: (right: string) => boolean): boolean =>
  store.workspaces.some(({ key }) => isSimilar(key));

const almost: readonly Mutant[] = [
  ...nearMisses.flatMap(([id, what, isTaken]) =>
    (['authorization', 'x-api-key'] as const).map((header): Mutant => ({
      id: `${id}-accepted-in-${header}`,
      title: `${what} is accepted in the header ${header}.`,
      sections: ['1', '4', '5'],
      hooks: letIn((call) => call.keyHeader === header && call.key !== undefined && isTaken(call.key, call)),
    })),
  ),
  {
    id: 'empty-bearer-accepted',
    title: 'An empty bearer token is accepted.',
    sections: ['1', '4', '5'],
    hooks: letIn(({ headers }) => /^Bearer\s*$/.test(headers['authorization'] ?? '')),
  },
  {
    id: 'empty-x-api-key-accepted',
    title: 'An empty x-api-key is accepted.',
    sections: ['1', '4', '5'],
    hooks: letIn(({ headers }) => headers['x-api-key'] === ''),
  },
  {
    id: 'key-without-access-accepted',
    title: 'A key of a workspace without API access works.',
    sections: ['1', '5'],
    hooks: { choices: { keyWithoutAccess: 'accepted' } },
  },
];

const isRenamed = ({ presentations }: ServiceStore): boolean =>
  [...presentations.values()].some(({ lastRename }) => lastRename !== undefined);

export const authentication: readonly Mutant[] = [
  ...holes,
  ...almost,
  {
    id: 'any-bearer-token-accepted',
    title: 'A key that was never issued is accepted as a bearer token; as x-api-key it is rejected.',
    sections: ['1', '4', '5'],
    hooks: letIn((call) => call.keyHeader === 'authorization'),
  },
  {
    id: 'any-x-api-key-accepted',
    title: 'A key that was never issued is accepted as x-api-key; as a bearer token it is rejected.',
    sections: ['1', '4', '5'],
    hooks: letIn((call) => call.keyHeader === 'x-api-key'),
  },
  ...(['Basic', 'Token'] as const).map((scheme): Mutant => ({
    id: `any-key-accepted-as-${scheme.toLowerCase()}`,
    title: `A key that was never issued is accepted in the scheme ${scheme}.`,
    sections: ['1', '4', '5'],
    hooks: letIn(({ headers }) => headers['authorization']?.startsWith(`${scheme} `) === true),
  })),
  {
    id: 'fetch-without-key-rejected-but-leaked',
    title: 'A fetch without a key is rejected with 401, and the rejection contains the presentation.',
    sections: ['1', '4', '5'],
    hooks: {
      editResponse: (original, { operation, key, presentation }) =>
        operation === 'getPresentation' && key === undefined && presentation
          ? { ...original, body: { error: 'No key.', presentation: presentation.resource } }
          : original,
    },
  },
  {
    id: 'message-without-key-rejected-but-applied',
    title: 'A reply without a key is rejected, and the job continues with it.',
    sections: ['1', '4', '4.6', '5'],
    needs: ['question'],
    hooks: rejectedButApplied(
      ({ operation, key }) => operation === 'sendGenerationMessage' && key === undefined,
    ),
  },
  {
    id: 'x-api-key-reads-another-workspace',
    title: 'A key in x-api-key opens another workspace than the same key as a bearer token.',
    sections: ['2.1', '4.2', '4.5', '4.7', '5'],
    hooks: {
      authenticate: (original, call) =>
        original && call.keyHeader === 'x-api-key' ? call.store.workspaces[2] : original,
    },
  },
  {
    id: 'x-api-key-reads-every-workspace',
    title: 'A key in x-api-key gives access to other workspaces; as a bearer token it does not.',
    sections: ['1', '4.2', '4.5', '4.6', '4.7', '5'],
    needs: ['other-key'],
    hooks: { authorize: (original, call) => original || call.keyHeader === 'x-api-key' },
  },
  {
    id: 'a-connection-keeps-its-key',
    title: 'A request without a valid key is accepted on a connection that had one before.',
    sections: ['1', '4', '5'],
    hooks: keysOfConnections(),
  },
  ...([401, 403] as const).map((status): Mutant => ({
    id: `key-rejected-after-a-rename-with-${status}`,
    title: `After a rename, a valid key gets ${status} for each request; other keys work.`,
    sections: ['1', '5'],
    needs: ['other-key'],
    hooks: {
      replaceResponse: ({ store, key }) =>
        key === keys.first && isRenamed(store) ? refuse(status, 'Who are you?') : undefined,
    },
  })),
];
