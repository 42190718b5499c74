import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { arbitraryCombination } from '../variants/combinations.js';
import { variants } from '../variants/variants.js';
import { WITHOUT_REPLY } from '../variants/not-covered.js';
import { formatFailures, isTruncated, isRoundTrip, runVariants, takeSample } from './run-case.js';

test.each(takeSample(variants))('$id causes no false positive', async (variant) => {
  const { report, truncated, harRoundTrip } = await runVariants([variant]);
  expect(formatFailures(report)).toEqual([]);
  // Without an accepted reply, a run with a question prompt may be incomplete.
  const mayLackReplies = WITHOUT_REPLY.every((rule) => variant.notCovered?.includes(rule));
  expect(report.outcome).toMatch(mayLackReplies ? /^(?:pass|incomplete)$/ : /^pass$/);
  if (isRoundTrip(variants.indexOf(variant))) expect(harRoundTrip()).toEqual([]);
  if (isTruncated(variants.indexOf(variant))) expect(truncated()).toEqual([]);
});

test('combined variants cause no false positive', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCombination(), async (chosen) => {
      expect(formatFailures((await runVariants(chosen)).report)).toEqual([]);
    }),
    cases(10),
  );
});
