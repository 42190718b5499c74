/** Sections 4 and 5: each operation needs a key. The router knows more forms of a path than the check of the key. */
import { nameOf, sectionOf, type Mutant } from '../mutant.js';
import { operations, prefix, type Operation } from '../../reference-service/routes.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';

/** The documented path of one in another form. */
export const documentedPath = (path: string): string =>
  prefix +
  path
    .slice(prefix.length)
    .replace(/^\/\//, '/')
    .replace(/^\/%([0-9a-f]{2})/i, (_, code: string) => `/${String.fromCharCode(parseInt(code, 16))}`)
    .replace(/^\/[^/]+/, (segment) => segment.toLowerCase());

const isDocumented = (path: string): boolean => documentedPath(path) === path && !path.endsWith('/');

/** All forms of a path reach the operation. Without a key, other forms reach the first workspace, or the owner's. */
const withoutKeyOnOtherPaths = (operation: Operation): ServiceHooks => ({
  route: documentedPath,
  authenticate: (original, { key, path, store, operation: requested, job, presentation }) =>
    original ??
    (key === undefined && requested === operation && !isDocumented(path)
      ? (job?.owner ?? presentation?.owner ?? store.workspaces[0])
      : undefined),
});

export const otherPaths: readonly Mutant[] = operations.map((operation) => {
  const [id, title] = nameOf[operation];
  return {
    id: `${id}-without-a-key-on-another-path`,
    title: `${title} needs no key if its path has another form.`,
    sections: ['4', '5', sectionOf[operation]],
    ...(operation === 'sendGenerationMessage' && { needs: ['question'] as const }),
    hooks: withoutKeyOnOtherPaths(operation),
  };
});
