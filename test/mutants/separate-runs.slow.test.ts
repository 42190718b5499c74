/** A quarter of what `npm run test:rules` checks. */
import { expect, test } from 'vitest';
import { variants } from '../variants/variants.js';
import { mutants } from './mutants.js';
import { createInterruptedTranscript, createTranscript, EVERY_PREREQUISITE } from './transcript.js';

const cases = [...mutants, ...variants.map((variant) => ({ ...variant, needs: EVERY_PREREQUISITE }))];

test.each(cases.filter((_, index) => index % 4 === 0))(
  'runs of $id share no state',
  ({ hooks, needs = [] }) => {
    const first = createTranscript([hooks], needs);
    expect(createInterruptedTranscript([hooks], needs)).toEqual(first);
  },
);
