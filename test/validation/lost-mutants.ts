/** Mutants that a run does not find, and what happens instead. The proof prints them. */

const EXIT_2 =
  'No start is accepted with a documented body: the run ends with exit code 2, and names --start-body.';

const SAME_INSTANT = 'With a request rate, a run sends nothing at the same instant.';

/** At any rate. */
export const lostMutants: Readonly<Record<string, string>> = {
  'start-rejects-prompt': EXIT_2,
  'start-expects-text': EXIT_2,
  'start-rejects-template':
    'A run tries one template of each workspace. That one template is rejected is a warning: it may be for POST /presentations only.',
};

/** At 20 requests a minute, besides those. */
export const lostAtDefaultRate: Readonly<Record<string, string>> = {
  'rename-undone-by-a-late-step':
    'A run at the default rate renames no presentation within a second of the end of its job. One more rename costs 3 seconds.',
  'rename-renames-all-with-its-title':
    'A run at the default rate creates two presentations, with different titles. One more creation costs 3 seconds.',
  'starts-at-the-same-instant-share-a-job': SAME_INSTANT,
  'renames-at-the-same-instant-are-mixed': SAME_INSTANT,
  'renames-at-the-same-instant-are-lost': SAME_INSTANT,
};
