/** Why a conforming variant masks a mutant: no run can reach the violation. */
import type { ConformingVariant } from '../variants/variant.js';
import type { Mutant } from '../mutants/mutant.js';

export interface Masking {
  readonly variants: RegExp;
  readonly mutants: (mutant: Mutant) => boolean;
  readonly why: string;
}

const hasId =
  (pattern: RegExp) =>
  ({ id }: Mutant): boolean =>
    pattern.test(id);

const maskings: readonly Masking[] = [
  {
    variants:
      /^job-(never-asks|completed-at-(first|second)-poll|always-fails|question-fails-the-job)$|^quota-/,
    mutants: ({ id, needs = [] }) =>
      needs.includes('question') || needs.includes('two-questions') || /^message-|^foreign-message/.test(id),
    why: 'No job of the run waits for a reply.',
  },
  {
    variants: /^sections-/,
    mutants: hasId(/section|slide|^rename-clears-other-presentations$/),
    why: 'The service returns the same sections whatever it stores.',
  },
  {
    variants: /^quota-/,
    mutants: ({ needs = [] }) => needs.includes('failure'),
    why: 'The quota rejects the start of the job that would fail.',
  },
  {
    variants: /^patch-request-locked$/,
    mutants: hasId(/^patch-.*refused-and-done$|^rename-undone-by-a-late-step$|^renamed-title-/),
    why: 'While somebody edits the presentation, every rename is rejected.',
  },
  {
    variants: /^templates-empty/,
    mutants: hasId(
      /^template-|template-made|^rename-clears-other-presentations$|^workspaces-share-one-id$|^renamed-title-cut-at-100-units$/,
    ),
    why: 'Without templates, no presentation is made from one.',
  },
  {
    variants: /^create-request-unguessable$/,
    mutants: hasId(/^create-needs-no-key$/),
    why: 'No known body creates a presentation, with a key or without.',
  },
  {
    variants: /^create-response-(partial|before-it-is-there)$/,
    mutants: hasId(/^created-(by-the-other-key-)?is-never-found$/),
    why: 'Creating returns another object than a Presentation (2.1), so the rule only warns about an id that no GET finds.',
  },
  {
    variants: /^templates-identifier$/,
    mutants: hasId(/^start-rejects-template$/),
    why: 'The ids of the templates are in a field that the run tries late, so one template is used for both creations.',
  },
  {
    variants: /^transient-errors-504-much-later$/,
    mutants: hasId(/^completed-job-shows-the-title-of-the-next$/),
    why: 'A rename that got 504 can take effect at any later time, so another title can be that of the rename.',
  },
  {
    variants: /^gateway-502-page$/,
    mutants: hasId(/^start-fails-for-unicode$/),
    why: 'The gateway responds to the start with the plain form of the prompt.',
  },
  {
    variants: /^job-repeats-its-question$/,
    mutants: hasId(/^replies-crash-for-unicode$/),
    why: 'The same question stays after a reply that works, too.',
  },
  {
    variants: /^tokens-huge$/,
    mutants: hasId(/^tokens-negative$/),
    why: 'The numbers are so large that they stay positive.',
  },
];

/** @returns `undefined` if a run can reach the mutant in these variants */
export function findMasking(mutant: Mutant, chosen: readonly ConformingVariant[]): Masking | undefined {
  return maskings.find(
    ({ variants, mutants }) => mutants(mutant) && chosen.some(({ id }) => variants.test(id)),
  );
}
