/** Why a dialect hides a mutant from every run: what the dialect takes away, and which mutants need it. */
import type { Liberty } from '../liberties/liberty.js';
import type { Mutant } from '../mutants/mutant.js';

export interface Hiding {
  readonly liberties: RegExp;
  readonly mutants: (mutant: Mutant) => boolean;
  readonly why: string;
  /** A weakness of the run, not of the service: the proof fails once the run catches such a mutant. */
  readonly isGap?: true;
}

const named =
  (pattern: RegExp) =>
  ({ id }: Mutant): boolean =>
    pattern.test(id);

const gaps: readonly Hiding[] = [
  {
    liberties: /^message-request-content$/,
    mutants: named(/^message-without-key-is-refused-and-done$/),
    why: 'The run sends the reply without a key in a form that this service does not accept.',
    isGap: true,
  },
  {
    liberties: /^interruptions-50[02]$/,
    mutants: named(/^completed-job-shows-a-slide-of-the-next$|^foreign-fetch-of-template-made$/),
    why: 'The one response that shows it is lost, and the run does not ask again.',
  },
  {
    liberties: /^interruptions-502$/,
    mutants: named(/^start-expects-text-alone$/),
    why: 'A lost start leaves it open which body the service accepts.',
    isGap: true,
  },
  {
    liberties: /^is-public-readable$/,
    mutants: named(/^workspaces-share-one-id$/),
    why: 'Public presentations are left out when workspaces are told apart.',
    isGap: true,
  },
  {
    liberties: /^replicas-queued$/,
    mutants: named(/^rename-undone-by-poll$/),
    why: 'The old title can be that of a replica until the end of the run.',
    isGap: true,
  },
];

const hidings: readonly Hiding[] = [
  ...gaps,
  {
    liberties:
      /^job-(never-asks|completed-at-(first|second)-poll|always-fails|question-fails-the-job)$|^quota-/,
    mutants: ({ id, needs = [] }) =>
      needs.includes('question') || needs.includes('two-questions') || /^message-|^foreign-message/.test(id),
    why: 'No job of the run waits for a reply.',
  },
  {
    liberties: /^job-never-fails$|^quota-/,
    mutants: ({ needs = [] }) => needs.includes('failure'),
    why: 'No job of the run fails.',
  },
  {
    liberties: /^sections-/,
    mutants: named(/section|slide/),
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
    liberties: /^interruptions-504/,
    mutants: named(/^rename-.*(ignored|gone|undone|reverted)|^patch-refuses-/),
    why: 'A rename whose response was lost can take effect at any time, so neither title is wrong.',
  },
  {
    liberties: /^error-body-|^refusals-.*-500$/,
    mutants: named(/refused-and-shown/),
    why: 'Every refusal has the same body, so a refusal shows nothing.',
  },
  {
    liberties: /^quota-/,
    mutants: named(/^start-(needs-no|takes-any)-key$/),
    why: 'The quota refuses every further start, with a key or without.',
  },
  {
    liberties: /^ids-in-each-workspace$/,
    mutants: named(/-(needs-no|takes-any)-key$/),
    why: 'A key without a workspace finds no id, because each workspace counts its own.',
  },
  {
    liberties: /^tokens-/,
    mutants: named(/tokens/),
    why: 'The service counts tokens in its own way, whatever the mutant counts.',
  },
  {
    liberties: /^refusals-unknown-500$/,
    mutants: named(/^embedded-id-is-the-job-id$/),
    why: 'An unknown id answers 500, which can be a passing fault.',
  },
  {
    liberties: /^is-public-(true|readable)$/,
    mutants: named(/publishes|moves-is-public/),
    why: 'All presentations are public anyway.',
  },
  {
    liberties: /^create-answer-(204|location)$/,
    mutants: named(/^create-media-type$/),
    why: 'A response without a body has no media type.',
  },
  {
    liberties: /^templates-empty/,
    mutants: named(/^template-|template-made|^rename-empties-the-others$|^workspaces-share-one-id$/),
    why: 'Without templates, no presentation is made from one.',
  },
];

/** The reason; undefined if a run can see the mutant in this dialect. */
export function whyHidden(mutant: Mutant, dialect: readonly Liberty[]): Hiding | undefined {
  return hidings.find(
    ({ liberties, mutants }) => mutants(mutant) && dialect.some(({ id }) => liberties.test(id)),
  );
}
