/** Why a dialect hides a mutant from every run: what the dialect takes away, and which mutants need it. */
import type { ConformingVariant } from '../variants/variant.js';
import type { Mutant } from '../mutants/mutant.js';

export interface Masking {
  readonly liberties: RegExp;
  readonly mutants: (mutant: Mutant) => boolean;
  readonly why: string;
}

const named =
  (pattern: RegExp) =>
  ({ id }: Mutant): boolean =>
    pattern.test(id);

const maskings: readonly Masking[] = [
  {
    liberties:
      /^job-(never-asks|completed-at-(first|second)-poll|always-fails|question-fails-the-job)$|^quota-/,
    mutants: ({ id, needs = [] }) =>
      needs.includes('question') || needs.includes('two-questions') || /^message-|^foreign-message/.test(id),
    why: 'No job of the run waits for a reply.',
  },
  {
    liberties: /^sections-/,
    mutants: named(/section|slide|^rename-empties-the-others$/),
    why: 'The service shows the same sections whatever it stores.',
  },
  {
    liberties: /^quota-/,
    mutants: ({ needs = [] }) => needs.includes('failure'),
    why: 'The quota refuses the start of the job that would fail.',
  },
  {
    liberties: /^patch-request-locked$/,
    mutants: named(/^patch-.*refused-and-done$|^rename-undone-by-a-late-step$|^renamed-title-/),
    why: 'While somebody edits the presentation, every rename is refused.',
  },
  {
    liberties: /^templates-empty/,
    mutants: named(
      /^template-|template-made|^rename-empties-the-others$|^workspaces-share-one-id$|^renamed-title-cut-at-100-units$/,
    ),
    why: 'Without templates, no presentation is made from one.',
  },
  {
    liberties: /^create-request-unguessable$/,
    mutants: named(/^create-needs-no-key$/),
    why: 'No known body creates a presentation, with a key or without.',
  },
  {
    liberties: /^create-answer-(partial|before-it-is-there)$/,
    mutants: named(/^created-(by-the-other-key-)?is-never-found$/),
    why: 'Creating returns another object than a Presentation (2.1), so the rule only warns of an id that no fetch finds.',
  },
  {
    liberties: /^templates-identifier$/,
    mutants: named(/^start-refuses-a-template$/),
    why: 'The ids of the templates are in a field that the run tries late, so one template is used for both creations.',
  },
  {
    liberties: /^interruptions-504-much-later$/,
    mutants: named(/^completed-job-shows-the-title-of-the-next$/),
    why: 'A rename that got 504 can take effect at any later time, so another title can be that of the rename.',
  },
  {
    liberties: /^gateway-502-page$/,
    mutants: named(/^start-fails-beyond-ascii$/),
    why: 'The gateway responds to the start with the plain form of the prompt.',
  },
  {
    liberties: /^job-asks-twice-the-same$/,
    mutants: named(/^replies-crash-at-letters-beyond-ascii$/),
    why: 'The same question stays after a reply that works, too.',
  },
  {
    liberties: /^tokens-huge$/,
    mutants: named(/^tokens-negative$/),
    why: 'The numbers are so large that they stay positive.',
  },
];

/** The reason; undefined if a run can see the mutant in this dialect. */
export function findMasking(mutant: Mutant, dialect: readonly ConformingVariant[]): Masking | undefined {
  return maskings.find(
    ({ liberties, mutants }) => mutants(mutant) && dialect.some(({ id }) => liberties.test(id)),
  );
}
