import { expect, test } from 'vitest';
import { mutants } from '../mutants/mutants.js';
import { formatSentences, judgeMutant } from './failures.js';
import { lostMutants } from './lost-mutants.js';
import { chooseCases, MUTANT, VARIANT, verifyReferenceService } from './run-case.js';

const findable = mutants.filter(({ id }) => lostMutants[id] === undefined);
const chosen = chooseCases(MUTANT === undefined ? findable : mutants, MUTANT);

test.skipIf(MUTANT === undefined && VARIANT !== undefined).each(chosen)(
  '$id is found by a rule of its section, and by no rule of another one',
  async (mutant) => {
    const { report } = await verifyReferenceService([mutant.hooks], mutant.needs);
    const failures = judgeMutant(mutant, report);
    expect(failures, formatSentences(failures)).toEqual([]);
  },
);
