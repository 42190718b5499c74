import { expect, test } from 'vitest';
import { mutants } from '../mutants/mutants.js';
import { isReadBack, proveMutant, sampled } from './proof.js';

/** One mutant, with its id in `MUTANT`; by default a sample. */
const { MUTANT: id } = process.env;
const chosen = id === undefined ? sampled(mutants) : mutants.filter((mutant) => mutant.id === id);
if (chosen.length === 0) throw new Error(`There is no mutant ${id}.`);

test.each(chosen)(
  '$id is caught by a rule that cites its section, and by no rule of other sections',
  async (mutant) => {
    const { caughtBy, strays, readBack } = await proveMutant(mutant);
    expect(strays.map(({ id, sections }) => `${id} (${sections.join(', ')})`)).toEqual([]);
    expect(caughtBy.length).toBeGreaterThan(0);
    if (isReadBack(mutants.indexOf(mutant))) expect(readBack()).toEqual([]);
  },
);
