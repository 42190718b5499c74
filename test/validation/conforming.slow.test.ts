import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { arbitraryCombination } from '../variants/combinations.js';
import { variants } from '../variants/variants.js';
import { formatFailures, isTruncated, takeSample, verifyReferenceService } from './run-case.js';
import { findFalsePositivesInParts } from './truncated-recordings.js';

test.each(takeSample(variants))('$id causes no false positive', async (variant) => {
  const { report, exchanges } = await verifyReferenceService([variant.hooks]);
  expect(formatFailures(report)).toEqual([]);
  // Some variants never ask a question, or reject every start.
  expect(report.outcome).toMatch(/^(?:pass|incomplete)$/);
  if (isTruncated(variants.indexOf(variant)))
    expect(findFalsePositivesInParts(exchanges, report.target)).toEqual([]);
});

test('combined variants cause no false positive', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCombination(), async (chosen) => {
      const { report } = await verifyReferenceService(chosen.map(({ hooks }) => hooks));
      expect(formatFailures(report)).toEqual([]);
    }),
    cases(10),
  );
});
