/**
 * fast-check as the tests use it: the same cases in every run, so that a change goes red for its own fault only.
 * `DECKHAND_TEST_SEED=$RANDOM npm test` draws others.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['DECKHAND_TEST_SEED'] ?? 2026) });

export default fc;
