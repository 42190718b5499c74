/**
 * fast-check as the tests use it: the same cases in every run, so that a change goes red for its own fault only.
 * `DECKHAND_TEST_SEED=$RANDOM npm test` draws others, `DECKHAND_TEST_CASES=10 npm test` ten times as many.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['DECKHAND_TEST_SEED'] ?? 2026) });

/** How often a property is tried that has cases enough for a change to be told from them in few. */
export const cases = (count: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(count * Number(process.env['DECKHAND_TEST_CASES'] ?? 1)),
});

export default fc;
