import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { combination } from '../liberties/combination.js';
import { liberties } from '../liberties/liberties.js';
import { NO_REPLY } from '../liberties/unreached.js';
import { failuresOf, isCut, isReadBack, proveLiberties, sampled } from './proof.js';

test.each(sampled(liberties))('$id raises no failure', async (liberty) => {
  const { report, cuts, readBack } = await proveLiberties([liberty]);
  expect(failuresOf(report)).toEqual([]);
  // Without an accepted reply, the run may see less than a run with a question prompt must see.
  const mayLackReplies = NO_REPLY.every((rule) => liberty.unreached?.includes(rule));
  expect(report.outcome).toMatch(mayLackReplies ? /^(?:pass|incomplete)$/ : /^pass$/);
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
