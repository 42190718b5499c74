/**
 * Why a run never reaches a mutant: its journal equals the reference run. Each further job and question
 * costs the owner of the service money and minutes. `npm run prove` fails for an unmet mutant without a reason.
 */

export interface NotReachedReason {
  /** Matches `negation@moment`. */
  readonly mutants: RegExp;
  readonly why: string;
}

const reasons: readonly NotReachedReason[] = [
  {
    mutants: /^(generating|awaiting-input)-.*@after-rename$/,
    why: 'In most runs, no job generates or asks after the first rename.',
  },
  {
    mutants: /-accepts-(prefix|suffix)-in-/,
    why: 'A run sends each near miss of a key to one read and one change. To all operations, they cost 28 further requests without a valid key, and services block an address for these.',
  },
  {
    mutants: /^(start|create|message|reply)-.*@after-rename$/,
    why: 'A run starts no job, creates nothing and asks nothing after the rename.',
  },
  {
    mutants: /^(start|create|message)-.*@other-key$/,
    why: 'A run starts no job in the second workspace.',
  },
  {
    mutants: /^(poll-)?awaiting-input-.*@later$/,
    why: 'A run replies to a question after its second poll.',
  },
  {
    mutants:
      /^(start|create|message|reply|templates|patch|fetch|poll)-.*@(first|later)$|^failed-becomes-.*@later$/,
    why: 'A run sends this request, or this probe of a key, at most twice.',
  },
  {
    mutants: /^(templates|poll|fetch)-.*@(after-rename|other-key)$|^patch-.*@other-key$/,
    why: 'A run probes keys and lists templates before the rename, and with the keys in turns.',
  },
  {
    mutants: /@second-job$/,
    why: 'A run sends each probe of a key to the first job or presentation that can take it.',
  },
];

export const findNotReachedReason = (id: string): string | undefined =>
  reasons.find(({ mutants }) => mutants.test(id))?.why;
