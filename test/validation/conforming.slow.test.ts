import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { arbitraryCombination } from '../variants/combinations.js';
import { liberties } from '../variants/variants.js';
import { WITHOUT_REPLY } from '../variants/not-covered.js';
import { formatFailures, isTruncated, isRoundTrip, runVariants, takeSample } from './run-case.js';

test.each(takeSample(liberties))('$id raises no failure', async (liberty) => {
  const { report, cuts, harRoundTrip } = await runVariants([liberty]);
  expect(formatFailures(report)).toEqual([]);
  // Without an accepted reply, the run may see less than a run with a question prompt must see.
  const mayLackReplies = WITHOUT_REPLY.every((rule) => liberty.notCovered?.includes(rule));
  expect(report.outcome).toMatch(mayLackReplies ? /^(?:pass|incomplete)$/ : /^pass$/);
  if (isRoundTrip(liberties.indexOf(liberty))) expect(harRoundTrip()).toEqual([]);
  if (isTruncated(liberties.indexOf(liberty))) expect(cuts()).toEqual([]);
});

test('combined liberties raise no failure', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCombination(), async (chosen) => {
      expect(formatFailures((await runVariants(chosen)).report)).toEqual([]);
    }),
    cases(10),
  );
});
