/**
 * Why a run never reaches some mutants: further jobs and requests cost the owner of the service time and money.
 * `npm run test:rules` fails for a mutant that is not reached without a reason.
 */
export interface NotReachedReason {
  /** Matches `mutation@activation`. */
  readonly mutants: RegExp;
  readonly why: string;
}

const reasons: readonly NotReachedReason[] = [
  {
    mutants: /^(generating|awaiting-input)-.*@after-rename$/,
    why: 'In most runs, no job generates or asks a question after the first rename.',
  },
  {
    mutants: /-accepts-(prefix|suffix)-in-/,
    why: 'A run sends each similar invalid key to one GET and one change. For all operations, it would send 28 more requests without a valid key, and services block an IP address for these.',
  },
  {
    mutants: /^(start|create|message|reply)-.*@after-rename$/,
    why: 'A run starts no job, creates no presentation and gets no question after the rename.',
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
    why: 'A run sends this request, or this invalid key, at most twice.',
  },
  {
    mutants: /^(templates|poll|fetch)-.*@(after-rename|other-key)$|^patch-.*@other-key$/,
    why: 'A run tests invalid keys and lists templates before the rename, and alternates the keys.',
  },
  {
    mutants: /@second-job$/,
    why: 'A run sends each invalid key to the first suitable job or presentation.',
  },
];

export const findNotReachedReason = (id: string): string | undefined =>
  reasons.find(({ mutants }) => mutants.test(id))?.why;
