/** Negates the security requirement of the document, and the scope of a key (section 5). */
import { isForeign } from '../../mutants/response-edits.js';
import { nameOf, sectionOf } from '../../mutants/mutant.js';
import { operations, type Operation } from '../../reference-service/routes.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import type { CallFilter } from '../../mutants/response-edits.js';
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

/** Keys that no workspace has, and that a careless comparison accepts. */
const wrongKeys: readonly (readonly [
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
    negation(operation, `ignores-${header}`, `ignores the key in ${header}`, ignoring(operation, header)),
  ),
  negation(
    operation,
    'accepts-no-key',
    'accepts a request without a key',
    accepting(operation, ({ key }) => key === undefined || key === ''),
  ),
  ...headers.flatMap((header) =>
    wrongKeys.map(([id, what, isMeant]) =>
      negation(
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
function negation(
  operation: Operation,
  id: string,
  what: string,
  apply: MutationOperator['apply'],
): MutationOperator {
  const [place, title] = nameOf[operation];
  return {
    id: `${place}-${id}`,
    title: `${title} ${what}`,
    sections: ['4', '5', sectionOf[operation]],
    apply,
  };
}

function ignoring(operation: Operation, header: string): MutationOperator['apply'] {
  return (when) => ({
    authenticate: (honest, call) =>
      honest && call.operation === operation && call.keyHeader === header && when(call) ? undefined : honest,
  });
}

/** The caller is then the owner of what the call names, so that it succeeds. */
function accepting(operation: Operation, isMeant: CallFilter): MutationOperator['apply'] {
  return (when): ServiceHooks => ({
    authenticate: (honest, call) => {
      if (honest || call.operation !== operation || !isMeant(call) || !when(call)) return honest;
      return (call.job ?? call.presentation)?.owner ?? call.world.workspaces[0];
    },
  });
}

const named: readonly Operation[] = [
  'getPresentation',
  'updatePresentation',
  'getGenerationStatus',
  'sendGenerationMessage',
];

export const isolationMutations: readonly MutationOperator[] = named.flatMap((operation) => {
  const reach =
    (isMeant: (call: Call) => boolean) =>
    (when: CallFilter): ServiceHooks => ({
      authorize: (honest, call) =>
        honest || (call.operation === operation && isForeign(call) && isMeant(call) && when(call)),
    });
  return [
    negation(
      operation,
      'foreign',
      'accepts the key of another workspace',
      reach(() => true),
    ),
    ...headers.map((header) =>
      negation(
        operation,
        `foreign-in-${header}`,
        `accepts the key of another workspace in ${header}`,
        reach(({ keyHeader }) => keyHeader === header),
      ),
    ),
  ];
});
