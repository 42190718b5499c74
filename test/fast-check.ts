/**
 * fast-check with the same cases in every run, so that only a wrong change fails a test.
 * `DECKHAND_TEST_SEED=$RANDOM npm test` uses other cases, `DECKHAND_TEST_CASES=10 npm test` ten times as many.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['DECKHAND_TEST_SEED'] ?? 2026) });

/** The number of cases of a property that needs only a few. */
export const cases = (count: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(count * Number(process.env['DECKHAND_TEST_CASES'] ?? 1)),
});

export default fc;
