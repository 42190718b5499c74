import { expect, test } from 'vitest';
import { mutants } from '../mutants/mutants.js';
import { isInParts, isReadBack, proveMutant, sampled } from './proof.js';

test.each(sampled(mutants))(
  '$id is caught by a rule that cites its section, and by none that cites only others',
  async (mutant) => {
    const { caughtBy, strays, differences, readBack } = await proveMutant(mutant);
    expect(strays.map(({ id, sections }) => `${id} (${sections.join(', ')})`)).toEqual([]);
    expect(caughtBy.length).toBeGreaterThan(0);
    // However long a journal is, and so in however many parts it is judged.
    if (isInParts(mutants.indexOf(mutant))) expect(differences()).toEqual([]);
    if (isReadBack(mutants.indexOf(mutant))) expect(readBack()).toEqual([]);
  },
);
