/** Mutates the authentication, and the scope of a key (section 5). */
import { isFromOtherWorkspace, type CallFilter } from '../../mutants/response-edits.js';
import { nameOf, sectionOf } from '../../mutants/mutant.js';
import { operations, type Operation } from '../../reference-service/routes.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import { document } from './requirements.js';
import type { MutationOperator } from './activations.js';

interface Scheme {
  readonly type: string;
  readonly name?: string;
}

/** The headers of the security schemes, in lower case. */
const headers = Object.values(document.components['securitySchemes'] as Record<string, Scheme>).map(
  ({ type, name }) => (type === 'http' ? 'authorization' : (name ?? '').toLowerCase()),
);

/** Invalid keys that a careless comparison accepts. */
const invalidKeys: readonly (readonly [
  id: string,
  what: string,
  isMeant: (key: string, valid: string) => boolean,
])[] = [
  ['any-key', 'any key', () => true],
  ['prefix', 'a prefix of a key', (key, valid) => key !== '' && valid.startsWith(key)],
  ['suffix', 'a key with more letters at its end', (key, valid) => key.startsWith(valid)],
  ['other-case', 'a key in another case', (key, valid) => key.toLowerCase() === valid.toLowerCase()],
  ['same-length', 'any key of the right length', (key, valid) => key.length === valid.length],
];

export const authMutations: readonly MutationOperator[] = operations.flatMap((operation) => [
  ...headers.map((header) =>
    createMutation(
      operation,
      `ignores-${header}`,
      `ignores the key in ${header}`,
      ignoring(operation, header),
    ),
  ),
  createMutation(
    operation,
    'accepts-no-key',
    'accepts a request without a key',
    accepting(operation, ({ key }) => key === undefined || key === ''),
  ),
  ...headers.flatMap((header) =>
    invalidKeys.map(([id, what, isMeant]) =>
      createMutation(
        operation,
        `accepts-${id}-in-${header}`,
        `accepts ${what} in ${header}`,
        accepting(
          operation,
          (call) =>
            call.keyHeader === header &&
            call.key !== undefined &&
            call.world.workspaces.some(({ key }) => isMeant(call.key ?? '', key)),
        ),
      ),
    ),
  ),
]);

/** Section 4: every endpoint needs the authentication of section 5. */
function createMutation(
  operation: Operation,
  id: string,
  what: string,
  createHooks: MutationOperator['createHooks'],
): MutationOperator {
  const [place, title] = nameOf[operation];
  return {
    id: `${place}-${id}`,
    title: `${title} ${what}`,
    sections: ['4', '5', sectionOf[operation]],
    createHooks,
  };
}

function ignoring(operation: Operation, header: string): MutationOperator['createHooks'] {
  return (when) => ({
    authenticate: (workspace, call) =>
      workspace && call.operation === operation && call.keyHeader === header && when(call)
        ? undefined
        : workspace,
  });
}

/** Authenticates as the owner of the job or presentation, so that the call succeeds. */
function accepting(operation: Operation, isMeant: CallFilter): MutationOperator['createHooks'] {
  return (when): ServiceHooks => ({
    authenticate: (workspace, call) => {
      if (workspace || call.operation !== operation || !isMeant(call) || !when(call)) return workspace;
      return (call.job ?? call.presentation)?.owner ?? call.world.workspaces[0];
    },
  });
}

const operationsWithId: readonly Operation[] = [
  'getPresentation',
  'updatePresentation',
  'getGenerationStatus',
  'sendGenerationMessage',
];

export const isolationMutations: readonly MutationOperator[] = operationsWithId.flatMap((operation) => {
  const authorizeIf =
    (isMeant: (call: Call) => boolean) =>
    (when: CallFilter): ServiceHooks => ({
      authorize: (isAuthorized, call) =>
        isAuthorized ||
        (call.operation === operation && isFromOtherWorkspace(call) && isMeant(call) && when(call)),
    });
  return [
    createMutation(
      operation,
      'foreign',
      'accepts the key of another workspace',
      authorizeIf(() => true),
    ),
    ...headers.map((header) =>
      createMutation(
        operation,
        `foreign-in-${header}`,
        `accepts the key of another workspace in ${header}`,
        authorizeIf(({ keyHeader }) => keyHeader === header),
      ),
    ),
  ];
});
