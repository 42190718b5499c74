/** The moments at which a derived mutant breaks its promise. Outside of them it is honest. */
import type { CallFilter } from '../../mutants/response-edits.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import type { ServiceStore } from '../../reference-service/store.js';

export interface Activation {
  readonly id: string;
  /** Follows the broken promise: "… at the first occasion". */
  readonly title: string;
  /** @returns a condition that is asked once for each occasion on which the promise could be broken */
  readonly begin: () => CallFilter;
}

/** Counts the occasions in each service. */
function onNth(isMeant: (occasion: number) => boolean): () => CallFilter {
  return () => {
    const counts = new WeakMap<ServiceStore, number>();
    return ({ world }) => {
      const count = (counts.get(world) ?? 0) + 1;
      counts.set(world, count);
      return isMeant(count);
    };
  };
}

const at = (when: CallFilter) => () => when;

export const activations: readonly Activation[] = [
  { id: 'always', title: 'always', begin: at(() => true) },
  { id: 'first', title: 'at the first occasion', begin: onNth((count) => count === 1) },
  { id: 'later', title: 'from the third occasion on', begin: onNth((count) => count >= 3) },
  { id: 'second-job', title: 'for the second job only', begin: at(isAboutSecondJob) },
  { id: 'after-rename', title: 'once a presentation was renamed', begin: at(hasRename) },
  {
    id: 'x-api-key',
    title: 'under the x-api-key header',
    begin: at(({ keyHeader }) => keyHeader === 'x-api-key'),
  },
  { id: 'other-key', title: 'under the key of the second workspace', begin: at(isSecondWorkspace) },
];

function isAboutSecondJob({ job, presentation, world }: Call): boolean {
  const made = [...world.jobs.values()].find(({ result }) => result && result.presentation === presentation);
  return (job ?? made)?.ordinal === 2;
}

function hasRename({ world }: Call): boolean {
  return [...world.presentations.values()].some(({ formerTitles }) => formerTitles.length > 0);
}

function isSecondWorkspace({ world, key }: Call): boolean {
  return key === world.workspaces[1]?.key;
}

/** A broken promise that does not know its moment. */
export interface MutationOperator {
  /** Of place and negation. */
  readonly id: string;
  readonly title: string;
  readonly sections: readonly string[];
  readonly apply: (when: CallFilter) => ServiceHooks;
}
