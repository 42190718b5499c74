import { expect, test } from 'vitest';
import { mutants } from '../mutants/mutants.js';
import { isReadBack, proveMutant, sampled } from './proof.js';

test.each(sampled(mutants))(
  '$id is caught by a rule that cites its section, and by no rule of other sections',
  async (mutant) => {
    const { caughtBy, strays, readBack } = await proveMutant(mutant);
    expect(strays.map(({ id, sections }) => `${id} (${sections.join(', ')})`)).toEqual([]);
    expect(caughtBy.length).toBeGreaterThan(0);
    if (isReadBack(mutants.indexOf(mutant))) expect(readBack()).toEqual([]);
  },
);
