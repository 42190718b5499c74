import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { combination } from '../liberties/combination.js';
import { liberties } from '../liberties/liberties.js';
import { failuresOf, isInParts, isReadBack, proveLiberties, sampled } from './proof.js';

test.each(sampled(liberties))('$id raises no failure', async (liberty) => {
  const { report, differences, slanders, readBack } = await proveLiberties([liberty]);
  expect(failuresOf(report)).toEqual([]);
  expect(report.outcome).toBe('pass');
  if (isReadBack(liberties.indexOf(liberty))) expect(readBack()).toEqual([]);
  if (!isInParts(liberties.indexOf(liberty))) return;
  // However long a journal is, and so in however many parts it is judged.
  expect(differences()).toEqual([]);
  expect(slanders()).toEqual([]);
});

test('liberties taken together raise no failure', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(combination(), async (chosen) => {
      expect(failuresOf((await proveLiberties(chosen)).report)).toEqual([]);
    }),
    cases(10),
  );
});
