import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { combination } from '../liberties/combination.js';
import { liberties } from '../liberties/liberties.js';
import { failuresOf, isCut, isReadBack, proveLiberties, sampled } from './proof.js';

test.each(sampled(liberties))('$id raises no failure', async (liberty) => {
  const { report, cuts, readBack } = await proveLiberties([liberty]);
  expect(failuresOf(report)).toEqual([]);
  // Without --reply-body, its jobs keep their question.
  expect(report.outcome).toBe(liberty.id === 'message-request-unguessable' ? 'incomplete' : 'pass');
  if (isReadBack(liberties.indexOf(liberty))) expect(readBack()).toEqual([]);
  if (isCut(liberties.indexOf(liberty))) expect(cuts()).toEqual([]);
});

test('combined liberties raise no failure', async () => {
  await fc.assert(
    fc.asyncProperty(combination(), async (chosen) => {
      expect(failuresOf((await proveLiberties(chosen)).report)).toEqual([]);
    }),
    cases(10),
  );
});
