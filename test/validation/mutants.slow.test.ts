import { expect, test } from 'vitest';
import { mutants } from '../mutants/mutants.js';
import { findCatchingRules, findUnrelatedFailures } from './failures.js';
import { lostMutants } from './lost-mutants.js';
import { takeSample, verifyReferenceService } from './run-case.js';

/** One mutant, with its id in `MUTANT`; by default a sample. */
const { MUTANT: id } = process.env;
const findable = mutants.filter((mutant) => lostMutants[mutant.id] === undefined);
const chosen = id === undefined ? takeSample(findable) : mutants.filter((mutant) => mutant.id === id);
if (chosen.length === 0) throw new Error(`There is no mutant ${id}.`);

test.each(chosen)('$id is found by a rule of its section, and by no rule of another one', async (mutant) => {
  const { report } = await verifyReferenceService([mutant.hooks], mutant.needs);
  const unrelated = findUnrelatedFailures(mutant, report);
  expect(unrelated.map(({ id: rule, sections }) => `${rule} (${sections.join(', ')})`)).toEqual([]);
  expect(findCatchingRules(mutant, report)).not.toEqual([]);
});
