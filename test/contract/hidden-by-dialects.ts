/** Why a dialect hides a mutant from every run: what the dialect takes away, and which mutants need it. */
import type { Liberty } from '../liberties/liberty.js';
import type { Mutant } from '../mutants/mutant.js';

export interface Hiding {
  readonly liberties: RegExp;
  readonly mutants: (mutant: Mutant) => boolean;
  readonly why: string;
}

const named =
  (pattern: RegExp) =>
  ({ id }: Mutant): boolean =>
    pattern.test(id);

const hidings: readonly Hiding[] = [
  {
    liberties: /^redirects-slash-/,
    mutants: named(/^start-waits-for-running-jobs$/),
    why: 'The start that is redirected starts a job, too, so each start waits.',
  },
  {
    liberties: /^timestamps-future$/,
    mutants: named(/^created-at-is-local/),
    why: 'The times of the service are beyond all times that a run could have made.',
  },
  {
    liberties: /^replicas-queued$/,
    mutants: named(/^renamed-title-/),
    why: 'A rename gets 202, so another title may be one that is not replaced yet.',
  },
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
    liberties: /^pace-/,
    mutants: named(/lingers|after-reply|^progress-/),
    why: 'The job passes through several states between two polls.',
  },
  {
    liberties: /^message-request-unguessable$/,
    mutants: ({ id, needs = [] }) => needs.includes('question') || /message/.test(id),
    why: 'No known body is a reply, so no reply succeeds without --reply-body.',
  },
  {
    liberties: /^quota-/,
    mutants: named(/^start-(needs-no|takes-any)-key$/),
    why: 'The quota refuses every further start, with a key or without.',
  },
  {
    liberties: /^quota-/,
    mutants: ({ needs = [] }) => needs.includes('failure'),
    why: 'The quota refuses the start of the job that would fail.',
  },
  {
    liberties: /^(interruptions-504-late|replicas-queued|patch-answer-202)$/,
    mutants: named(/^rename-/),
    why: 'The response to a rename leaves open whether and when it takes effect.',
  },
  {
    liberties: /^patch-request-locked$/,
    mutants: named(/^patch-.*refused-and-done$|^rename-undone-by-a-late-step$|^renamed-title-/),
    why: 'While somebody edits the presentation, every rename is refused.',
  },
  {
    liberties: /^create-answer-202$/,
    mutants: named(
      /^renamed-title-(cut-at-200-bytes|cut-at-100-units|decoded-as-a-form|a-number-if-of-digits)$/,
    ),
    why: 'The response to creating names no presentation, and the run sends these titles to one that it created.',
  },
  {
    liberties: /^refusals-invalid-500$/,
    mutants: named(/^renamed-title-a-number-if-of-digits$/),
    why: 'A title that is not a string got 500, so it may take effect later and become any title.',
  },
  {
    liberties: /^is-public-true$/,
    mutants: named(/is-public/),
    why: 'The service shows every presentation as public, whatever it stores.',
  },
  {
    liberties: /^error-body-xml$/,
    mutants: named(/refused-and-shown$/),
    why: 'No rule reads a presentation that is written as XML.',
  },
  {
    liberties: /^interruptions-429$/,
    mutants: named(/^foreign-message-refused-and-done$/),
    why: 'A 429 can meet the one reply with the other key.',
  },
  {
    liberties: /^patch-request-one-space$/,
    mutants: named(/^patch-stores-a-number-as-title$/),
    why: 'The service collapses the spaces of each title, and makes an empty text of a number.',
  },
  {
    liberties: /^patch-request-short$/,
    mutants: named(/^rename-(undone-by-a-late-step|refuses-a-long-title-and-stores-it)$/),
    why: 'The service itself refuses the title of the early rename, and every long one.',
  },
  {
    liberties: /^title-(invented|empty|hostile)$/,
    mutants: named(/^completed-job-shows-the-title-of-the-next$/),
    why: 'All generated presentations have the same title.',
  },
  {
    liberties: /^gateway-block$/,
    mutants: named(/^rate-limit-/),
    why: 'The gateway blocks the run before it looks for a limit.',
  },
  {
    liberties: /^ids-in-each-workspace$/,
    mutants: named(/-(needs-no|takes-any)-key$/),
    why: 'A key without a workspace finds no id, because each workspace counts its own.',
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
export function whyHidden(mutant: Mutant, dialect: readonly Liberty[]): Hiding | undefined {
  return hidings.find(
    ({ liberties, mutants }) => mutants(mutant) && dialect.some(({ id }) => liberties.test(id)),
  );
}
