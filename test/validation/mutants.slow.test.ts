import { expect, test } from 'vitest';
import { mutants } from '../mutants/mutants.js';
import { isRoundTrip, runMutant, takeSample } from './run-case.js';

/** One mutant, with its id in `MUTANT`; by default a sample. */
const { MUTANT: id } = process.env;
const chosen = id === undefined ? takeSample(mutants) : mutants.filter((mutant) => mutant.id === id);
if (chosen.length === 0) throw new Error(`There is no mutant ${id}.`);

test.each(chosen)('$id is killed by a rule of its section, and by no rule of another one', async (mutant) => {
  const { detectedBy, unrelatedFailures, harRoundTrip } = await runMutant(mutant);
  expect(unrelatedFailures.map(({ id, sections }) => `${id} (${sections.join(', ')})`)).toEqual([]);
  expect(detectedBy.length).toBeGreaterThan(0);
  if (isRoundTrip(mutants.indexOf(mutant))) expect(harRoundTrip()).toEqual([]);
});
