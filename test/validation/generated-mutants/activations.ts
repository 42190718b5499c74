/** When a generated mutant violates its requirement. Otherwise it conforms. */
import type { CallFilter } from '../../mutants/response-edits.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import type { ServiceStore } from '../../reference-service/store.js';

export interface Activation {
  readonly id: string;
  /** Follows the title of the mutation: "… at the first call". */
  readonly title: string;
  /** @returns a condition that is evaluated once for each call that the mutation could change */
  readonly create: () => CallFilter;
}

/** Counts the calls in each service. */
function onNth(matches: (count: number) => boolean): () => CallFilter {
  return () => {
    const counts = new WeakMap<ServiceStore, number>();
    return ({ world }) => {
      const count = (counts.get(world) ?? 0) + 1;
      counts.set(world, count);
      return matches(count);
    };
  };
}

const at = (when: CallFilter) => () => when;

export const activations: readonly Activation[] = [
  { id: 'always', title: 'always', create: at(() => true) },
  { id: 'first', title: 'at the first call', create: onNth((count) => count === 1) },
  { id: 'later', title: 'from the third call on', create: onNth((count) => count >= 3) },
  { id: 'second-job', title: 'for the second job only', create: at(isAboutSecondJob) },
  { id: 'after-rename', title: 'after the rename of a presentation', create: at(hasRename) },
  {
    id: 'x-api-key',
    title: 'with the x-api-key header',
    create: at(({ keyHeader }) => keyHeader === 'x-api-key'),
  },
  { id: 'other-key', title: 'with the key of the second workspace', create: at(isSecondWorkspace) },
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

/** A violation without its activation. */
export interface MutationOperator {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly string[];
  readonly createHooks: (when: CallFilter) => ServiceHooks;
}
