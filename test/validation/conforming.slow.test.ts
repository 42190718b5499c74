import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { arbitraryCombination } from '../variants/combinations.js';
import { variants } from '../variants/variants.js';
import { formatFailures, isTruncated, takeSample, verifyReferenceService } from './run-case.js';
import { findFalsePositivesInParts } from './truncated-recordings.js';

/** One variant, with its id in `VARIANT`; by default a sample. */
const { VARIANT: id } = process.env;
const chosen = id === undefined ? takeSample(variants) : variants.filter((variant) => variant.id === id);
if (chosen.length === 0) throw new Error(`There is no variant ${id}.`);

test.each(chosen)('$id causes no false positive', async (variant) => {
  const { report, exchanges } = await verifyReferenceService([variant.hooks]);
  expect(formatFailures(report)).toEqual([]);
  // Some variants never ask a question, or reject every start.
  expect(report.outcome).toMatch(/^(?:pass|incomplete)$/);
  if (id !== undefined || isTruncated(variants.indexOf(variant)))
    expect(findFalsePositivesInParts(exchanges, report.target)).toEqual([]);
});

test('combined variants cause no false positive', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCombination(), async (combined) => {
      const { report } = await verifyReferenceService(combined.map(({ hooks }) => hooks));
      expect(formatFailures(report)).toEqual([]);
    }),
    cases(10),
  );
});
